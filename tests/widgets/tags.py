"""A piece of HTML taken apart, as a cleaner of notebooks sees it."""

from html.parser import HTMLParser


class Tags(HTMLParser):
    """What a piece of HTML is made of."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.attributes, self.open, self.words = set(), set(), [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes.update(attributes)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

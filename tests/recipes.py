"""Generates the example run and its judgements: ``python -m tests.recipes`` writes the same bytes again.

A kitchen has some 400 recipes and two search engines. ``words`` looks for the words of a query and rounds its scores,
so that many are tied; ``meaning`` knows similar words. A cook judged the best 15 of both and some of the others, from 0
(not what was asked for) to 3 (exactly that).

Some queries are odd in ways that real data is: see ``SPECIAL``.
"""

from __future__ import annotations

import json
from collections import Counter
from math import log
from pathlib import Path
from random import Random
from typing import NamedTuple

DATA = Path(__file__).parent.parent / "rankteach" / "classroom" / "data"
DEPTH = 50
POOL = 15

SAVOURY = (
    "aubergine beef carrot cheese chicken chickpea courgette egg feta kale lamb leek lentil mushroom onion "
    "pepper potato prawn pumpkin salmon spinach tofu tomato"
)
SWEET = "almond apple apricot banana cherry chocolate coconut ginger lemon orange pear plum rhubarb vanilla walnut"
MAINS = "burger curry gratin pasta pie risotto salad soup stew tart wrap"
DESSERTS = "biscuits bread cake crumble custard muffins pancakes sorbet tart"
TAGS = "quick spicy vegan winter summer baked"
MEAT = {"beef", "chicken", "lamb", "prawn", "salmon"}
ANIMAL = MEAT | {"cheese", "egg", "feta"}
ALIKE = [  # words that ``meaning`` takes for each other
    {"kale", "spinach"}, {"cheese", "feta"}, {"beef", "lamb"}, {"prawn", "salmon"}, {"chickpea", "lentil"},
    {"pumpkin", "carrot"}, {"courgette", "aubergine"}, {"apple", "pear"}, {"plum", "cherry", "apricot"},
    {"lemon", "orange"}, {"almond", "walnut"}, {"soup", "stew"}, {"pie", "tart"}, {"cake", "muffins", "bread"},
    {"gratin", "baked"}, {"wrap", "burger"},
]  # fmt: skip


CLASSICS = (  # what is in every kitchen
    "leek-potato-soup chickpea-spinach-curry chickpea-potato-curry lemon-cake almond-lemon-cake chocolate-muffins "
    "banana-chocolate-muffins beef-carrot-stew beef-onion-stew pumpkin-risotto almond-apple-crumble feta-tomato-salad "
    "mushroom-pie egg-spinach-tart rhubarb-crumble rhubarb-vanilla-custard tomato-soup courgette-gratin "
    "banana-walnut-bread prawn-tomato-pasta lentil-burger kale-salmon-pasta ginger-biscuits banana-pancakes "
    "chicken-wrap lentil-tofu-curry almond-plum-tart cheese-potato-gratin cherry-sorbet mushroom-risotto "
    "onion-pepper-gratin orange-custard almond-biscuits almond-ginger-biscuits"
)


class Query(NamedTuple):
    """A query: the words that a cook types, and what they mean."""

    title: str
    means: str


QUERIES = {
    "101": Query("leek and potato soup", "leek potato soup"),
    "102": Query("quick chickpea curry", "chickpea curry quick"),
    "103": Query("lemon cake", "lemon cake"),
    "104": Query("vegan chocolate muffins", "chocolate muffins vegan"),
    "105": Query("spicy beef stew", "beef stew spicy"),
    "106": Query("pumpkin risotto", "pumpkin risotto"),
    "107": Query("apple crumble with almonds", "apple almond crumble"),
    "108": Query("salad with feta for a summer evening", "feta salad summer"),
    "109": Query("mushroom pie", "mushroom pie"),
    "110": Query("spinach and egg tart", "spinach egg tart"),
    "111": Query("something with rhubarb", "rhubarb"),
    "112": Query("tomato soup", "tomato soup"),
    "113": Query("zucchini bake", "courgette gratin"),
    "114": Query("banana bread with walnuts", "banana walnut bread"),
    "115": Query("prawn pasta", "prawn pasta"),
    "116": Query("lentil burger", "lentil burger"),
    "117": Query("winter stew without meat", "stew winter vegan"),
    "118": Query("sushi for beginners", "sushi"),
    "119": Query("salmon and kale pasta", "salmon kale pasta"),
    "120": Query("ginger biscuits", "ginger biscuits"),
    "121": Query("christmas biscuits", "biscuits almond winter"),
    "122": Query("quick pancakes", "pancakes quick"),
    "123": Query("chicken wrap", "chicken wrap"),
    "124": Query("tofu curry with coconut", "tofu curry"),
    "125": Query("plum tart", "plum tart"),
    "126": Query("baked potato with cheese", "potato cheese baked"),
    "127": Query("cherry sorbet", "cherry sorbet"),
    "128": Query("mushroom risotto", "mushroom risotto"),
    "129": Query("pepper and onion gratin", "pepper onion gratin"),
    "130": Query("orange custard", "orange custard"),
}
SPECIAL = {
    "not in the first run": "121",
    "not judged": "128",
    "nothing relevant exists": "118",
    "the first run finds nothing relevant": "113",
}


class Recipe(NamedTuple):
    """A recipe: its topics, how often each of its words occurs, its length (1 is usual), and its stars."""

    about: frozenset[str]
    words: dict[str, int]
    length: float
    stars: int


def recipes(random: Random) -> dict[str, Recipe]:
    """Every recipe, by its name."""
    by_name = {}
    for ingredients, dishes in ((SAVOURY.split(), MAINS.split()), (SWEET.split(), DESSERTS.split())):
        for place, first in enumerate(ingredients):
            for second in ["", *ingredients[place + 1 :]]:
                for dish in dishes:
                    name = "-".join(word for word in (first, second, dish) if word)
                    recipe = _recipe(name.split("-"), ingredients, random)
                    if random.random() < (0.06 if second else 0.4) or name in CLASSICS.split():
                        by_name[name] = recipe
    return by_name


def _recipe(name: list[str], ingredients: list[str], random: Random) -> Recipe:
    about = {*name, *(tag for tag in TAGS.split() if random.random() < 0.25)}
    if about & ANIMAL:
        about.discard("vegan")
    words = {word: 1 + int(4 * random.random()) for word in sorted(about)}
    for _ in range(3):  # words that have nothing to do with the dish
        words.setdefault(ingredients[int(len(ingredients) * random.random())], 1 + int(2 * random.random()))
    return Recipe(frozenset(about), words, 0.4 + 1.6 * random.random(), 1 + int(5 * random.random()))


def by_words(title: str, recipe: Recipe, rarity: dict[str, float]) -> float:
    """The score of a search engine that compares words only (BM25), and adds a little for stars."""
    asked = {word.removesuffix("s") for word in title.split()} | set(title.split())
    shared = [
        rarity[word] * 2.2 * times / (times + 0.3 + 0.9 * recipe.length)
        for word, times in recipe.words.items()
        if word in asked
    ]
    return round(sum(shared) + 0.3 * recipe.stars, 1)


def by_meaning(means: set[str], recipe: Recipe, random: Random) -> float:
    """The score of a search engine that knows similar words, with some noise."""
    return round(0.55 * alike(means, recipe, 0.6) + 0.45 * random.random(), 3)


def alike(means: set[str], recipe: Recipe, akin: float) -> float:
    """The fraction of the words meant that a recipe is about; a word that is only similar counts ``akin``."""
    kinships = (1.0 if word in recipe.about else akin if _akin(word) & recipe.about else 0.0 for word in means)
    return sum(sorted(kinships)) / len(means)


def _akin(word: str) -> set[str]:
    return set().union(*(group for group in ALIKE if word in group))


def grade(means: set[str], recipe: Recipe, random: Random) -> int:
    """The cook's grade: 3 for a recipe about everything that was meant, less for a similar one; with some noise."""
    share = alike(means, recipe, 0.5)
    strict = 3 if share == 1 else 2 if share >= 0.75 else 1 if share >= 0.6 else 0
    mood = random.random()
    if "vegan" in means and recipe.about & MEAT:
        return 0
    return max(0, strict - 1) if mood < 0.1 else min(3, strict + 1) if mood > 0.9 and strict else strict


def lines(seed: int = 5) -> dict[str, list[str]]:
    """The lines of every file, by its name."""
    random = Random(seed)  # only random() is used: it gives the same numbers in every version of Python
    known = recipes(random)
    counts = Counter(word for recipe in known.values() for word in recipe.words)
    rarity = {word: log(len(known) / count) for word, count in counts.items()}
    files: dict[str, list[str]] = {"words.run": [], "meaning.run": [], "recipes.qrels": []}
    for query, (title, meaning) in QUERIES.items():
        means = set(meaning.split())
        grades = {name: grade(means, recipe, random) for name, recipe in known.items()}
        scores = {
            "words": {name: by_words(title, recipe, rarity) for name, recipe in known.items()},
            "meaning": {name: by_meaning(means, recipe, random) for name, recipe in known.items()},
        }
        pool = {name for name in known if random.random() < (0.5 if grades[name] > 1 else 0.02)}
        for tag, scored in scores.items():
            best = sorted(scored, key=lambda name: (scored[name], name), reverse=True)
            if tag == "words" and query == SPECIAL["the first run finds nothing relevant"]:
                best = [name for name in best if not grades[name]]
            pool.update(best[:POOL])
            if tag == "meaning" or query != SPECIAL["not in the first run"]:
                files[f"{tag}.run"] += [
                    f"{query} Q0 {name} {rank} {scored[name]} {tag}" for rank, name in enumerate(best[:DEPTH], 1)
                ]
        if query != SPECIAL["not judged"]:
            files["recipes.qrels"] += [f"{query} 0 {name} {grades[name]}" for name in sorted(pool)]
    titles = {query: title for query, (title, _) in QUERIES.items()}
    files["queries.json"] = json.dumps(titles, indent=1).splitlines()
    return files


def main() -> None:
    """Write the files into the package."""
    for name, content in lines().items():
        (DATA / name).write_text("\n".join(content) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

"""A surface in Python: what can be read and changed of it, and what it shows where nothing is live.

It needs nothing but rankteach itself, so it works where anywidget is not installed: a page can be saved of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from operator import methodcaller
from typing import Any, ClassVar, Literal, get_args
from weakref import WeakSet

from rankteach.core.attempts import solved_with
from rankteach.core.checks import one_of, shown
from rankteach.notation.html import escape
from rankteach.tracing.trace import Trace
from rankteach.widgets.session.picture import picture
from rankteach.widgets.session.session import Session
from rankteach.widgets.session.state import State

View = Literal["full", "lecture"]
"""Everything, or what a lecture needs."""


def state_property(doc: str, read: Callable[[Any], Any], change: Callable[[Any, Any], object] | None = None) -> Any:
    """A property of a surface that is ``read(state)``; setting it calls ``change(state, value)``."""
    write = change and (lambda surface, value: surface._change(lambda state: change(state, value)))
    return property(lambda surface: read(surface._state), write, doc=doc)


_HOSTS: WeakSet[Host] = WeakSet()
"""Every surface that there is."""


def start_again(tasks: Collection[str]) -> None:
    """Each surface with one of these tasks is as at the start, and so is each that one of these questions covers."""
    for host in [*_HOSTS]:
        if {host._state.task, host._state.covered} & {*tasks}:
            host._show_after(Session.start_again)


class Host:
    """Holds the session of a state.

    With a ``key``, it starts from the last state of the surface with that key, if both began in the same way.

    A subclass says in which ``folder`` its module and its style sheet are, what a page calls it (``title``) and how to
    play with it, and what it shows without a kernel: ``_line`` is short, and ``_parts`` are all of it. They raise here,
    because the metaclass of a widget leaves no room for that of abstract methods.
    """

    folder: ClassVar[str]
    title: ClassVar[str]
    how: ClassVar[str]

    def __init__(self, state: State, key: Hashable = None, view: View | None = None) -> None:
        _HOSTS.add(self)
        self.arrangement = "" if view is None else one_of(view, get_args(View), "view")
        try:
            hash(key)
        except TypeError:
            raise TypeError(f"key must be a name to find the state by, such as 'lesson 1', not {shown(key)}") from None
        self._session = Session(state, None if key is None else (type(self), key))
        if self._state is state and state.task and (given := solved_with(state.task)):
            self._session.change(methodcaller("restore", given))

    @property
    def _state(self) -> Any:
        return self._session.state

    @property
    def view(self) -> Any:
        """Everything to draw."""
        return self._session.sent()["view"]

    @property
    def code(self) -> str:
        """The line of Python that makes a surface as this one is now."""
        return str(self._state.code())

    def undo(self) -> None:
        """Undo the last change. Raises ``ValueError`` if there is none."""
        self._show_after(lambda session: session.step(back=True))

    def redo(self) -> None:
        """Redo the last change that was undone. Raises ``ValueError`` if there is none."""
        self._show_after(lambda session: session.step(back=False))

    def _change(self, change: Callable[[Any], object]) -> None:
        """Change the state, or leave it as it is if the change fails."""
        self._show_after(lambda session: session.change(change))

    def _show_after(self, perform: Callable[[Session], None]) -> None:
        with self._session.lock:
            perform(self._session)
            list(self._session.work())

    def _line(self) -> str:
        """What is shown, in one line."""
        raise NotImplementedError

    def _parts(self) -> Iterable[Any]:
        """All of it in words, where nothing is live: sentences, and what Jupyter shows, such as a trace."""
        raise NotImplementedError

    def _html(self) -> str:
        """Everything as HTML that needs no script and no style sheet: a picture, and below it the parts to open."""
        sent = self._session.sent()
        titles = [f"{name}: {title}" for name, title in sent["titles"].items()]
        words = "".join(_part_html(part) for part in (*self._parts(), *titles) if part)
        image = picture(sent["view"], sent["titles"])
        return f"<div>{image}<details><summary>{escape(self._line())}</summary>{words}</details></div>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        if covered := self._state.covered:
            note = f"Answer this question first, then you see the numbers: {covered}"
            return {"text/plain": note, "text/html": f"<p>{escape(note)}</p>"}, {}
        return {"text/plain": repr(self), "text/html": self._html()}, {}


def _part_html(part: Any) -> str:
    if isinstance(part, str):
        return f"<p>{escape(part)}</p>"
    return str(part.to_html() if isinstance(part, Trace) else part._repr_html_())

"""The base of every surface: a state in plain Python. Actions change it, and a view shows it. It knows no widget.

Each kind of action is declared once, in the table of a state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Literal, Self, get_type_hints

from rankteach.core.attempts import Attempt
from rankteach.core.checks import must, shown, text_of
from rankteach.core.ranking import Ranking
from rankteach.widgets.parts.trace_view import TraceDrawing
from rankteach.widgets.protocol import Action, Option


# --- actions: what a person can do on a surface -------------------------------------------------------
def method(name: str, *keys: str) -> Callable[..., Any]:
    """What calls a method of a state, with the values that an action has for these keys."""

    def call(state: Any, action: Mapping[str, Any] = MappingProxyType({})) -> Any:
        return getattr(state, name)(*map(action.__getitem__, keys))

    return call


@dataclass(frozen=True)
class Kind:
    """A kind of action: what it does, and what a saved page has to know of it.

    ``perform`` does it, and returns what it did, in words. ``recorded`` gives, for a state, the actions of this kind
    that a saved page answers there, as its browser sends them; none by default.

    ``changes`` says what becomes different: the order of the items, their grades, which queries count, where a line is
    drawn, or what is shown. In a page that would have too many states, actions that change much follow no others.

    ``part`` names the attribute of the state that an action depends on and changes, if that is the only one. It is
    ``"value"`` if an action depends on the list and the chosen measure, and changes neither, and ``"above"`` if it
    depends on the list and the measures, and changes the threshold.

    ``anew`` says that it leads to one list, in whatever order the items were before.
    """

    perform: Callable[[Any, Any], str]
    recorded: Callable[[Any], Iterable[Action]] = lambda state: ()
    changes: Literal["order", "grades", "queries", "line", "choice", ""] = ""
    part: Literal["now", "cards", "above", "value", ""] = ""
    anew: bool = False


Actions = Mapping[str, Kind]
"""The kinds of actions of a state, by their names."""

_TYPES: dict[Any, tuple[tuple[type, ...], str]] = {
    str: ((str,), "text"),
    int: ((int,), "a whole number"),
    str | float: ((str, int, float), "text or a number"),
}
_OWN_WORDS = ("do", "digits", "n")
"""Keys whose values are refused with a list of those that there are."""
_EXPECTED = {
    key: _TYPES[hint] for key, hint in get_type_hints(Action).items() if hint in _TYPES and key not in _OWN_WORDS
}
"""For a key of an action, the types that the protocol allows, and what they are called."""


class Asked(dict[str, Any]):
    """An action as it came, which says what it lacks."""

    def __missing__(self, key: str) -> Any:
        raise ValueError(f"the action {shown(self['do'])} needs {key!r}")


# --- the state ----------------------------------------------------------------------------------------
class State(ABC):
    """The state of a surface.

    A change replaces the state's values and never alters one, so that a copy keeps the old ones. ``announcement`` says
    what the last action did, until the next one. ``covered`` is the question that a learner answers before the values
    are seen. ``task`` is what attempts at its task are recorded by; empty if it has none.
    """

    actions: ClassVar[Actions] = MappingProxyType({})
    most_nearest: ClassVar[int | None] = None
    """Of a list that can be reordered in a saved page: how many states it knows, those that few actions lead to."""
    momentary: ClassVar[tuple[str, ...]] = ("announcement",)
    """What only the last action showed; until then, and without it, it is as in the class."""
    kept: ClassVar[tuple[str, ...]] = ()
    """What undo does not change."""
    announcement = ""
    covered = ""
    task = ""
    titles: Mapping[str, str] = MappingProxyType({})

    @abstractmethod
    def code(self) -> str:
        """A line of Python that makes a surface with this state. States with the same line are the same."""

    @abstractmethod
    def view(self) -> Mapping[str, Any]:
        """Everything there is to draw but the formulas of the steps."""

    def fast_view(self) -> Mapping[str, Any]:
        """The parts of the view that a browser draws before the answer comes, where an action was predicted."""
        return {}

    def predicted(self) -> Iterable[Action]:
        """The actions that are likely to come next."""
        return ()

    def work(self) -> Iterator[bool]:
        """Do what the last action left to do, because it takes long, in parts. True if the view has changed."""
        return iter(())

    def menu(self) -> list[Option]:
        """The measures that can be added."""
        return []

    def functions(self) -> list[Any]:
        """The user's own functions among the parameters: no line of code can tell them apart."""
        return []

    # --- titles -----------------------------------------------------------------------------------------
    def titled(self, titles: Any) -> Self:
        """The same state, whose items and queries have these titles. Titles of other names wait."""
        if titles is not None:
            if not isinstance(titles, Mapping):
                hint = "Write {'d1': 'Leek soup'}."
                raise TypeError(must("titles", titles, "be a mapping of item or query to title", hint))
            for name, title in titles.items():
                if not isinstance(title, str):
                    raise TypeError(must(f"titles[{shown(name)}]", title, "be a text"))
            self.titles = {text_of(name, "titles"): text_of(title, "titles") for name, title in titles.items()}
        return self

    def covered_by(self, question: Any) -> Self:
        """The same state, whose values are covered until a question is answered."""
        if question is not None:
            text = getattr(question, "text", None)
            if not isinstance(text, str):
                hint = "Write covered_until=question, where question = rankteach.classroom.question(...)."
                raise TypeError(must("covered_until", question, "be a question", hint))
            self.covered = text
        return self

    def names(self) -> Iterable[str]:
        """The items and queries in the line of Python."""
        return ()

    def titles_of(self, names: Iterable[str]) -> dict[str, str]:
        """The titles of those that have one."""
        return {name: self.titles[name] for name in sorted(set(names)) if self.titles.get(name)} if self.titles else {}

    def shown_titles(self) -> dict[str, str]:
        """The titles of what the surface shows."""
        return self.titles_of(self.names())

    def titles_code(self) -> str:
        """The same as the last argument of the line of Python; empty if there are none."""
        titles = self.titles_of(self.names())
        return f", titles={literal(titles)}" if titles else ""

    def with_title(self, name: str) -> str:
        """A name with its title."""
        return f"{name}, {self.titles[name]}" if self.titles.get(name) else name

    def drawing(self) -> TraceDrawing | None:
        """The calculation to be drawn, if the surface shows one; its ``formulas`` are those of the steps."""
        return None

    # --- changes ----------------------------------------------------------------------------------------
    def after(self, change: Callable[[Any], object]) -> Self:
        """A changed copy, which has forgotten what the last action showed."""
        state = self.copy()
        state.clear_feedback()
        change(state)
        return state

    def copy(self) -> Self:
        """A copy to be changed."""
        state = object.__new__(type(self))
        vars(state).update(vars(self))
        return state

    def clear_feedback(self) -> None:
        """Forget what only the last action showed."""
        for name in self.momentary:
            vars(self).pop(name, None)

    def drop_caches(self, shown: Self) -> None:
        """Drop what the state shown now does not share: a history of states takes little memory."""
        self.clear_feedback()

    def dispatch(self, action: Action) -> None:
        """Perform an action, such as ``{"do": "move", "item": "d3", "to": 1}``.

        Raises ``ValueError`` or ``TypeError`` if it is none of the state's.
        """
        do = action.get("do")
        if not isinstance(do, str) or do not in self.actions:
            raise ValueError(f"action must be one of {', '.join(self.actions)}, not {shown(do)}")
        for key, value in action.items():
            if key in _EXPECTED and not isinstance(value, _EXPECTED[key][0]):
                raise TypeError(must(key, value, f"be {_EXPECTED[key][1]}"))
        self.announcement = self.actions[do].perform(self, Asked(action))

    def attempts(self, action: Action) -> Iterator[Attempt]:
        """What an action, which led to this state, is of a task."""
        return iter(())

    def restore(self, given: Any) -> None:
        """Show again what once solved the task, where that is all that a surface needs."""
        return None

    def recordable_actions(self) -> list[Action]:
        """The actions that a saved page answers in this state, as its browser sends them."""
        return [action for kind in self.actions.values() for action in kind.recorded(self)]


def literal(value: Any) -> str:
    """A value as Python source.

    >>> print(literal([Ranking([1, 0.5], missed={"it's": 2}), (Fraction(1, 3), None)]))
    [rt.Ranking([1.0, 0.5], missed={"it's": 2}), (rt.Fraction(1, 3), None)]
    """
    match value:
        case Ranking():
            grades, *others = (f"{name}={literal(given)}" for name, given in value.arguments().items())
            return f"rt.Ranking({', '.join([grades.removeprefix('grades='), *others])})"
        case Fraction():
            return f"rt.Fraction({value.numerator}, {value.denominator})"
        case list():
            return f"[{', '.join(map(literal, value))}]"
        case tuple():
            return f"({', '.join(map(literal, value))}{',' * (len(value) == 1)})"
        case Set():
            return f"{{{', '.join(map(literal, value))}}}"
        case Mapping():
            return f"{{{', '.join(f'{literal(name)}: {literal(one)}' for name, one in value.items())}}}"
    return repr(value)

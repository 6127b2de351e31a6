"""What the analysis of a file reads of other files, so that a later scan can tell whether it would read the same.

A file that others import is two kinds of *units*: its own code, and each name that it has by an import. A unit keeps what was
read while it ran, so that who asks for a name later, and finds it worked out, depends on what that took. They are kept apart
because a package's ``__init__`` hands on what it never looks at: who takes one name from it does not read all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Fact = tuple[str, ...]
"""What was read: ``n`` path, name: what a name of a file stands for; ``b`` path, name: whether a file has a name, be it by star
imports; ``a`` path: all of its names; ``t`` path: its text; ``r`` folder, dots, module: which file an import means."""
Unit = tuple[str, str]
"""A file and a name that it imports; with ``OWN`` instead, the file's own code; with ``WALK``, its walk for a scan."""
Stars = dict[str, list[tuple[str, int]]]
"""Of files, the modules of which they import all, and their dots."""
OWN: Final = "*"
WALK: Final = ""


class Reader:
    """A unit, and what it has read."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.facts: set[Fact] = set()


class Trace:
    """Facts by the unit that read them."""

    def __init__(self) -> None:
        self.searching = 0  # a name is looked for through star imports, which is one fact
        self._units: dict[Unit, Reader] = {}
        self._new_facts: list[tuple[Unit, Fact]] = []
        self._now = Reader(("", ""))
        self._binders: set[tuple[str, str]] = set()
        self._new_binders: list[tuple[str, str]] = []
        self._new_stars: Stars = {}
        self._new_listed: dict[str, list[str]] = {}

    def begin(self, unit: Unit) -> Reader:
        """What is read from now on is read by ``unit``; gives what ``end`` takes."""
        before = self._now
        self._now = self._reader(unit)
        return before

    def end(self, before: Reader) -> None:
        """What is read from now on is read by who read before."""
        self._now = before

    def note(self, fact: Fact) -> None:
        """The unit that runs now reads something."""
        if not self.searching and fact not in self._now.facts:
            self._now.facts.add(fact)
            self._new_facts.append((self._now.unit, fact))

    def add(self, unit: Unit, fact: Fact) -> None:
        """A unit reads something, whichever runs now."""
        reader = self._reader(unit)
        if fact not in reader.facts:
            reader.facts.add(fact)
            self._new_facts.append((unit, fact))

    def note_binder(self, name: str, path: str) -> None:
        """A file is found to bind a name itself."""
        if (name, path) not in self._binders:
            self._binders.add((name, path))
            self._new_binders.append((name, path))

    def note_stars(self, path: str, modules: list[tuple[str, int]]) -> None:
        """Modules of which a file imports all, and their dots."""
        self._new_stars[path] = modules

    def note_listed(self, path: str, names: Iterable[str]) -> None:
        """A star import of a file brings these names."""
        self._new_listed[path] = sorted(names)

    def news(self) -> tuple[list[tuple[Unit, Fact]], list[tuple[str, str]], Stars, dict[str, list[str]]]:
        """What came since the last time: facts, names with files that bind them, star imports of files, what theirs bring."""
        found = (self._new_facts, self._new_binders, self._new_stars, self._new_listed)
        self._new_facts, self._new_binders, self._new_stars, self._new_listed = [], [], {}, {}
        return found

    def _reader(self, unit: Unit) -> Reader:
        found = self._units.get(unit)
        if found is None:
            found = self._units[unit] = Reader(unit)
        return found

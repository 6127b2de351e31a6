"""The names of a module that others import, each worked out alone when it is first asked for.

Most of what a file imports is never used by the one at hand, and most of that is never parsed: ``syntax.outline`` tells which
statement binds a name, and only that is parsed and walked.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Collection, Container, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mindport.semantics import imports, lazy_names
from mindport.semantics.definitions import ClassInfo, Frame, FunctionInfo
from mindport.semantics.exports import Exports, brought
from mindport.semantics.flow import Flow
from mindport.semantics.knowledge import family
from mindport.semantics.libraries import dispatch as libraries
from mindport.semantics.pieces import Statements, pieces_of
from mindport.semantics.trace import OWN, Reader, Trace
from mindport.semantics.types import Type
from mindport.syntax.bodies import Body, FunctionNode
from mindport.syntax.outline import parse
from mindport.syntax.source import SourceFile
from mindport.syntax.words import may_bind, place_of

if TYPE_CHECKING:
    from mindport.semantics.definitions import ProjectIndex
    from mindport.semantics.knowledge import Knowledge

_WORTH_SHARING: Final = 16  # how much of a file is enough
_STAR: Final = re.compile(r"import[ \t]*\(?[ \t]*\*")
_NO_CIRCLE: Final = 1 << 30
_MOST_TRIES: Final = 8  # of a name that waits for others


class Waiting:
    """What waits for each other, in all the files of a project: names, ``depth`` of them, at most ``most``, and functions.
    ``circle``: the place in that row of the outermost name that was asked for again meanwhile; what was found since is not the
    last word."""

    def __init__(self, most: int, trace: Trace | None = None) -> None:
        self.trace = trace
        self.depth = 0
        self.circle = _NO_CIRCLE
        self.walking = 0  # functions
        self.stale: dict[FunctionInfo, None] = {}  # what has read less than is known now
        self.left: dict[FunctionInfo, None] = {}  # what was not walked, because too many waited for each other
        # Who has read which attribute of a class of which not all was known, and what it was.
        self.early: list[tuple[FunctionInfo, ClassInfo, str, Type | None]] = []
        self.callers: dict[FunctionInfo, dict[FunctionInfo, None]] = {}  # in other files
        self.readers: dict[FunctionInfo, None] = {}  # of names that were being worked out then
        # All names of files, while those of one are asked for that imports all of others: these may import all of each other.
        self.listed: dict[ModuleNames, list[str]] | None = None
        self._most = most

    @property
    def is_full(self) -> bool:
        return self.depth >= self._most


class ModuleNames(Flow):
    """The walk of a file as far as its names are asked for. ``sparing``: functions' bodies are left out of what is parsed."""

    def __init__(
        self,
        source: SourceFile,
        knowledge: Knowledge,
        project: ProjectIndex,
        waiting: Waiting,
        sparing: bool = False,
    ) -> None:
        super().__init__(source, knowledge, project)
        self._bodies: dict[FunctionNode, Body] | None = {} if sparing else None
        self.names = Exports(str(source.path), waiting.trace, self)
        self.known = self.module.vars  # names that were worked out
        self._waiting = waiting
        self._trace = waiting.trace
        self._key = str(source.path)
        self._looked_up: set[str] = set()
        self._under_way: dict[str, int] = {}
        self._plain: dict[str, list[int]] = {}
        self._mixed: list[
            tuple[int, int]
        ] = []  # runs of pieces that are more than one definition: the first, and that after
        self._known_binders: dict[str, list[int]] = {}
        self._done: set[str] = set()
        self._tries: dict[str, int] = {}
        self._executed_piece = 0
        self._bound: dict[str, bool] = {}
        self._known: dict[tuple[str, ...], bool] = {}  # whether it knows one of these libraries
        self._known_stars: list[tuple[ast.ImportFrom, Container[str]]] | None = None
        self._asking = False
        self.kept: list[list[ast.stmt]] = []  # bodies that were parsed alone, whose nodes stand for themselves
        self._every_name: list[str] | None = None
        self._all_pieces: list[Statements] | None = None

    def begin_import(self, wanted: frozenset[str]) -> Reader | None:
        return self._trace.begin((self._key, next(iter(wanted)))) if self._trace is not None else None

    def end_import(self, before: Reader | None) -> None:
        if self._trace is not None and before is not None:
            self._trace.end(before)

    def lookup(self, name: str) -> Type | None:
        trace = self._trace
        if trace is not None and name not in self._looked_up:
            self._looked_up.add(name)
            if self._saying(name) or self._stars():
                trace.add((self._key, OWN), ("n", self._key, name))
        found = super().lookup(name)
        if found is None and self._waiting.depth and self.frame.function is not None:
            if name in self._under_way or name not in self._done:
                self._waiting.readers[self.frame.function] = None
        return found

    @property
    def _pieces(self) -> list[Statements]:
        if self._all_pieces is None:
            self._all_pieces = self._outlined()
        return self._all_pieces

    def _outlined(self) -> list[Statements]:
        pieces = pieces_of(self.source.text)
        for number, piece in enumerate(pieces):
            if piece.name:
                self._plain.setdefault(piece.name, []).append(number)
            elif self._mixed and self._mixed[-1][1] == number:
                self._mixed[-1] = self._mixed[-1][0], number + 1
            else:
                self._mixed.append((number, number + 1))
        return [Statements(piece, self.source.text, self._bodies) for piece in pieces]

    def tree(self) -> ast.Module | None:
        """The file's tree, of the pieces that were parsed already and the rest; None where it had better be parsed as a whole."""
        text = self.source.text
        pieces = self._all_pieces or []
        parsed = sum(one.piece.end - one.piece.start for one in pieces if one.is_parsed)
        if not parsed * _WORTH_SHARING > len(text) or "\r" in text or text.startswith("\ufeff"):
            return None
        body: list[ast.stmt] = []
        at = 0
        while at < len(pieces):
            first = at
            while at < len(pieces) and not pieces[at].is_parsed:
                at += 1
            if at > first:
                found = parse(text, replace(pieces[first].piece, end=pieces[at - 1].piece.end))
            else:
                found = pieces[at].nodes
                at += 1
            if not found:
                return None  # it does not parse
            body += found
        return ast.Module(body, [])

    @property
    def is_filled(self) -> bool:
        return bool(self._pieces)

    def beyond(self, name: str) -> Type | None:
        """What a variable of the module holds; None where it has none of that name."""
        found = self.known.get(name)
        if found is None:
            self.work_out(name)
            found = self.known.get(name)
        return found

    def work_out(self, name: str) -> None:
        """Fills in what the module's variable holds, once; nothing while that is under way."""
        waiting = self._waiting
        if name in self._done:
            waiting.circle = min(waiting.circle, self._under_way.get(name, _NO_CIRCLE))
            return
        binders = self._binders(name)
        stars = self._stars_of(name) if not binders else []
        if self._trace is not None and not binders and self._known_stars:
            self._trace.add((self._key, name), ("b", self._key, name))
        lazily = not binders and not stars and lazy_names.may_make(self.source.text, name)
        if not binders and not stars and not lazily:
            if not self._asking:
                self._done.add(name)
            return
        if waiting.is_full:
            return
        self._done.add(name)
        place = self._under_way[name] = waiting.depth
        outer, waiting.circle = waiting.circle, _NO_CIRCLE
        waiting.depth += 1
        saved = self.frame, self.role, self.calling, self.loop_depth, self.depth
        piece = self._executed_piece
        self.role, self.calling, self.loop_depth, self.depth = "reference", None, 0, 0
        before = self._trace.begin((self._key, OWN)) if self._trace is not None else None
        try:
            for star in stars:
                self.frame = Frame("module", self.module, wanted=frozenset([name]))
                imports.bind_import(self, star)
                self._keep(name)
                if waiting.circle > place or self._is_known(name):
                    break
                # That file has it from this one, which has it from an earlier import.
                self.known.pop(name, None)
            for number in binders:
                self._execute(number, name)
            if lazily:
                self._make(name)
        finally:
            if self._trace is not None and before is not None:
                self._trace.end(before)
            self.frame, self.role, self.calling, self.loop_depth, self.depth = saved
            self._executed_piece = piece
            waiting.depth -= 1
            del self._under_way[name]
        if waiting.circle < place and not self._is_known(name):
            # It waits for one that is under way: to be asked again after that, but of a circle of many not for ever.
            self._tries[name] = self._tries.get(name, 0) + 1
            if self._tries[name] < _MOST_TRIES:
                self._done.discard(name)
            self.known.pop(name, None)
        waiting.circle = min(outer, waiting.circle if waiting.circle < place else _NO_CIRCLE)
        if waiting.readers and not waiting.depth and not waiting.walking:
            waiting.walking += 1
            self.settle()
            waiting.walking -= 1

    def settle(self) -> None:
        """Has those functions walked that were left, and those again that have read less than is known now."""

    def _is_known(self, name: str) -> bool:
        found = self.known.get(name)
        return found is not None and not found.is_unknown

    def bind(self, name: str, value: Type) -> None:
        if name in self.frame.global_names:
            self.frame.vars[name] = value  # what a call changes is for that call, or it would depend on who calls first
        else:
            super().bind(name, value)

    def unbind(self, name: str) -> None:
        if self.frame.kind != "module":  # what stands before the ``del`` still asks for the module's variable
            super().unbind(name)

    def binds(self, name: str) -> bool:
        """Whether the module has the name, be it through star imports."""
        found = self._bound.get(name)
        if found is None:
            found = bool(self._binders(name)) or lazy_names.may_make(self.source.text, name)
            if found and self._trace is not None:
                self._trace.note_binder(name, self._key)
            found = found or bool(self._stars_of(name))
            if not self._asking:
                self._bound[name] = found
        return found

    def binds_itself(self, name: str) -> bool:
        """Whether the module binds the name other than by a star import."""
        return bool(self._binders(name))

    def knows_numpy(self) -> bool:
        if self.source.imports_numpy:
            return True
        names = {n for one in self._pieces if one.mentions("numpy") and one.nodes for n in one.imported}
        return any(self.names[name].name == "numpy" for name in names)

    def knows(self, libraries: Collection[str]) -> bool:
        key = tuple(libraries)
        found = self._known.get(key)
        if found is None:
            pieces = [one for one in self._pieces if one.piece.kind in ("import", "other")]
            found = self._known[key] = any(one.imports_from(libraries) for one in pieces)
        return found

    def all_names(self) -> list[str]:
        """Every name of the module."""
        if self._every_name is not None:
            return self._every_name
        waiting = self._waiting
        if waiting.listed is not None:
            # Each file once: many packages import all of what imports all of others, along many ways.
            if self not in waiting.listed:
                waiting.listed[self] = []
                waiting.listed[self] = self._listed_names()
            return waiting.listed[self]
        waiting.listed = {self: []}
        try:
            self._every_name = self._listed_names()
        finally:
            waiting.listed = None
        return self._every_name

    def _listed_names(self) -> list[str]:
        found: dict[str, None] = {}
        for one in self._pieces:
            if not one.piece.name:
                _ = one.nodes
            found.update(dict.fromkeys([*sorted(one.imported), *sorted(one.bound)]))
        asking, self._asking = self._asking, True
        try:
            for _, names in self._stars():
                if isinstance(names, Iterable):
                    found.update(dict.fromkeys(sorted(names)))
        finally:
            self._asking = asking
        return list(found)

    def _binders(self, name: str) -> list[int]:
        """The pieces that bind a name, but for star imports."""
        found = self._known_binders.get(name)
        if found is None:
            found = self._known_binders[name] = self._look_for_binders(name)
        return found

    def _look_for_binders(self, name: str) -> list[int]:
        if self._all_pieces is None and not may_bind(self.source.text, name):
            return []  # most files that are asked, through star imports, do not have it: these need no outline
        pieces = self._pieces
        mixed = [number for number in self._saying(name) if pieces[number].binds(name)]
        plain = self._plain.get(name)
        return sorted(plain + mixed) if plain and mixed else plain or mixed

    def _saying(self, name: str) -> list[int]:
        """Pieces that have a word, but for definitions."""
        text, pieces = self.source.text, self._pieces
        found: list[int] = []
        for first, last in self._mixed:
            at, end = pieces[first].piece.start, pieces[last - 1].piece.end
            while (at := place_of(text, name, at, end)) >= 0:
                number = bisect_right(pieces, at, first, last, key=_start) - 1
                if at < pieces[number].piece.end:
                    found.append(number)
                    at = pieces[number].piece.end
                else:
                    at += len(name)  # in a comment between two
        return found

    def _stars(self) -> list[tuple[ast.ImportFrom, Container[str]]]:
        """Star imports with the names that they may bring, the last one first."""
        if self._known_stars is None:
            found: list[tuple[ast.ImportFrom, Container[str]]] = []
            self._known_stars = found
            if _STAR.search(self.source.text) is None:
                return found
            pieces = self._pieces
            modules: list[tuple[str, int]] = []
            for star in [
                star for first, last in self._mixed for one in pieces[first:last] for star in one.star_imports()
            ]:
                modules.append((star.module or "", star.level))
                if star.level == 0 and family(star.module or ""):
                    found.append((star, self.knowledge.star_names(star.module or "")))
                elif self.project is not None:
                    exports = self.project.exports(star.module or "", star.level, self.source.path)
                    if exports is not None:
                        found.append((star, brought(exports)))
                    elif (handed_on := libraries.brought(star.module or "")) is not None and star.level == 0:
                        found.append((star, handed_on))
            found.reverse()
            if self._trace is not None:
                self._trace.note_stars(self._key, modules)
        return self._known_stars

    def _stars_of(self, name: str) -> list[ast.ImportFrom]:
        """Star imports that bring the name, the last one first."""
        if self._asking:
            return []
        self._asking = True  # files may import all of each other
        if self._trace is not None:
            self._trace.searching += 1
        try:
            return [star for star, names in self._stars() if name in names]
        finally:
            self._asking = False
            if self._trace is not None:
                self._trace.searching -= 1

    def _execute(self, number: int, name: str) -> None:
        one = self._pieces[number]
        self._executed_piece = number
        frame = self.frame = Frame("module", self.module)
        if one.imported or one.piece.kind in ("import", "other"):
            frame.wanted = frozenset([name])
        for bound in one.bound:
            known = self.known.get(bound)
            if known is not None:
                frame.vars[bound] = known
        self.block(one.nodes)
        self._keep(name)
        for bound in one.bound:
            if bound not in self._done and bound not in one.imported and self._binders(bound) == [number]:
                self._done.add(bound)
                self._keep(bound)
        frame.vars = {}  # what is defined here sees the module's variables as they are

    def _make(self, name: str) -> None:
        """Has the module's own ``__getattr__`` make the name."""
        pieces = self._pieces
        getters = self._plain.get(lazy_names.GETTER)
        nodes = pieces[getters[-1]].nodes if getters else []
        if nodes or not getters:
            telling = [one for one in pieces if one.piece.kind in ("assign", "other") and one.mentions(name)]
            tables = [node for one in telling for node in one.nodes]
            found = lazy_names.made(self, nodes[0] if nodes else None, tables, name)
            if not found.is_unknown:
                self.known[name] = found

    def _keep(self, name: str) -> None:
        found = self.frame.vars.get(name)
        if found is not None:
            self.known[name] = found
            if not found.is_unknown:
                self.known_globals[name] = found


def _start(one: Statements) -> int:
    return one.piece.start

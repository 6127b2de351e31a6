"""A file as others that import it see it: each of its names is worked out alone, when it is first asked for.

Most of what a file imports is never used by the one at hand, and most of that is never parsed: ``syntax.outline`` tells which
statement binds a name, and only that is parsed and walked. What a name stands for so depends on the file alone, not on who
asked for what before.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from operator import itemgetter
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Final

from mindport.semantics import autograd, imports
from mindport.semantics.definitions import ClassInfo, Frame, FunctionInfo
from mindport.semantics.exports import Exports, brought
from mindport.semantics.flow import MAX_CALL_DEPTH, PREPARING, Flow
from mindport.semantics.knowledge import family
from mindport.semantics.pieces import Statements, pieces_of
from mindport.semantics.reads import same
from mindport.semantics.stores import by_others, given_by_name, places
from mindport.semantics.trace import OWN, Reader, Trace
from mindport.semantics.types import OPEN, Type
from mindport.syntax.bodies import Body, FunctionNode, parse_body
from mindport.syntax.outline import parse
from mindport.syntax.source import SourceFile
from mindport.syntax.words import may_bind, written_out

if TYPE_CHECKING:
    from mindport.semantics.definitions import ProjectIndex
    from mindport.semantics.knowledge import Knowledge

_WORTH_SHARING: Final = 16  # how much of a file is enough
_WORD: Final = re.compile(r"\w+")
_STAR: Final = re.compile(r"import[ \t]*\(?[ \t]*\*")


_HEAD: Final = re.compile(r"^class[ \t]+\w+[ \t]*\(([^)]*)", re.MULTILINE)
_NO_CIRCLE: Final = 1 << 30
_ROUNDS: Final = 60
_MOST_RUNS: Final = 3
_BITS: Final = (1 << 13) - 1
_DEFINING: Final = frozenset(["def", "class", "assign"])
_FREE: Final = 4  # functions that may wait for each other where the file that asks has as many as it may


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
        self._most = most

    @property
    def is_full(self) -> bool:
        return self.depth >= self._most


class ImportedFlow(Flow):
    """The walk of a file of which only what others ask for is looked at. ``sparing``: a function's body is parsed when it is
    walked, and then let go of."""

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
        self.tells = self.keeps_reads = False
        self.names = Exports(self)
        self.known = self.module.vars  # names that were worked out
        self._waiting = waiting
        self._trace = waiting.trace
        self._key = str(source.path)
        self._looked_up: set[str] = set()
        self._under_way: dict[str, int] = {}
        self._plain: dict[str, list[int]] = {}
        self._mixed: list[int] = []  # pieces that are more than one definition
        self._saying: dict[str, list[int]] = {}  # those of them that have a word
        self._done: set[str] = set()
        self._heard: set[FunctionInfo] = set()  # whose callers in this file were walked
        self._methods: dict[ClassInfo, list[tuple[FunctionInfo, int, int]]] = {}
        self._setting: dict[tuple[ClassInfo, str], list[FunctionInfo]] = {}
        self._executed_piece = 0
        self._heads: dict[str, list[str]] | None = None  # classes by the words of what they derive from
        self._others: dict[str, list[int]] | None = None  # where it sets attributes of other objects
        self._other_setters: dict[str, list[FunctionInfo]] = {}  # by attribute
        self._bound: dict[str, bool] = {}
        self._known: dict[tuple[str, ...], bool] = {}  # whether it knows one of these libraries
        self._known_stars: list[tuple[ast.ImportFrom, Container[str]]] | None = None
        self._asking = False
        self._listed: frozenset[str] | EllipsisType | None = ...
        self._all_pieces: list[Statements] | None = None

    def analyze(self, function: FunctionInfo) -> None:
        """Walks a function, and notes what is read for it as read by the file's own code. What was walked meanwhile and has read
        less than is known then is walked again."""
        waiting = self._waiting
        before = self._trace.begin((self._key, OWN)) if self._trace is not None else None
        waiting.walking += 1
        try:
            self._with_callers(function)
            if waiting.walking == 1:
                self._settle()
        finally:
            waiting.walking -= 1
            if self._trace is not None and before is not None:
                self._trace.end(before)

    def make_stale(self, function: FunctionInfo) -> None:
        super().make_stale(function)
        if function.stale:
            self._waiting.stale[function] = None

    def leave(self, function: FunctionInfo) -> int:
        waiting = self._waiting
        if not waiting.walking:  # nobody else will have it walked
            return MAX_CALL_DEPTH - _FREE
        waiting.left[function] = None
        return MAX_CALL_DEPTH

    def note_caller(self, function: FunctionInfo) -> None:
        if function.flow is self:
            super().note_caller(function)
        elif self.frame.function is not None:
            self._waiting.callers.setdefault(function, {})[self.frame.function] = None

    def tell_callers(self, function: FunctionInfo) -> None:
        super().tell_callers(function)
        if function in function.callers:  # what calls itself may have been walked again for another reason, or not
            self.make_stale(function)
        for caller in self._waiting.callers.get(function, ()):
            caller.flow.make_stale(caller)

    def assign_attribute(self, cls: ClassInfo, name: str, value: Type, site: object) -> None:
        caller = self.frame.function
        if cls.flow is self and caller is not None and cls.frame.kind == "module":
            if value.is_unknown and value.name in OPEN and caller.cls is not cls:
                return  # ``self.decoder.embedding = value``: most put there what is like what stood there
            caller = self._outermost()
            if caller is not None and caller.name not in PREPARING and caller not in self.setting(cls, name):
                return  # who asks for the attribute first would not find it
        super().assign_attribute(cls, name, value, site)

    def attribute_of(self, cls: ClassInfo, name: str) -> Type | None:
        if cls.flow is not self:
            for function in self._set_by_others(name):
                self.ensure(function)
        return super().attribute_of(cls, name)

    def note_attribute(self, cls: ClassInfo, name: str, found: Type | None) -> None:
        reader = self.frame.function
        others: Sequence[FunctionInfo] = self._set_by_others(name) if cls.flow is not self else ()
        if reader is None or reader.stale or name in cls.complete and not others:
            return
        setting = [function for one in cls.lineage() for function in one.flow.setting(one, name)]
        setting += others
        if any(one is not reader and (one.running or not one.analyzed) for one in setting):
            self._waiting.early.append((reader, cls, name, self.held(cls, name)))

    def _settle(self) -> None:
        """Has those functions walked that were left, and those again that have read less than is known now."""
        waiting = self._waiting
        runs: dict[FunctionInfo, int] = {}
        for _ in range(_ROUNDS):
            left, waiting.left = waiting.left, {}
            for function in left:
                self.ensure(function)
            early, waiting.early = waiting.early, []
            for reader, cls, name, found in early:
                if not same(found, reader.flow.held(cls, name)):
                    reader.flow.make_stale(reader)
            if not waiting.depth:
                readers, waiting.readers = waiting.readers, {}
                for reader in readers:
                    reader.flow.make_stale(reader)
            stale, waiting.stale = waiting.stale, {}
            for function in stale:
                if function.stale and runs.get(function, 0) < _MOST_RUNS:
                    runs[function] = runs.get(function, 0) + 1
                    function.flow.analyze_once_more(function)
            if not waiting.left and not waiting.early and not waiting.stale:
                break
        waiting.left, waiting.early, waiting.stale, waiting.callers = {}, [], {}, {}

    def analyze_once_more(self, function: FunctionInfo) -> None:
        before = self._trace.begin((self._key, OWN)) if self._trace is not None else None
        try:
            super().analyze(function)
        finally:
            if self._trace is not None and before is not None:
                self._trace.end(before)

    def _with_callers(self, function: FunctionInfo) -> None:
        """Has those of the file's own functions walked first that call one which does not itself say what it takes: what is known
        of it must not depend on who has asked for these."""
        own: list[FunctionInfo] = []
        if function not in self._heard:
            self._heard.add(function)
            if _is_open(function):
                function.running = function.name == "__init__"  # all calls count; of what it returns, nobody reads
                for caller in self._callers_of(function):
                    if function.name != "__init__" or caller.cls is None or caller.cls is not function.cls:
                        self.ensure(caller)
                    else:
                        own.append(caller)
                function.running = False
            if function.analyzed and not own:
                return
        if not function.analyzed or not own:
            super().analyze(function)
        for caller in own:  # ``return Points(self.points.to(device))`` gives what the others have given
            self.ensure(caller)

    def walk(self, function: FunctionInfo) -> None:
        body = self._bodies.get(function.node) if self._bodies else None
        if body is None:
            super().walk(function)
            return
        node = function.node
        header, types, uses, stand_ins = node.body, self.types, self.uses, self._stand_ins
        arguments = node.args
        defaults = [id(one) for one in (*arguments.defaults, *arguments.kw_defaults) if one is not None]
        known_functions, known_classes = len(self._functions), len(self._classes)
        # Nothing that is known by a node may outlive it.
        self.types, self.uses, self._stand_ins = {one: types[one] for one in defaults if one in types}, {}, {}
        node.body = parse_body(self.source.text, body) or header
        try:
            super().walk(function)
        finally:
            node.body, self.types, self.uses, self._stand_ins = header, types, uses, stand_ins
            if len(self._functions) > known_functions:
                self._functions = {key: one for key, one in self._functions.items() if not _is_within(one, body)}
            if len(self._classes) > known_classes:
                self._classes = {key: one for key, one in self._classes.items() if not _is_within(one, body)}

    def body_of(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
        body = self._bodies.get(node) if self._bodies else None
        return node.body if body is None else parse_body(self.source.text, body)

    def site(self, node: ast.AST) -> int:
        """By its place in the file: other nodes may take its own, once it is let go of. In the text's order."""
        line: int | None = getattr(node, "lineno", None)
        if line is None:
            return id(node)
        last: int = node.end_lineno or line  # type: ignore[attr-defined]
        column: int = min(node.col_offset, _BITS)  # type: ignore[attr-defined]
        end: int = min(node.end_col_offset or 0, _BITS)  # type: ignore[attr-defined]
        return ((line * (_BITS + 1) + column) * (_BITS + 1) + min(last - line, _BITS)) * (_BITS + 1) + end

    def site_of_body(self, frame: Frame) -> int:
        return 0

    def put_in_order(self, by_site: dict[int, Any]) -> None:
        if len(by_site) > 1:
            ordered = sorted(by_site)
            if ordered != list(by_site):
                found = dict(by_site)
                by_site.clear()
                for site in ordered:
                    by_site[site] = found[site]

    def hears(self, function: FunctionInfo) -> bool:
        """Only what those give counts that ``_callers_of`` finds in the text: these are walked before anything is known of the
        function, whoever asks."""
        if function.frame.kind != "module":
            return True
        caller = self._outermost()
        if caller is None:
            return _is_called_by_name(function) and self._pieces[self._executed_piece].piece.kind in _DEFINING
        return caller is function or self._gives(caller, function)

    def _outermost(self) -> FunctionInfo | None:
        """The function of the module, or of one of its classes, that is running."""
        found: FunctionInfo | None = None
        frame: Frame | None = self.frame
        while frame is not None:
            found = frame.function or found
            frame = frame.outer
        return found

    def _gives(self, caller: FunctionInfo, function: FunctionInfo) -> bool:
        """Whether a function's text has a call of another one."""
        if _is_called_by_name(function):
            if self.source.text.find(_call(function), *self._span(caller.node)) >= 0:
                return True
            if caller.cls is None or function.cls is None or caller.name != "__init__" or caller.cls is function.cls:
                return False
            return function.cls in caller.cls.lineage()  # ``super().__init__(…)``
        return caller.cls is function.cls and self.source.text.find(f".{function.name}", *self._span(caller.node)) >= 0

    def begin_import(self, wanted: frozenset[str]) -> Reader | None:
        return self._trace.begin((self._key, next(iter(wanted)))) if self._trace is not None else None

    def end_import(self, before: Reader | None) -> None:
        if self._trace is not None and before is not None:
            self._trace.end(before)

    def tell(self, kind: str, name: str = "") -> None:
        """Notes that something of the file is told to who runs now; ``kind`` as in ``trace.Fact``."""
        if self._trace is not None:
            self._trace.note((kind, self._key, name))

    def lookup(self, name: str) -> Type | None:
        trace = self._trace
        if trace is not None and name not in self._looked_up:
            self._looked_up.add(name)
            if name in self._saying or self._stars():
                trace.add((self._key, OWN), ("n", self._key, name))
        found = super().lookup(name)
        if found is None and self._waiting.depth and self.frame.function is not None:
            if name in self._under_way or name not in self._done:
                self._waiting.readers[self.frame.function] = None
        return found

    def _callers_of(self, function: FunctionInfo) -> Iterator[FunctionInfo]:
        """Functions of the file that call a function, or make an instance of the class whose ``__init__`` it is."""
        text = self.source.text
        if function.cls is not None and function.name != "__init__":
            for method in list(function.cls.methods.values()):
                if method is not function and method.flow is self and self._gives(method, function):
                    yield method
            return
        call = _call(function)
        heirs = self._heirs_of(function.cls.name) if function.cls is not None else ()
        for one in self._pieces:
            piece = one.piece
            if piece.kind not in _DEFINING:
                continue
            if text.find(call, piece.start, piece.end) < 0 and piece.name not in heirs:
                continue
            definition = self.names[piece.name].definition
            if isinstance(definition, FunctionInfo) and definition is not function and definition.flow is self:
                yield definition
            elif isinstance(definition, ClassInfo) and definition.flow is self:
                for method in definition.methods.values():
                    if method.flow is self and self._gives(method, function):
                        yield method

    def _heirs_of(self, name: str) -> Collection[str]:
        """Classes of the file that may derive from one, by their texts."""
        if self._heads is None:
            self._heads = {}
            for one in self._pieces:
                if one.piece.kind == "class":
                    head = _HEAD.search(self.source.text, one.piece.start, one.piece.end)
                    for word in _WORD.findall(head.group(1)) if head is not None else ():
                        self._heads.setdefault(word, []).append(one.piece.name)
        found: dict[str, None] = {}
        queue = [name]
        for current in queue:  # grows on the way
            for heir in self._heads.get(current, ()):
                if heir not in found:
                    found[heir] = None
                    queue.append(heir)
        return found

    def setting(self, cls: ClassInfo, name: str) -> Sequence[FunctionInfo]:
        found = self._setting.get((cls, name))
        if found is None:
            found = self._setting[cls, name] = list(self._set_by(cls, name))
        return found

    def _set_by(self, cls: ClassInfo, name: str) -> Iterator[FunctionInfo]:
        methods = self._methods_of(cls)
        if methods:
            text, named = self.source.text, autograd.plain(name)
            start, end = methods[0][1], max(method[2] for method in methods)
            found = [*places(text, named, start, end), *given_by_name(text, named, start, end)]
            if found:
                for method, begin, until in methods:
                    if any(begin <= at < until for at in found):
                        yield method
        yield from self._set_by_others(name)

    def _methods_of(self, cls: ClassInfo) -> list[tuple[FunctionInfo, int, int]]:
        """All of a class's methods that the file has, those that set a property as well, and where they are, in their order."""
        found = self._methods.get(cls)
        if found is None:
            methods = {one: None for one in self._functions.values() if one.cls is cls}
            methods.update({one: None for one in cls.methods.values() if one.flow is self})
            found = self._methods[cls] = sorted([(one, *self._span(one.node)) for one in methods], key=itemgetter(1))
        return found

    def _set_by_others(self, name: str) -> Sequence[FunctionInfo]:
        """Functions of the file that set an attribute of an object that is not their own."""
        if self._others is None:
            self._others = by_others(self.source.text)
        known = self._others.get(name)
        if known is None:
            return ()
        found = self._other_setters.get(name)
        if found is None:
            found = list(dict.fromkeys(one for at in known for one in self._functions_at(at)))
            if not self._under_way:
                self._other_setters[name] = found
        return found

    def _functions_at(self, at: int) -> Iterator[FunctionInfo]:
        for one in self._pieces:
            piece = one.piece
            if not piece.start <= at < piece.end or piece.kind not in ("def", "class"):
                continue
            definition = self.names[piece.name].definition
            if isinstance(definition, FunctionInfo) and definition.flow is self:
                yield definition
            elif isinstance(definition, ClassInfo) and definition.flow is self:
                for method in definition.methods.values():
                    start, end = self._span(method.node)
                    if method.flow is self and start <= at < end:
                        yield method

    def _span(self, node: ast.stmt) -> tuple[int, int]:
        """The lines of a statement in the text."""
        starts = self.source.lines.starts
        end = node.end_lineno or node.lineno
        return starts[node.lineno - 1], starts[end] if end < len(starts) else len(self.source.text)

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
            else:
                self._mixed.append(number)
                for word in set(_WORD.findall(self.source.text, piece.start, piece.end)):
                    self._saying.setdefault(word, []).append(number)
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
    def listed(self) -> frozenset[str] | None:
        """The names of ``__all__``; None where it is not written out in one piece."""
        if self._listed is ...:
            self._listed = written_out(self.source.text)
            if self._trace is not None and self._listed is not None:
                self._trace.note_listed(self._key, self._listed)
        return self._listed

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
        if not binders and not stars:
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
        finally:
            if self._trace is not None and before is not None:
                self._trace.end(before)
            self.frame, self.role, self.calling, self.loop_depth, self.depth = saved
            self._executed_piece = piece
            waiting.depth -= 1
            del self._under_way[name]
        if waiting.circle < place and not self._is_known(name):
            # It waits for one that is under way: to be asked again after that.
            self._done.discard(name)
            self.known.pop(name, None)
        waiting.circle = min(outer, waiting.circle if waiting.circle < place else _NO_CIRCLE)
        if waiting.readers and not waiting.depth and not waiting.walking:
            waiting.walking += 1
            self._settle()
            waiting.walking -= 1

    def _is_known(self, name: str) -> bool:
        found = self.known.get(name)
        return found is not None and not found.is_unknown

    def bind(self, name: str, value: Type) -> None:
        if name in self.frame.global_names:
            self.frame.vars[name] = value  # what a call changes is for that call, or it would depend on who calls first
        else:
            super().bind(name, value)

    def binds(self, name: str) -> bool:
        """Whether the module has the name, be it through star imports."""
        found = self._bound.get(name)
        if found is None:
            found = bool(self._binders(name))
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
        names = {n for one in self._pieces if one.mentions("numpy") and one.nodes for n in one.imported}
        return any(self.names[name].name == "numpy" for name in names)

    def knows(self, libraries: Collection[str]) -> bool:
        key = tuple(libraries)
        found = self._known.get(key)
        if found is None:
            pieces = [one for one in self._pieces if one.piece.kind in ("import", "other")]
            found = self._known[key] = any(one.mentions(name) for one in pieces for name in libraries)
        return found

    def all_names(self) -> list[str]:
        """Every name of the module."""
        if self._asking:
            return []
        self._asking = True
        try:
            found: dict[str, None] = {}
            for one in self._pieces:
                if not one.piece.name:
                    _ = one.nodes
                found.update(dict.fromkeys([*sorted(one.imported), *sorted(one.bound)]))
            for _, names in self._stars():
                if isinstance(names, Iterable):
                    found.update(dict.fromkeys(sorted(names)))
            return list(found)
        finally:
            self._asking = False

    def _binders(self, name: str) -> list[int]:
        if self._all_pieces is None and not may_bind(self.source.text, name):
            return []  # most files that are asked, through star imports, do not have it: these need no outline
        pieces = self._pieces
        mixed = [number for number in self._saying.get(name, ()) if pieces[number].binds(name)]
        plain = self._plain.get(name)
        return sorted(plain + mixed) if plain and mixed else plain or mixed

    def _stars(self) -> list[tuple[ast.ImportFrom, Container[str]]]:
        """Star imports with the names that they may bring, the last one first."""
        if self._known_stars is None:
            found: list[tuple[ast.ImportFrom, Container[str]]] = []
            self._known_stars = found
            if _STAR.search(self.source.text) is None:
                return found
            pieces = self._pieces
            modules: list[tuple[str, int]] = []
            for number in self._mixed:
                for star in pieces[number].star_imports():
                    modules.append((star.module or "", star.level))
                    if star.level == 0 and family(star.module or ""):
                        found.append((star, self.knowledge.star_names(star.module or "")))
                    elif self.project is not None:
                        exports = self.project.exports(star.module or "", star.level, self.source.path)
                        if exports is not None:
                            found.append((star, brought(exports)))
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

    def _keep(self, name: str) -> None:
        found = self.frame.vars.get(name)
        if found is not None:
            self.known[name] = found
            if not found.is_unknown:
                self.known_globals[name] = found


def _is_within(one: FunctionInfo | ClassInfo, body: Body) -> bool:
    """Whether a definition stands in a function's body."""
    return body.line <= one.node.lineno <= body.last


def _is_called_by_name(function: FunctionInfo) -> bool:
    return function.cls is None or function.name == "__init__"


def _call(function: FunctionInfo) -> str:
    return f"{function.name if function.cls is None else function.cls.name}("


def _is_open(function: FunctionInfo) -> bool:
    """Whether calls may tell what a function takes."""
    if function.frame.kind != "module":
        return False
    arguments = function.node.args
    given = [*arguments.posonlyargs, *arguments.args][function.cls is not None :]
    return any(one.annotation is None for one in (*given, *arguments.kwonlyargs))

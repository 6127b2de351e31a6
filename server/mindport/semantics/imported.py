"""A file as others that import it see it: what its names stand for depends on the file alone, not on who asked for what before.

So those of its own functions that call one which does not itself say what it takes are walked first, and what sets an attribute
of one of its classes before that attribute is read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from mindport.semantics import autograd
from mindport.semantics.definitions import PREPARING, ClassInfo, Frame, FunctionInfo
from mindport.semantics.flow import MAX_CALL_DEPTH
from mindport.semantics.module_names import ModuleNames, Waiting
from mindport.semantics.parameters import annotated_return
from mindport.semantics.reads import same
from mindport.semantics.stores import Stores, by_others
from mindport.semantics.trace import OWN
from mindport.semantics.types import OPEN, Type
from mindport.syntax.below import nodes_of
from mindport.syntax.bodies import Body, parse_body
from mindport.syntax.nodes import FunctionDef
from mindport.syntax.source import SourceFile

if TYPE_CHECKING:
    from mindport.semantics.definitions import ProjectIndex
    from mindport.semantics.knowledge import Knowledge

_WORD: Final = re.compile(r"\w+")
_HEAD: Final = re.compile(r"^class[ \t]+\w+[ \t]*\(([^)]*)", re.MULTILINE)
_ROUNDS: Final = 60
_MOST_RUNS: Final = 3
_BITS: Final = (1 << 13) - 1
_DEFINING: Final = frozenset(["def", "class", "assign"])
_FREE: Final = 4  # functions that may wait for each other where the file that asks has as many as it may


class ImportedFlow(ModuleNames):
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
        super().__init__(source, knowledge, project, waiting, sparing)
        self.tells = self.keeps_reads = False
        self._declared: set[FunctionInfo] = set()  # of which the annotation says enough
        self._heard: set[FunctionInfo] = set()  # whose callers in this file were walked
        self._methods: dict[ClassInfo, list[tuple[FunctionInfo, int, int]]] = {}
        self._stores: dict[ClassInfo, Stores] = {}
        self._setting: dict[tuple[ClassInfo, str], list[FunctionInfo]] = {}
        self._heads: dict[str, list[str]] | None = None  # classes by the words of what they derive from
        self._others: dict[str, list[int]] | None = None  # where it sets attributes of other objects
        self._other_setters: dict[str, list[FunctionInfo]] = {}  # by attribute

    def analyze(self, function: FunctionInfo) -> None:
        """Walks a function, and notes what is read for it as read by the file's own code. What was walked meanwhile and has read
        less than is known then is walked again."""
        waiting = self._waiting
        before = self._trace.begin((self._key, OWN)) if self._trace is not None else None
        waiting.walking += 1
        try:
            self._with_callers(function)
            if waiting.walking == 1:
                self.settle()
        finally:
            waiting.walking -= 1
            if self._trace is not None and before is not None:
                self._trace.end(before)

    def needs(self, function: FunctionInfo, lost: bool) -> bool:
        return not (lost or self._declares(function))

    def _declares(self, function: FunctionInfo) -> bool:
        """Whether the function's annotation alone says what it returns, which is known then."""
        if function in self._declared:
            return True
        if function.analyzed or function.running:
            return False
        node = function.node
        if node.returns is None or type(node) is not FunctionDef or not self._gives_plainly(function):
            return False
        saved, depth = (self.frame, self.role, self.calling), self.depth
        before = self._trace.begin((self._key, OWN)) if self._trace is not None else None
        self.frame, self.depth = Frame("function", function.frame, function, function.cls), 0
        try:
            found = annotated_return(self, function)
        except RecursionError:
            return False
        finally:
            (self.frame, self.role, self.calling), self.depth = saved, depth
            if self._trace is not None and before is not None:
                self._trace.end(before)
        if found is None or found.kind != "tensor":
            return False
        function.returns = found
        self._declared.add(function)
        return True

    def _gives_plainly(self, function: FunctionInfo) -> bool:
        """Whether calling the function gives what it returns, and it does not call itself."""
        start, end = self._span(function.node)
        text = self.source.text
        return text.find("yield", start, end) < 0 and text.count(f"{function.name}(", start, end) == 1

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

    def prepare_one(self, cls: ClassInfo) -> None:
        """Nothing: who asks for an attribute has those functions walked that set it."""

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

    def settle(self) -> None:
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

    def nodes_of(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Sequence[ast.AST]:
        walked = self.frame.function
        return nodes_of(node.body if walked is not None and walked.node is node else self.body_of(node))

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
        if not _is_open(function):
            return False
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
            stores, named = self._stores_of(cls), autograd.plain(name)
            found = [*stores.of(named), *stores.by_name(named)]
            if found:
                for method, begin, until in methods:
                    if any(begin <= at < until for at in found):
                        yield method
        yield from self._set_by_others(name)

    def _stores_of(self, cls: ClassInfo) -> Stores:
        found = self._stores.get(cls)
        if found is None:
            methods = self._methods_of(cls)
            start, end = methods[0][1], max(method[2] for method in methods)
            found = self._stores[cls] = Stores(self.source.text, start, end)
        return found

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
    if arguments.vararg is not None and arguments.vararg.annotation is None:
        return True
    return any(one.annotation is None for one in (*given, *arguments.kwonlyargs))

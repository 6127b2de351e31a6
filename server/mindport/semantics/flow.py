"""The walk of one file: scopes, variables at each point, functions in the order in which their types become known."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from mindport.semantics import parameters, shallow, statements, usage
from mindport.semantics.callers import Evidence, qualified
from mindport.semantics.calls import call
from mindport.semantics.definitions import Alternatives, ClassInfo, Frame, FunctionInfo, ProjectIndex, Resolution
from mindport.semantics.evaluators import CONSTANTS, EVALUATORS
from mindport.semantics.journal import Journal
from mindport.semantics.knowledge import Knowledge
from mindport.semantics.members import attribute
from mindport.semantics.reads import Reads, around
from mindport.semantics.trace import Reader
from mindport.semantics.types import (
    GIVEN,
    MODULE,
    NONE,
    OPEN,
    OTHER,
    PARAMETER,
    UNKNOWN,
    Type,
    iterator_of,
    join,
    join_all,
    join_variables,
)
from mindport.syntax.nodes import AsyncFunctionDef, Attribute, Call, Constant, Expr, Name, Pass
from mindport.syntax.source import SourceFile

_ROUNDS: Final = 3
_MAX_RUNS: Final = 5
_PYTHON_LOOP_DEPTH: Final = 3
PREPARING: Final = ("__init__", "__post_init__", "setup")
"""Methods that are run before an object is used."""
MAX_CALL_DEPTH: Final = 16
# Expressions and statements within each other: compiled code meets no limit of Python's before the stack ends.
_DEEPEST: Final = 300


class Flow:
    """State of one file's walk. ``types`` and ``uses`` are keyed by ``id`` of the node, which the tree keeps alive.

    ``journal``, where one is kept, allows one function to be walked again (see ``journal``)."""

    def __init__(
        self,
        source: SourceFile,
        knowledge: Knowledge,
        project: ProjectIndex | None = None,
        journal: Journal | None = None,
        evidence: Evidence | None = None,
    ) -> None:
        self.evidence = evidence or {}  # what calls in other files give to functions of this one
        self.keeps_reads = True  # so that no function is walked again that would read the same
        self.tells = True  # whether what it gives to other files' functions is of interest
        self.judges = True  # whether what is done with a value tells that it is a tensor
        self.foreign_calls: dict[FunctionInfo, dict[int, tuple[int, dict[str, Type]]]] = {}
        self.source = source
        self.knowledge = knowledge
        self.project = project
        self.types: dict[int, Type] = {}
        self.uses: dict[int, Resolution] = {}
        self.modules: list[ClassInfo] = []
        self.too_deep: list[ast.AST] = []
        self.module = Frame("module")
        self.stars: list[Mapping[str, Type]] = []  # what star imports bring from the project's files
        self.known_globals: dict[str, Type] = {}  # the last type known of a variable of the module
        self.frame = self.module
        self.role = "reference"
        self.loop_depth = 0
        self.call_depth = 0
        self.depth = 0
        self.lambda_depth = 0
        self.set_here: dict[tuple[ClassInfo, str], dict[int, Type]] = {}  # attributes of other files' classes
        self._functions: dict[int, FunctionInfo] = {}
        self._classes: dict[int, ClassInfo] = {}
        self._stand_ins: dict[int, ast.Name] = {}
        self._reasons: dict[tuple[str, ...], tuple[str, ...]] = {}
        self.calling: ast.Call | None = None  # the call whose callee is evaluated next
        self.hoisted: dict[int, list[tuple[str, Type]]] = {}  # by import statement whose turn has not come
        self._executed = False
        self.module_complete = False
        self.journal = journal

    # -- driving -------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Analyses everything. Never raises."""
        self.execute_module()
        self._finish(self.module)
        self.call_depth = 0
        while left := [f for f in self._functions.values() if not f.analyzed]:
            for function in left:
                self.ensure(function)
        for _ in range(_ROUNDS):
            stale = [f for f in self._functions.values() if f.stale and f.runs < _MAX_RUNS]
            if not stale:
                break
            for function in stale:
                self.analyze_again(function)

    def execute_module(self) -> None:
        """Runs the module's own statements, once; functions follow when they are called or at the end."""
        if self._executed or self.source.tree is None:
            return
        self._executed = True
        self.frame = self.module
        statements.hoist(self, self.source.tree.body)
        self.block(self.source.tree.body)
        self.module_complete = True
        if self.journal is not None:
            self.journal.module_complete = True

    def _finish(self, frame: Frame) -> None:
        """Analyses what the frame defines and nobody called."""
        # What calls comes after what is called, mostly: from the end, functions meet their arguments' types first.
        for function in reversed(frame.functions):
            self.ensure(function)
        for cls in reversed(frame.classes):
            self.finish_class(cls)
        frame.functions.clear()
        frame.classes.clear()

    def finish_class(self, cls: ClassInfo) -> None:
        self.prepare(cls)
        for name in ("forward", *cls.methods):
            method = cls.methods.get(name)
            if method is not None:
                self.ensure(method)

    def prepare(self, cls: ClassInfo) -> None:
        """Analyses what fills a class's attributes before anything reads them."""
        if cls.all_prepared:
            return
        for one in cls.lineage():
            if not one.prepared:
                one.flow.assign(one, "prepared", True)
                for name in PREPARING:
                    if name in one.methods:
                        one.flow.ensure(one.methods[name])
        self.assign(cls, "all_prepared", True)

    def ensure(self, function: FunctionInfo) -> None:
        if function.analyzed or function.running:
            return
        # A long row of functions that call each other is settled from its end in later rounds.
        owner = function.flow
        depth = self.call_depth if self.call_depth < MAX_CALL_DEPTH else owner.leave(function)
        if depth < MAX_CALL_DEPTH:
            saved = owner.call_depth
            owner.call_depth = depth + 1
            try:
                owner.analyze(function)
            finally:
                owner.call_depth = saved

    def leave(self, function: FunctionInfo) -> int:
        """A function is not walked because too many wait for each other; or how many are to be taken to wait for it to be."""
        return MAX_CALL_DEPTH

    def analyze(self, function: FunctionInfo) -> None:
        """Walks a function's body with what is known of its parameters."""
        if function.running:
            return
        journal = self.journal
        if journal is None:
            function.running, function.stale, function.analyzed = True, False, True
            function.runs += 1
            self.walk(function)
            function.running = False
        elif journal.following is not None:
            journal.meet(self, function)
        elif journal.aside is not None:
            if not function.analyzed:  # one within the function that is walked
                function.analyzed = True
                self.walk(function)
        else:
            journal.begin(self, function)
            self.walk(function)
            journal.end()

    def analyze_again(self, function: FunctionInfo) -> None:
        """Walks a function's body again, if anything that its last walk read has changed."""
        journal = self.journal
        if journal is not None and journal.following is not None:
            journal.meet_again(self, function)
        elif journal is not None and journal.aside is not None:
            return
        elif self.is_outdated(function):
            self.analyze(function)
        elif journal is not None:
            journal.skip(function)
        else:
            function.stale = False

    def analyze_once_more(self, function: FunctionInfo) -> None:
        """Walks a function's body again."""
        self.analyze(function)

    def is_outdated(self, function: FunctionInfo) -> bool:
        """Whether the function's last walk read anything that has changed since."""
        return function.reads is None or not function.reads.stand(self, function)

    def walk(self, function: FunctionInfo) -> None:
        """One run over a function's body; the caller keeps its state."""
        saved, saved_depth, saved_role, depth = self.frame, self.loop_depth, self.role, self.depth
        frame = Frame("function", function.frame, function, function.cls)
        if self.keeps_reads:
            function.reads = Reads(around=around(self, function))
        self.frame, self.loop_depth, self.role, self.depth = frame, 0, "reference", 0
        try:
            parameters.bind(self, function, frame)
            annotated = parameters.annotated_return(self, function)
            falls_through = self.block(function.node.body)
            self._finish(frame)
            self._set_returns(function, frame, falls_through, annotated)
        except RecursionError:
            self.too_deep.append(function.node)
        finally:
            self.frame, self.loop_depth, self.role, self.depth = saved, saved_depth, saved_role, depth

    def _set_returns(self, function: FunctionInfo, frame: Frame, falls_through: bool, annotated: Type | None) -> None:
        if frame.yields:
            result = iterator_of(join_all(frame.yields))
        else:
            values = [*frame.returns, NONE] if falls_through and not _is_stub(function) else frame.returns
            result = join_all(values)
            result = _of_several_lengths(result, values, function.returns)
        if annotated is not None:
            result = _declared(result, annotated)
        if type(function.node) is AsyncFunctionDef or result == GIVEN:
            result = UNKNOWN
        if result != function.returns or result.definition is not function.returns.definition:
            self.assign(function, "returns", result)
            self.tell_callers(function)

    def tell_callers(self, function: FunctionInfo) -> None:
        """A function returns something else than those that called it have seen."""
        for caller in function.callers:
            if caller is not function:
                self.make_stale(caller)

    # -- shared knowledge ----------------------------------------------------------------------------------------

    def change(self, table: dict[Any, Any], key: Any, value: Any) -> None:
        """``table[key] = value`` for all that one function's walk leaves for others. With ``assign`` the one door, so that a
        journal sees every such change."""
        if self.journal is None:
            table[key] = value
        else:
            self.journal.change(table, key, value)

    def assign(self, definition: FunctionInfo | ClassInfo, name: str, value: object) -> None:
        """``definition.name = value``, likewise."""
        if self.journal is None:
            setattr(definition, name, value)
        else:
            self.journal.assign(definition, name, value)

    def make_stale(self, function: FunctionInfo) -> None:
        """Has the function walked again, if it was at all: something that it read has changed."""
        if function.stale != function.analyzed:
            self.assign(function, "stale", function.analyzed)

    def complete(self, cls: ClassInfo, name: str) -> None:
        """Has those functions of other files walked that set an attribute of the class, or of one above it: this file's own are
        in any case."""
        known = True
        for one in cls.lineage():
            for function in one.flow.setting(one, name):
                self.ensure(function)
                known = known and function.analyzed and not function.running
        if known:
            cls.complete.add(name)

    def setting(self, cls: ClassInfo, name: str) -> Sequence[FunctionInfo]:
        """Functions of the file that set an attribute of one of its classes, where they are walked only when they are needed."""
        return ()

    def note_caller(self, function: FunctionInfo) -> None:
        """The running function depends on what ``function`` returns; another file's must not keep this one alive."""
        caller = self.frame.function
        if caller is not None and function.flow is self and caller not in function.callers:
            self.change(function.callers, caller, None)

    # -- names ---------------------------------------------------------------------------------------------------

    def lookup(self, name: str) -> Type | None:
        frame: Frame | None = self.frame
        if frame is not None and name in frame.global_names:
            return frame.vars.get(name) or self.module.vars.get(name) or self.beyond(name)
        while frame is not None:
            found = frame.vars.get(name)
            if found is None and frame is self.module:
                found = self.beyond(name)
            if found is not None:
                if found is UNKNOWN and frame is self.module and self.frame is not frame:
                    return self.known_globals.get(name, found)
                return found
            frame = frame.outer
        return None

    def beyond(self, name: str) -> Type | None:
        """What a name stands for that no scope of the file has bound so far."""
        for exports in self.stars[::-1]:
            if name in exports:
                return exports[name]
        return None

    def begin_import(self, wanted: frozenset[str]) -> Reader | None:
        """An import is about to bind the names that are wanted of it; what it gives back is for ``end_import``."""
        return None

    def end_import(self, before: Reader | None) -> None:
        """The import is done."""

    def knows_numpy(self) -> bool:
        """Whether a name of the module is NumPy."""
        if any(found.name == "numpy" for found in self.module.vars.values()):
            return True
        return any("np" in exports and exports["np"].name == "numpy" for exports in self.stars)

    def knows(self, libraries: Collection[str]) -> bool:
        """Whether a name of the module comes from one of these libraries."""
        if "numpy" in libraries and self.knows_numpy():
            return True
        return any(found.name.partition(".")[0] in libraries for found in self.module.vars.values())

    def bind(self, name: str, value: Type) -> None:
        frame = self.frame
        if name in frame.global_names:
            owner: Frame | None = self.module
            outer = frame.outer
            while outer is not None and outer is not self.module:
                if name in outer.vars:
                    owner = outer
                    break
                outer = outer.outer
            known = owner.vars.get(name) if owner else None
            if owner is self.module and self.journal is not None and self.frame.function is not None:
                self.journal.seal()
            if owner is not None:
                owner.vars[name] = value if known is None else join(known, value)
            return
        frame.vars[name] = value
        if frame is self.module and not value.is_unknown:
            self.known_globals[name] = value
        if frame.kind == "class" and frame.cls is not None:
            self.assign_attribute(frame.cls, name, value, self.site_of_body(frame))

    def assign_attribute(self, cls: ClassInfo, name: str, value: Type, site: object) -> None:
        """Joins ``value`` to what the class's attribute may hold; who read less before is walked again. What this file sets
        on another one's class is known here alone, so that no file's analysis depends on who asked before."""
        if cls.flow is not self:
            self.change(self.set_here.setdefault((cls, name), {}), hash(site), value)
            return
        if cls.kind == "module" and value.is_unknown and value.name in OPEN and not self._constructs():
            value = _REPLACING
        sites = cls.sites.setdefault(name, {})
        self.change(sites, hash(site), value)
        self.put_in_order(sites)
        joined = join_all(_assembled(sites.values()))
        known = cls.attributes.get(name)
        if known is None or known != joined or known.definition is not joined.definition:
            self.change(cls.attributes, name, joined)
            for reader in cls.readers:
                self.make_stale(reader)

    def _constructs(self) -> bool:
        """Whether the running function makes the object that it belongs to."""
        function = self.frame.function
        return function is None or function.name in ("__init__", "__new__")

    def body_of(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
        """The statements of one of the file's functions."""
        return node.body

    def site(self, node: ast.AST) -> int:
        """What stands for a node in what its walk leaves for others."""
        return id(node)

    def site_of_body(self, frame: Frame) -> int:
        """The same for a class's body."""
        return -id(frame)

    def put_in_order(self, by_site: dict[int, Any]) -> None:
        """Has what was left at some places in an order that does not depend on when that was."""

    def hears(self, function: FunctionInfo) -> bool:
        """Whether what the running code gives to one of the file's functions counts."""
        return True

    def attribute_of(self, cls: ClassInfo, name: str) -> Type | None:
        """What an attribute of the user's class may hold; None when nothing is assigned to it."""
        if name not in cls.complete:
            self.complete(cls, name)
        found = self.held(cls, name)
        self.note_attribute(cls, name, found)
        return found

    def note_attribute(self, cls: ClassInfo, name: str, found: Type | None) -> None:
        """The running function has read an attribute."""
        reader = self.frame.function
        if reader is not None and reader.reads is not None:
            reader.reads.note_attribute(cls, name, found)

    def own_attribute(self, cls: ClassInfo, name: str) -> Type | None:
        """What an attribute may hold by what its class's own file assigns to it."""
        if name not in cls.complete:
            self.complete(cls, name)
        found = cls.attribute(name)
        self.note_attribute(cls, name, found)
        return found

    def held(self, cls: ClassInfo, name: str) -> Type | None:
        """The same, with no note of who asked."""
        found = cls.attribute(name)
        here = self.set_here.get((cls, name)) if self.set_here else None
        if not here:
            return found
        return join_all([*([found] if found is not None else []), *here.values()])

    def returns_of(self, function: FunctionInfo) -> Type:
        """What a user's function returns, as far as that is known."""
        found = function.returns
        reader = self.frame.function
        if reader is not None and reader.reads is not None:
            reader.reads.note_returns(function, found)
        return found

    def takes_tensor(self, function: FunctionInfo, name: str) -> bool:
        """Whether a user's function takes a parameter for a tensor, as far as that is known."""
        found = function.takes_tensor(name)
        reader = self.frame.function
        if reader is not None and reader.reads is not None:
            reader.reads.note_takes(function, name, found)
        return found

    def function_info(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> FunctionInfo:
        """The definition of ``node``, the same however often its statement is walked."""
        found = self._functions.get(id(node))
        frame = self.frame
        outer = frame.outer if frame.kind == "class" and frame.outer is not None else frame
        if found is None:
            found = FunctionInfo(node.name, node, outer, self, frame.cls if frame.kind == "class" else None)
            self._functions[id(node)] = found
            if self.evidence:
                found.elsewhere = self.evidence.get(qualified(found) or "", ())
        else:
            found.frame = outer
        if frame.kind != "class" and found not in frame.functions:
            frame.functions.append(found)
        if self.journal is not None:
            self.journal.note_mixed()
        return found

    @property
    def functions(self) -> Iterable[FunctionInfo]:
        """Every function that was met."""
        return self._functions.values()

    def function_of(self, node: ast.AST) -> FunctionInfo | None:
        """The definition of ``node``, if it was walked."""
        return self._functions.get(id(node))

    def drop(self, nodes: Iterable[ast.AST]) -> None:
        """Forgets all that is known of nodes that are no longer part of the file."""
        stack: list[ast.AST] = list(nodes)
        while stack:
            node = stack.pop()
            key = id(node)
            self.types.pop(key, None)
            self.uses.pop(key, None)
            if type(node) is ast.alias and key in self._stand_ins:
                self.uses.pop(id(self._stand_ins.pop(key)), None)
            stack.extend(ast.iter_child_nodes(node))

    def discard(self) -> None:
        """Takes apart what holds itself together, so that it is freed at once; for a file that no other one has seen."""
        for function in self._functions.values():
            function.discard()
        for cls in self._classes.values():
            cls.discard()
        self.module.discard()
        self._functions, self._classes, self._stand_ins = {}, {}, {}
        self.types, self.uses, self.set_here, self.foreign_calls, self.known_globals = {}, {}, {}, {}, {}
        self.modules, self.stars, self.too_deep = [], [], []
        self.journal = None

    def class_info(self, node: ast.ClassDef) -> ClassInfo:
        found = self._classes.get(id(node))
        if found is None:
            found = self._classes[id(node)] = ClassInfo(node.name, node, self.frame, self)
        if found not in self.frame.classes:
            self.frame.classes.append(found)
        if self.journal is not None:
            self.journal.note_mixed()
        return found

    # -- evaluation ----------------------------------------------------------------------------------------------

    def evaluate(self, node: ast.expr) -> Type:
        """The type of an expression; records every torch name in it. Raises ``RecursionError`` where too many stand within each
        other."""
        kind = type(node)
        if kind is Name:
            # Nearly half of all, and most are plain variables of a function; what reads the module's own is noted by ``lookup``.
            frame = self.frame
            held = frame.vars.get(node.id) if frame.kind != "module" and not frame.global_names else None  # type: ignore[attr-defined]
            if held is not None and held.definition is None and held.kind != "namespace":
                self.calling = None
                key = id(node)
                self.types[key] = held
                if key in self.uses:
                    del self.uses[key]
                return held
        if kind is Constant:
            found = CONSTANTS.get(type(node.value), OTHER)  # type: ignore[attr-defined]
        else:
            self.depth += 1
            if self.depth > _DEEPEST:
                raise RecursionError
            # The two most frequent apart: compiled code calls a function of its own many times quicker than one of a table.
            if kind is Attribute:
                found = attribute(self, node)  # type: ignore[arg-type]
            elif kind is Call:
                found = call(self, node)  # type: ignore[arg-type]
            else:
                handler = EVALUATORS.get(kind)
                found = handler(self, node) if handler is not None else UNKNOWN
            self.depth -= 1
        self.types[id(node)] = found
        return found

    def evaluate_as(self, node: ast.expr, role: str) -> Type:
        """``evaluate`` for expressions whose names are not plain references: bases, decorators, annotations."""
        saved, self.role = self.role, role
        try:
            return self.evaluate(node)
        finally:
            self.role = saved

    def record(
        self,
        api: str,
        node: ast.expr,
        certainty: str,
        call: ast.Call | None = None,
        receiver: ast.expr | None = None,
        why: tuple[str, ...] = (),
    ) -> None:
        role = self.role
        if call is not None and role == "reference":
            role = "call"
        # Uses of one API are many, and their texts would each be its own.
        api, why = sys.intern(api), self._reasons.setdefault(why, why)
        self.uses[id(node)] = Resolution(api, node, role, certainty, call, receiver, why)

    def forget(self, node: ast.expr) -> None:
        """Takes back what an earlier walk, with other types, made of the node."""
        self.uses.pop(id(node), None)

    def stand_in(self, alias: ast.alias, start: int, end: int) -> ast.expr:
        """An expression with the position of an imported name, the same on every walk."""
        found = self._stand_ins.get(id(alias))
        if found is None:
            found = ast.Name(alias.name, ast.Load())
            found.lineno = found.end_lineno = alias.lineno
            found.col_offset, found.end_col_offset = start, end
            self._stand_ins[id(alias)] = found
        return found

    # -- control flow --------------------------------------------------------------------------------------------

    def block(self, body: Iterable[ast.stmt]) -> bool:
        """Walks statements; whether control comes out at their end."""
        falls_through = True
        depth = self.depth
        self.depth += 1
        if self.depth > _DEEPEST:
            raise RecursionError
        for statement in body:
            handler = statements.STATEMENTS.get(type(statement))
            if handler is None:
                continue
            try:
                if handler(self, statement) is False:
                    falls_through = False
            except RecursionError:
                self.depth = depth + 1
                self.too_deep.append(statement)
                self.calling, self.role = None, "reference"
                shallow.record_names(self, statement)
        self.depth = depth
        return falls_through

    def branch(self, variables: dict[str, Type], body: Callable[[], bool]) -> dict[str, Type] | None:
        """Variables after ``body`` starting from a copy of ``variables``; None when control does not come out."""
        self.frame.vars = dict(variables)
        falls_through = body()
        return self.frame.vars if falls_through else None

    def loop(self, node: ast.For | ast.AsyncFor | ast.While, body: Callable[[], bool]) -> None:
        """Walks a loop's body until what it reads of the variables at its head holds still, or twice."""
        frame = self.frame
        saved_exits = frame.loop_exits
        head = frame.vars
        self.loop_depth += 1
        for _ in range(2 if self.loop_depth <= _PYTHON_LOOP_DEPTH else 1):
            frame.loop_exits = []
            after = self.branch(head, body)
            states = [head, *frame.loop_exits, *([after] if after is not None else [])]
            joined = join_variables(states)
            changed = [name for name, value in head.items() if not (joined[name] is value or joined[name] == value)]
            head = joined
            if not changed or usage.only_fills(node, changed):
                break
        self.loop_depth -= 1
        frame.loop_exits = saved_exits
        frame.vars = head


def _declared(found: Type, annotated: Type) -> Type:
    """What a function returns, where its annotation says more than its body; also of the parts of a tuple."""
    if found.is_unknown or annotated.kind == "tensor":
        return annotated if not annotated.is_unknown or annotated.name else found
    if found.kind == annotated.kind == "tuple" and found.name == annotated.name == "":
        if len(found.items) == len(annotated.items):
            parts = tuple(_declared(one, its) for one, its in zip(found.items, annotated.items))
            return found.of(*parts) if parts != found.items else found
    return found


def _of_several_lengths(found: Type, values: Sequence[Type], before: Type) -> Type:
    """A tuple of some length, with the tuples that it may be."""
    if found.kind != "tuple" or found.name != "..." or any(one.kind != "tuple" or one.name for one in values):
        return found
    lengths: dict[int, Type] = {}
    for one in values:
        known = lengths.get(len(one.items))
        lengths[len(one.items)] = one if known is None else join(known, one)
    if not 1 < len(lengths) <= _MOST_LENGTHS:
        return found
    several = Alternatives(tuple(lengths.values()))
    return found.defined_by(before.definition if before.definition == several else several)


_MOST_LENGTHS: Final = 4


def _is_stub(function: FunctionInfo) -> bool:
    """``...``, ``pass`` or a docstring alone: an interface that says nothing of what it returns."""
    return all(type(s) is Pass or (type(s) is Expr and type(s.value) is Constant) for s in function.node.body)


_REPLACING: Final = Type("unknown", "replacing")
"""What a method puts into an attribute of a Module, where nothing is known of it."""


def _assembled(values: Iterable[Type]) -> list[Type]:
    """What an attribute may hold: without the lists of layers out of which its Module is put together in the end. Where a Module
    or a Parameter stands, torch lets nothing else be put (``nn.Module.__setattr__``)."""
    found = list(values)
    if any(value.name == "replacing" for value in found):
        held = [value for value in found if value != _REPLACING]
        modules = any(value.kind == "module" for value in held)
        if modules or not any(value == PARAMETER for value in held):
            held.append(MODULE if modules else UNKNOWN)
        found = held
    if not any(value.kind == "module" for value in found):
        return found
    return [value for value in found if value.kind != "list"]

"""What the walk of one file has found so far: its scopes, what they bind, its functions and classes, and what one function leaves
for the others."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from mindport.semantics.callers import CallSite, Evidence, qualified
from mindport.semantics.definitions import ClassInfo, Frame, FunctionInfo, ProjectIndex, Resolution
from mindport.semantics.exchange import class_of, is_object
from mindport.semantics.exports import OwnNames
from mindport.semantics.heirs import of_heirs
from mindport.semantics.imports import exported
from mindport.semantics.joining import join
from mindport.semantics.journal import Journal
from mindport.semantics.knowledge import Knowledge
from mindport.semantics.reads import same
from mindport.semantics.trace import Reader
from mindport.semantics.types import OUTPUT, UNKNOWN, Type, holds_torch
from mindport.syntax.below import children_of, nodes_of, own_among, own_nodes
from mindport.syntax.nodes import Name
from mindport.syntax.own_names import OwnNames as NamesOfFunction
from mindport.syntax.source import SourceFile

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


class WalkState:
    """``types`` and ``uses`` are keyed by ``id`` of the node, which the tree keeps alive. Whatever one function's walk leaves for
    others goes through ``change`` and ``assign``."""

    # More than Python keeps in an object itself, and every expression reads some of them.
    __slots__ = (
        "_classes",
        "_executed",
        "_functions",
        "_known_names",
        "_names_of",
        "_own_module",
        "_reasons",
        "_stand_ins",
        "asks_versions",
        "call_depth",
        "calling",
        "depth",
        "dropped",
        "evidence",
        "foreign_calls",
        "frame",
        "handing_on",
        "hoisted",
        "idle_sites",
        "journal",
        "judges",
        "keeps_reads",
        "knowledge",
        "known_globals",
        "known_members",
        "known_nodes",
        "lambda_calls",
        "lambdas_running",
        "looking_back",
        "loop_depth",
        "module",
        "module_complete",
        "modules",
        "project",
        "role",
        "set_here",
        "source",
        "stars",
        "tells",
        "too_deep",
        "types",
        "uses",
        "without_arrays",
    )

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
        self.asks_versions = "__version__" in source.text or "metadata" in source.text
        self.without_arrays: bool | None = (
            None  # whether no library is imported whose values have shapes, once asked for
        )
        self.idle_sites: set[int] = set()  # where attributes are set that never are
        self.knowledge = knowledge
        self.project = project
        self.types: dict[int, Type] = {}
        self.uses: dict[int, Resolution] = {}
        self.modules: list[ClassInfo] = []
        self.too_deep: list[ast.AST] = []
        self.module = Frame("module")
        self._own_module: Type | None = None
        self.stars: list[Mapping[str, Type]] = []  # what star imports bring from the project's files
        self.known_globals: dict[str, Type] = {}  # the last type known of a variable of the module
        self.frame = self.module
        self.role = "reference"
        self.loop_depth = 0
        self.call_depth = 0
        self.depth = 0
        self.lambdas_running: list[ast.Lambda] = []
        self.lambda_calls = 0  # within the outermost of these
        self.set_here: dict[tuple[ClassInfo, str], dict[int, Type]] = {}  # attributes of other files' classes
        self._functions: dict[int, FunctionInfo] = {}
        self._classes: dict[int, ClassInfo] = {}
        self._stand_ins: dict[int, ast.Name] = {}
        self._reasons: dict[tuple[str, ...], tuple[str, ...]] = {}
        self.dropped: ast.expr | None = None  # of which what it gives is lost
        self.calling: ast.Call | None = None  # the call whose callee is evaluated next
        self.hoisted: dict[int, list[tuple[str, Type]]] = {}  # by import statement whose turn has not come
        self.handing_on: set[tuple[ClassInfo, str]] = set()  # attributes that objects ask others for, at the moment
        self.looking_back = 0  # steps from a value that is known for a tensor to what it was made of
        self._executed = False
        self.module_complete = False
        # While the whole file is walked, as an edit would change them.
        self.known_nodes: dict[ast.FunctionDef | ast.AsyncFunctionDef, Sequence[ast.AST]] | None = None
        self.known_members: dict[ast.ClassDef, Mapping[str, frozenset[str]]] | None = None
        self._known_names: tuple[set[str], set[str]] | None = None
        self._names_of: dict[str, Type] | None = None  # whose names these are
        self.journal = journal

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

    def ensure(self, function: FunctionInfo) -> None:
        """Has a function walked that was not."""
        raise NotImplementedError

    def note_caller(self, function: FunctionInfo) -> None:
        """The running function depends on what ``function`` returns; another file's must not keep this one alive."""
        caller = self.frame.function
        if caller is not None and function.flow is self and caller not in function.callers:
            self.change(function.callers, caller, None)

    def own_names(self, function: FunctionInfo | None) -> NamesOfFunction:
        """What the code of the function that is walked does with names, or the module outside of functions; found once."""
        frame = self.frame if function is not None else self.module
        if frame.own_names is None:
            if function is None:
                nodes: Sequence[ast.AST] = own_nodes(self.own_body(None))
            else:
                nodes = own_among(frame.all_nodes(function), function.node.body)
            frame.own_names = NamesOfFunction(nodes)
        return frame.own_names

    @property
    def is_in_code(self) -> bool:
        """Whether a function is walked, or the module's own code: no class's body."""
        return self.frame.function is not None or self.frame is self.module

    def own_body(self, function: FunctionInfo | None) -> list[ast.stmt]:
        """The statements of a function, or of the module."""
        if function is not None:
            return self.body_of(function.node)
        return self.source.tree.body if self.source.tree is not None else []

    # -- names ---------------------------------------------------------------------------------------------------

    def lookup(self, name: str) -> Type | None:
        frame: Frame | None = self.frame
        if frame is not None and name in frame.global_names:
            return self._lookup_around(frame, name)
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

    @property
    def own_module(self) -> Type:
        """The module itself as a value."""
        if self._own_module is None:
            self._own_module = Type("namespace", "__main__", (), False, OwnNames(self._of_module))
        return self._own_module

    def _of_module(self, name: str) -> Type | None:
        """A variable of the module, looked up by the function that is walked."""
        frame = self.frame
        self.frame = Frame("function", self.module, frame.function)
        try:
            return self.lookup(name)
        finally:
            self.frame = frame

    def _lookup_around(self, frame: Frame, name: str) -> Type | None:
        """A name that a function declares as another scope's: that of a function around it, or the module's."""
        around: Frame | None = frame
        while around is not None and around is not self.module:
            found = around.vars.get(name)
            if found is not None and around.kind != "class":
                return found
            around = around.outer
        known = self.module.vars.get(name) or self.beyond(name)
        return self.known_globals.get(name, known) if known is UNKNOWN else known

    def beyond(self, name: str) -> Type | None:
        """What a name stands for that no scope of the file has bound so far."""
        for exports in self.stars[::-1]:
            if name in exports:
                return exported(exports[name])
        return None

    def begin_import(self, wanted: frozenset[str]) -> Reader | None:
        """An import is about to bind the names that are wanted of it; what it gives back is for ``end_import``."""
        return None

    def end_import(self, before: Reader | None) -> None:
        """The import is done."""

    def knows_numpy(self) -> bool:
        """Whether the file imports NumPy or SciPy, be it in a function."""
        if "numpy" in self._module_names()[0] or self.source.imports_numpy:
            return True
        return any("np" in exports and exports["np"].name == "numpy" for exports in self.stars)

    def knows(self, libraries: Collection[str]) -> bool:
        """Whether a name of the module comes from one of these libraries."""
        if "numpy" in libraries and self.knows_numpy():
            return True
        return not self._module_names()[1].isdisjoint(libraries)

    def _module_names(self) -> tuple[set[str], set[str]]:
        """What the module's variables stand for, and the libraries that this is of: kept once all of the module is walked."""
        variables = self.module.vars
        known = self._known_names
        if known is None or self._names_of is not variables:
            names = {found.name for found in variables.values()}
            known = names, {name.partition(".")[0] for name in names}
            if self.module_complete:
                self._known_names, self._names_of = known, variables
        return known

    def unbind(self, name: str) -> None:
        """``del name``"""
        self.frame.vars.pop(name, None)

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
                self._known_names = None
            if owner is self.module and not value.is_unknown:
                self._know_global(name, value)
            return
        frame.vars[name] = value
        if frame is self.module:
            if value.kind != "unknown":
                self.known_globals[name] = value
        elif frame.kind == "class" and frame.cls is not None:
            self.assign_attribute(frame.cls, name, value, self.site_of_body(frame))

    def _know_global(self, name: str, value: Type) -> None:
        """A function has given a variable of the module a value. Those that looked at it before are walked again."""
        last = self.known_globals.get(name)
        found = value if last is None else join(last, value)
        if last is not None and same(found, last):
            return
        self.known_globals[name] = found
        self._renew_readers(name)

    def fill(self, name: str, value: Type) -> None:
        """A function has put something into a list or dict of the module, which is ``value`` now: of interest where it holds
        anything of torch's. Those that looked at it before are walked again."""
        known = self.module.vars.get(name)
        if known is None or known.kind != value.kind or not (holds_torch(value) or OUTPUT in value.items):
            return
        joined = join(known, value)
        if same(joined, known):
            return
        if self.journal is not None:
            self.journal.seal()
        self.module.vars[name] = joined
        self._known_names = None
        self._renew_readers(name)

    def _renew_readers(self, name: str) -> None:
        """A variable of the module has changed: functions that have looked at it are walked again."""
        for function in self._functions.values():
            if function.analyzed and function.reads is not None and _reads_name(function.node, name):
                function.reads.unsteady = True
                self.make_stale(function)

    def assign_attribute(self, cls: ClassInfo, name: str, value: Type, site: object) -> None:
        """Joins ``value`` to what a class's attribute may hold."""
        raise NotImplementedError

    def body_of(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
        """The statements of one of the file's functions."""
        return node.body

    def nodes_of(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Sequence[ast.AST]:
        """``nodes_of`` the body of one of the file's functions, found once in a run over the file."""
        known = self.known_nodes
        if known is None:
            return nodes_of(node.body)
        found = known.get(node)
        if found is None:
            found = known[node] = nodes_of(node.body)
        return found

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
            found = FunctionInfo(
                node.name, node, outer, cast("Flow", self), frame.cls if frame.kind == "class" else None
            )
            self._functions[id(node)] = found
            if self.evidence:
                found.elsewhere = self._at_hand(self.evidence.get(qualified(found) or "", ()))
        else:
            found.frame = outer
        if frame.kind != "class" and found not in frame.functions:
            frame.functions.append(found)
        if self.journal is not None:
            self.journal.note_mixed()
        return found

    def _at_hand(self, sites: Sequence[CallSite]) -> Sequence[CallSite]:
        """Calls in other files, with the objects that they give."""
        if not any(is_object(value) for site in sites for value in site.given.values()):
            return sites
        return [CallSite(site.path, site.line, {n: self._object(v) for n, v in site.given.items()}) for site in sites]

    def _object(self, value: Type) -> Type:
        here = self.source.path
        if not is_object(value):
            return value
        path, name = class_of(value)
        if self.project is None or here is None or here.absolute() == path:
            return value.items[0]
        names = self.project.names_of(path, here)
        found = names.get(name) if names is not None else None
        cls = found.definition if found is not None else None
        return cls.instance.optionally(value.optional) if isinstance(cls, ClassInfo) else value.items[0]

    @property
    def classes(self) -> Iterable[ClassInfo]:
        """Every class that was met."""
        return self._classes.values()

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
            stack += children_of(node)

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
        self.journal = self._known_names = self._names_of = None

    def class_info(self, node: ast.ClassDef) -> ClassInfo:
        found = self._classes.get(id(node))
        if found is None:
            found = self._classes[id(node)] = ClassInfo(node.name, node, self.frame, cast("Flow", self))
            if self.evidence:
                found.elsewhere = self._at_hand(self.evidence.get(of_heirs(node.name), ()))
        if found not in self.frame.classes:
            self.frame.classes.append(found)
        if self.journal is not None:
            self.journal.note_mixed()
        return found


def _reads_name(function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> bool:
    return any(type(one) is Name and one.id == name for one in nodes_of(function.body))

"""What the inference keeps: definitions of the user's classes and functions, and resolved names."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from mindport.semantics import callers
from mindport.semantics.joining import join
from mindport.semantics.reads import Reads
from mindport.semantics.types import NUMPY, TENSOR, UNKNOWN, Type
from mindport.semantics.variables import Members
from mindport.syntax.nodes import AnnAssign, Name
from mindport.syntax.own_names import OwnNames
from mindport.syntax.same_value import StatementNodes

if TYPE_CHECKING:
    from mindport.semantics.asked import Asked
    from mindport.semantics.callers import CallSite, Evidence
    from mindport.semantics.flow import Flow
    from mindport.semantics.written import Written
    from mindport.syntax.source import SourceFile

_MOST_ABOVE: Final = 100  # classes in a lineage
_NOTHING: Final[Mapping[str, Written]] = {}

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


PREPARING: Final = ("__init__", "__post_init__", "setup")
"""Methods that are run before an object is used."""


class IndexedRow(Protocol):
    """What the inference reads of a mapping row."""

    @property
    def kind(self) -> str: ...
    @property
    def returns(self) -> str: ...
    @property
    def signatures(self) -> tuple[str, ...]: ...


class ApiIndex(Protocol):
    """The part of the mapping index that analysis stands on."""

    def get(self, name: str) -> IndexedRow | None: ...
    def canonical(self, name: str) -> str | None: ...
    def names(self) -> list[str]: ...


class ProjectIndex(Protocol):
    """Finds what a file imports from its own project."""

    @property
    def lock(self) -> AbstractContextManager[object]:
        """Held while a file is walked: what is known of the project's files is filled in on the way."""
        ...

    def exports(self, module: str, level: int, importer: Path | None) -> Mapping[str, Type] | None:
        """Names of the module that ``from <dots><module> import …`` reaches; None when it is not of the project."""
        ...

    def module_path(self, module: str, level: int, importer: Path | None) -> Path | None: ...

    def names_of(self, path: Path, reader: Path) -> Mapping[str, Type] | None:
        """Names of a file that ``reader`` has not imported: of the class of what it is given."""
        ...

    def evidence(self, flow: Flow) -> Evidence:
        """What calls in other files give to the functions of the file that ``flow`` has walked."""
        ...

    def parsed(self, text: str, path: Path | None) -> SourceFile:
        """A file of the project, of which pieces may have been parsed for others."""
        ...

    def callers_of(self, path: Path) -> Evidence:
        """What calls in other files give to the functions of a file, as it is on disk, where any of them uses torch."""
        ...

    def known_evidence(self, path: Path | None) -> Evidence:
        """The same as far as it is known already."""
        ...


class Resolution:
    """A name that stands for a torch API. ``role`` and ``certainty`` as in ``analysis.uses``. Not to be changed."""

    __slots__ = ("api", "call", "certainty", "node", "receiver", "role", "why")

    def __init__(
        self,
        api: str,
        node: ast.expr,
        role: str,
        certainty: str,
        call: ast.Call | None = None,
        receiver: ast.expr | None = None,
        why: tuple[str, ...] = (),
    ) -> None:
        self.api = api
        self.node = node
        self.role = role
        self.certainty = certainty
        self.call = call
        self.receiver = receiver
        self.why = why


class Frame:
    """One scope under analysis: its variables, what encloses it, what it returned so far. ``kind``: module, function, class or
    comprehension. ``wanted``: the only names that imports bind; None for all."""

    # More than Python keeps in an object itself, and scopes are made for each function and comprehension.
    __slots__ = (
        "added",
        "asked",
        "assigned",
        "beside",
        "calls_itself",
        "classes",
        "cls",
        "converted",
        "declared",
        "filled",
        "first_turns",
        "function",
        "functions",
        "global_names",
        "handed",
        "has_libraries",
        "holds",
        "idle",
        "items",
        "kept_members",
        "kind",
        "loop_exits",
        "members",
        "nodes",
        "outer",
        "own_names",
        "parts",
        "replaced",
        "returns",
        "spoken_for",
        "statements",
        "turned",
        "unreached",
        "vars",
        "wanted",
        "written",
        "yields",
    )

    def __init__(
        self,
        kind: str,
        outer: Frame | None = None,
        function: FunctionInfo | None = None,
        cls: ClassInfo | None = None,
        wanted: frozenset[str] | None = None,
    ) -> None:
        self.kind = kind
        self.outer = outer
        self.function = function
        self.cls = cls
        self.vars: dict[str, Type] = {}
        self.returns: list[Type] = []
        self.yields: list[Type] = []
        self.global_names: set[str] = set()
        self.functions: list[FunctionInfo] = []
        self.classes: list[ClassInfo] = []
        self.loop_exits: list[dict[str, Type]] = []
        self.wanted = wanted
        self.assigned: dict[str, list[ast.expr]] | None = (
            None  # values of the function's plain assignments, once asked for
        )
        self.nodes: Sequence[ast.AST] | None = None  # of the function's body, once asked for; while it is walked
        self.statements: StatementNodes | None = None  # the same by statement
        self.own_names: OwnNames | None = None  # what the function's own code does with names, once asked for
        self.beside: frozenset[str] | None = None  # variables beside Parameters in its loops, once asked for
        self.turned: frozenset[str] | None = None  # what it gives to ``torch.from_numpy``, once asked for
        self.members: Members | None = None  # attributes of the function's variables, once asked for
        self.kept_members: Mapping[str, frozenset[str]] | None = None  # the same of what its object holds
        self.items: frozenset[str] | None = None  # variables of its loops, once asked for
        self.parts: dict[str, set[str]] | None = None  # what has a shape or a device, once asked for
        self.written: Mapping[str, Written] = _NOTHING  # strings that variables of loops and a lambda's parameters are
        self.holds: dict[str, Type] | None = None  # what it has just put into its own object
        self.has_libraries = False  # it imports something itself, or names what the module has imported
        self.first_turns = 0  # loops around that are walked for the first time: what they set is not all known
        self.unreached = False  # something in them is not reached in a first turn
        self.idle = False  # what is walked never runs: it leaves nothing for others
        self.calls_itself = False
        self.filled: dict[str, Type] | None = None  # lists of its own object that it fills to make Modules of them
        self.replaced: dict[str, int] | None = None  # lists of its own object that become Modules, once asked for
        self.converted: dict[str, int] | None = None  # what of its own object becomes tensors, once asked for
        self.declared: set[str] = set()  # variables that annotations say are Tensors
        self.added: dict[
            str, dict[int, tuple[FunctionInfo, Type]]
        ] = {}  # what objects of other files were given, by variable
        self.spoken_for: list[str] = []  # variables that what is done with them showed to be likely tensors
        self.asked: Asked | None = None  # what tests have told of parts, and variables that hold the outcome of one
        self.handed: dict[str, str] = {}  # what it calls its parameters with, as ``handed_over`` keeps it

    def all_nodes(self, function: FunctionInfo) -> Sequence[ast.AST]:
        """``nodes_of`` a function's body, kept for the one that is walked in this scope."""
        if self.function is not function:
            return function.flow.nodes_of(function.node)
        if self.nodes is None:
            self.nodes = function.flow.nodes_of(function.node)
        return self.nodes

    def known_statements(self) -> StatementNodes:
        """The nodes of the function's statements, as far as they were asked for."""
        if self.statements is None:
            self.statements = StatementNodes()
        return self.statements

    def discard(self) -> None:
        """Lets go of all that leads back here."""
        self.vars, self.returns, self.yields = {}, [], []
        self.functions, self.classes, self.loop_exits = [], [], []


class Known:
    """``definition`` of a value that torch's version decides."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and repr(self.value) == repr(other.value)

    def __hash__(self) -> int:
        return hash(repr(self.value))


@dataclass(frozen=True, eq=False)
class Parts:
    """The Modules that a container was written with, by name or number."""

    found: Mapping[str | int, Type]


class Setting(NamedTuple):
    """That a method sets an attribute of its own object by name: the parameter that gives the ``name``, and the one that gives
    the ``value``; where none does, what was ``made`` there. ``buffer``: it is registered as one."""

    name: str
    value: str
    made: Type
    buffer: bool


class FunctionInfo:
    """A user's function. ``seeds``: per call site, the types of the arguments it gives."""

    def __init__(self, name: str, node: FunctionNode, frame: Frame, flow: Flow, cls: ClassInfo | None = None) -> None:
        self.name = name
        self.node = node
        self.frame = frame
        self.flow = flow
        self.cls = cls
        self.decorators: tuple[str, ...] = ()
        self.seeds: dict[int, dict[str, Type]] = {}
        self.returns: Type = UNKNOWN
        self.analyzed = False
        self.running = False
        self.stale = False
        self.runs = 0
        self.parameter_kinds: dict[str, str] = {}  # as the last analysis had them
        self.calls_with_tensors: frozenset[str] = frozenset()  # parameters, as ``handed_over`` names them
        self.callers: dict[FunctionInfo, None] = {}
        self.open: frozenset[str] = frozenset()  # parameters of which the file itself says nothing
        self.elsewhere: Sequence[CallSite] = ()  # calls in other files
        self.reads: Reads | None = None  # of the last walk
        self.sets: tuple[Setting, ...] = ()
        arguments = node.args
        self.positional = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
        self.through: tuple[str, ...] = ()  # what it gives back of what it is given, as ``passed_through`` has it
        self.left_to = ""  # the method of which a method gives the result, as ``delegation`` has it
        self.hands_on: bool | None = (
            None  # whether it is a decorator that leaves functions what they are, once asked for
        )

    def discard(self) -> None:
        """Lets go of all that leads back here."""
        self.frame.discard()
        self.returns = UNKNOWN
        self.seeds, self.callers, self.elsewhere, self.reads = {}, {}, (), None

    def seed(self, name: str, asked: bool) -> Type | None:
        """The join of what the call sites give for a parameter; None without any. ``asked``: those in other files, too."""
        found: Type | None = None
        for site in self.seeds.values():
            given = site.get(name)
            if given is not None:
                found = given if found is None else join(found, given)
        if len(self.seeds) > 1 and found is not None and found.kind == "unknown" and found == UNKNOWN:
            found = callers.where_they_differ([site[name] for site in self.seeds.values() if name in site])
        if not asked or not self.elsewhere:
            return found
        return callers.with_evidence(found, [site.given[name] for site in self.elsewhere if name in site.given])

    def given(self, name: str) -> Sequence[Type | None]:
        """All that the file's own calls say of a parameter."""
        found = self.seed(name, False)
        return (found, *self.told(name)) if found is not None and found.is_unknown else (found,)

    def takes_tensor(self, name: str) -> bool:
        """Whether the last walk took a parameter for a tensor."""
        return self.parameter_kinds.get(name) == "tensor" or name in self.calls_with_tensors

    def told(self, name: str) -> list[Type]:
        """What is known of what the call sites give for a parameter, one by one: they may not agree."""
        sites = [*self.seeds.values(), *(site.given for site in self.elsewhere)]
        return [site[name] for site in sites if name in site and not site[name].is_unknown]


@dataclass(frozen=True, eq=False)
class LambdaInfo:
    """``definition`` of a lambda: its node and the variables around it."""

    node: ast.Lambda
    vars: Mapping[str, Type]


@dataclass(frozen=True)
class Super:
    """``definition`` of what ``super()`` gives inside a class."""

    cls: ClassInfo


class ClassInfo:
    """A user's class. ``instance`` is what calling it gives; ``torch_base`` the nearest torch class above it."""

    def __init__(self, name: str, node: ast.ClassDef, frame: Frame, flow: Flow) -> None:
        self.name = name
        self.node = node
        self.frame = frame
        self.flow = flow
        self.bases: Sequence[Type] = ()
        self.kind = "other"
        self.torch_base = ""
        self.methods: dict[str, FunctionInfo] = {}
        self.attributes: dict[str, Type] = {}
        self.sites: dict[str, dict[int, Type]] = {}  # attribute → assignment → type
        self.remade: dict[str, dict[int, None]] = {}  # attribute → assignments of what was made of its own value
        self.buffers: dict[str, None] = {}  # attributes that are registered as buffers
        self.said: dict[str, None] = {}  # attributes that a method annotates and gives no value
        self.readers: dict[FunctionInfo, None] = {}
        self.heirs: dict[ClassInfo, None] = {}  # classes of the same file that derive from this one
        self.left: dict[str, None] = {}  # attributes that were read and are None until heirs set them
        self.elsewhere: Sequence[callers.CallSite] = ()  # what heirs in other files put there
        self.prepared = False
        self.all_prepared = False  # those above it, too
        self.complete: set[str] = set()  # attributes of which other files were asked what sets them
        self._parents: list[ClassInfo] = []
        self._of_bases: Sequence[Type] = ()  # those that ``_parents`` was worked out of
        self._lineage: list[ClassInfo] = []
        self._declared: frozenset[str] | None = None
        self._of_lineage: list[Sequence[Type]] = []  # the bases of each of these
        self._instance: Type | None = None

    def discard(self) -> None:
        """Lets go of all that leads back here."""
        self.frame.discard()
        self.bases, self._parents, self._of_bases, self._lineage, self._of_lineage = (), [], (), [], []
        self.methods, self.attributes, self.sites, self.remade, self.readers, self.heirs = {}, {}, {}, {}, {}, {}
        self.said, self.buffers, self.elsewhere = {}, {}, ()
        self._instance = None

    @property
    def instance(self) -> Type:
        known = self._instance
        if known is None or known.kind != self.kind:
            known = self._instance = Type(self.kind, self.name, (), False, self)
        return known

    @property
    def place(self) -> tuple[Path, str] | None:
        """File and name by which other files reach the class; None for one within a function, or that only holds values."""
        path = self.flow.source.path
        if path is None or self.frame.kind != "module" or all(name.startswith("__") for name in self.methods):
            return None
        return path, self.name

    @property
    def as_class(self) -> Type:
        """The class itself."""
        return Type("module_class" if self.kind == "module" else "class", self.name, (), False, self)

    @property
    def parents(self) -> list[ClassInfo]:
        if self._of_bases is not self.bases:
            self._parents = [base.definition for base in self.bases if isinstance(base.definition, ClassInfo)]
            self._of_bases = self.bases
        return self._parents

    def lineage(self) -> list[ClassInfo]:
        """The class and the user's classes above it, nearest first."""
        parents = self._parents if self._of_bases is self.bases else self.parents
        if not parents:
            return [self]
        if len(parents) == 1 and not parents[0].parents and parents[0] is not self:
            return [self, parents[0]]
        if self._lineage:
            for one, bases in zip(self._lineage, self._of_lineage):
                if one.bases is not bases:
                    break
            else:
                return self._lineage
        out: dict[ClassInfo, None] = {}
        queue = [self]
        for current in queue:  # grows on the way
            if current not in out and len(out) < _MOST_ABOVE:
                out[current] = None
                queue.extend(current.parents)
        self._lineage = list(out)
        self._of_lineage = [one.bases for one in out]
        return self._lineage

    def declares(self, name: str) -> bool:
        """Whether the class, or one above it, says what the attribute is, and no more: ``part: Part`` in its body, or
        ``self.part: Part`` in a method that was walked."""
        return any(name in cls.said or name in cls._bare_annotations() for cls in self.lineage())

    def _bare_annotations(self) -> frozenset[str]:
        if self._declared is None:
            found = [one for one in self.node.body if type(one) is AnnAssign and one.value is None]
            self._declared = frozenset(one.target.id for one in found if type(one.target) is Name)
        return self._declared

    def method(self, name: str) -> FunctionInfo | None:
        own = self.methods.get(name)
        if own is not None or not self.parents:
            return own
        for cls in self.lineage():
            if name in cls.methods:
                return cls.methods[name]
        return None

    def _beside_parents(self, name: str, own: Type) -> Type:
        """A tensor by what the class assigns, or what a parent assigns that is certainly none (an array at first)."""
        for cls in self.lineage()[1:]:
            found = cls.attributes.get(name)
            if found is not None and (found.kind == "ndarray" or found == NUMPY):
                return join(own, found)
        return own

    def is_plain(self) -> bool:
        """Whether all that the class derives from is the user's own, and none of it torch's."""
        every = self.lineage()
        return all(cls.kind == "other" for cls in every) and not any(cls._derives_from_others() for cls in every)

    def _derives_from_others(self) -> bool:
        return any(base.name != "object" and not isinstance(base.definition, ClassInfo) for base in self.bases)

    def attribute(self, name: str) -> Type | None:
        """The join of what is assigned to the attribute anywhere in the class; None when nothing is."""
        own = self.attributes.get(name)
        if own is not None:
            if own.kind == "tensor" and self.parents:
                return self._beside_parents(name, own)
            if own.kind == "unknown" and own == UNKNOWN and any(name in cls.buffers for cls in self.lineage()[1:]):
                return TENSOR  # torch lets nothing else be put where a buffer stands
            return own
        if not self.parents:
            return None
        for cls in self.lineage():
            if name in cls.attributes:
                return cls.attributes[name]
        return None


def derives(one: Type, other: Type) -> bool:
    """Whether a value's class is the user's own and derives from that of another value."""
    cls, above = one.definition, other.definition
    if not (isinstance(cls, ClassInfo) and isinstance(above, ClassInfo)) or cls is above:
        return False
    return one.kind == other.kind == "other" and above in cls.lineage()

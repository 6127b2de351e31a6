"""Classes of the user's own whose objects do what tensors do: an engine for gradients written by hand, a wrapper around arrays.
Where a file has such a class, the name of a member alone does not tell that a value is a tensor."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Set
from typing import TYPE_CHECKING, Final

from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.exports import Exports
from mindport.syntax.below import parameters_of
from mindport.syntax.nodes import Name

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow
    from mindport.syntax.source import SourceFile

# All begin with what they are found by: to look for a line's start or a word's takes many times as long.
_HEAD: Final = re.compile(r"\nclass[ \t]+(\w+)[ \t]*(?:\(((?:[^()]|\([^()]*\))*)\))?[ \t]*:")
_WITHIN: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_END: Final = re.compile(r"\n[^\s#)\]}]")
_DEFINED: Final = re.compile(
    r"\n(?:[ \t]+(?:async[ \t]+)?def[ \t]+(?!backward\(self[ \t]*,[ \t]*\w+[ \t]*[,)])(\w+)"  # an accelerator's takes the loss
    r"|(?:[ ]{2,4}|\t)(\w+)[ \t]*(?::[^=\n]*)?(?:=(?!=)|(?=\n|\Z)))"
)
_SET: Final = re.compile(r"self\.(?<!\wself\.)(\w+)[ \t]*(?::[^=\n]*)?=(?!=)")
_FORWARDED: Final = re.compile(r"getattr\((?:self\._?)?(?:x|v|t|tensor|tensors|data|value|array),[ \t]*\w+\)")
"""Where an object has all members of what it holds: ``def __getattr__(self, name): return getattr(self.data, name)``."""
_PLAIN: Final = frozenset(
    ["", "object", "ABC", "dict", "list", "tuple", "set", "deque", "NamedTuple", "Protocol", "OrderedDict", "defaultdict",
     "UserDict", "UserList", "namedtuple", "Mapping", "MutableMapping", "Sequence", "Generic"]
)  # fmt: skip
"""Classes of Python's own that such a class may derive from."""
_TAKEN: Final = re.compile(r"\nfrom[ \t]+\.[\w.]*[ \t]+import[ \t]+(\([^()]*\)|[^\n(]*)")
_CALLED_ALIKE: Final = re.compile(r"\b(?:[A-Z]\w*)?(?:Tensor|Array|Variable)\b")
_COMMON: Final = frozenset(
    ["device", "dtype", "to", "data", "size", "shape", "names", "name", "T", "type", "layout", "split", "index_select", "values",
     "real", "imag", "H", "add", "select", "apply_", "map_", "dim", "mean", "std", "var", "min", "max", "sum", "sort", "scatter",
     "gather", "indices", "cpu", "cuda", "ndim", "numel", "float", "copy_", "item", "tolist", "numpy", "requires_grad", "dot",
     "norm", "__getitem__"]
)  # fmt: skip
"""Members that objects have which are nothing like tensors."""
_SEVERAL = 3
"""How many members of tensors a class must have, so that a value of which these are read may be one of its objects."""
_TWO = 2  # beside the common ones, of a class that a file does not name
_MUCH_ALIKE, _ALIKE = 4, 6
"""How many members of tensors a class must have, beside the common ones or at all, so that those tell nothing either."""


def may_be_of_one(flow: Flow, node: ast.Attribute) -> bool:
    """Whether a member may be one of an object of a class that the file has, or imports, and that is much like a tensor."""
    return _may_have(flow, node.attr) and not _is_handed_down(flow, node)


def have(flow: Flow, attributes: Set[str]) -> bool:
    """Whether objects of one of these classes have all that is read of a value: then it may as well be one."""
    if not attributes:
        return False
    return any(attributes <= one for one in _all_members(flow))


def are_sliced(flow: Flow) -> bool:
    """Whether objects of one of these classes may be sliced as tensors are."""
    return any("__getitem__" in one and not one.isdisjoint(_SIZED) for one in _all_members(flow))


_SIZED: Final = frozenset(["shape", "size", "dim", "ndim"])


def _all_members(flow: Flow) -> list[frozenset[str]]:
    return flow.source.kept(("own objects", flow.tells), lambda: _members_at_hand(flow))


def _members_at_hand(flow: Flow) -> list[frozenset[str]]:
    members = flow.knowledge.tensor_members
    sources = [flow.source, *(_sources(flow) if flow.tells else ())]
    plain = _plain_classes(flow)
    every = [one for source in sources for one in members_of(source, members, plain).values()]
    return [one for one in every if len(one - {"__getitem__"}) >= _SEVERAL]


def _is_handed_down(flow: Flow, node: ast.Attribute) -> bool:
    """``def detach(self): return self.apply(lambda x: x.detach())``: of what such an object holds."""
    function = flow.frame.function
    if function is None or function.cls is None or function.name.rstrip("_") != node.attr.rstrip("_"):
        return False
    name = node.value.id if type(node.value) is Name else ""
    own = flow.own_names(function).stores[name] or any(one.arg == name for one in parameters_of(function.node.args))
    return bool(name) and not own


def _may_have(flow: Flow, name: str) -> bool:
    here = flow.source.kept(("own members",), lambda: _of_file(flow))
    return name in here or flow.tells and name in flow.source.kept(("own members", "imported"), lambda: _imported(flow))


def defines(flow: Flow, name: str) -> bool:
    """Whether a class of the file, or one that it imports, has a method of this name; of Modules' own classes, too."""
    if _has_method(flow.source, name):
        return True
    return flow.tells and flow.source.kept(("defines", name), lambda: any(_imports(flow, name)))


def _imports(flow: Flow, name: str) -> Iterator[bool]:
    for value in flow.module.vars.values():
        defined = value.definition
        if isinstance(defined, ClassInfo) and defined.flow is not flow and value.kind == "class":
            yield any(name in one.methods for one in defined.lineage())
        elif isinstance(defined, Exports) and value.kind == "namespace":
            yield any(_has_method(source, name) for source in (defined.source, *_brought(defined)))


def _has_method(source: SourceFile, name: str) -> bool:
    text = source.text
    return any(f"def {name}({first}" in text for first in ("self", "cls", "\n"))


def is_for_modules(cls: ClassInfo) -> bool:
    """Whether a class is to be mixed into Modules: all that it derives from is at hand, and it asks its own object for what
    only Modules have."""
    source = cls.flow.source
    if not source.imports_torch or not cls.is_plain():
        return False
    return source.kept(("for modules", cls.name, cls.node.lineno), lambda: _asks_as_module(source, cls.node))


def _asks_as_module(source: SourceFile, node: ast.ClassDef) -> bool:
    starts, last = source.lines.starts, node.end_lineno or node.lineno
    end = starts[last] if last < len(starts) else len(source.text)
    asked = {found.group(1) for found in _ASKED.finditer(source.text, starts[node.lineno - 1], end)}
    return bool(asked) and not any(_has_method(source, name) for name in asked)


_ASKED: Final = re.compile(
    r"self\.(?<!\wself\.)(parameters|named_parameters|named_modules|named_children|named_buffers|register_buffer|register_parameter"
    r"|load_state_dict|register_forward_hook)\("
)


def _of_file(flow: Flow) -> frozenset[str]:
    members = flow.knowledge.tensor_members
    return frozenset().union(*classes_of(flow.source, members, _plain_classes(flow)).values())


def _imported(flow: Flow) -> frozenset[str]:
    members = flow.knowledge.tensor_members
    found: list[frozenset[str]] = []
    named: set[str] | None = None
    for source in _sources(flow):
        every = classes_of(source, members, _plain_classes(flow))
        if every and named is None:
            classes = [
                value.definition for value in flow.module.vars.values() if isinstance(value.definition, ClassInfo)
            ]
            named = {one.name for cls in classes for one in cls.lineage()}
        found += (one for name, one in every.items() if name in (named or ()) or len(one - _COMMON) >= _TWO)
    return frozenset().union(*found)


def _sources(flow: Flow) -> Iterator[SourceFile]:
    """Files that a file takes a class, a function or all names of, and those of what such classes derive from."""
    met: set[int] = {id(flow.source)}
    for value in flow.module.vars.values():
        defined = value.definition
        if isinstance(defined, ClassInfo):
            sources = [one.flow.source for one in defined.lineage()] if defined.flow is not flow else []
        elif isinstance(defined, FunctionInfo):
            sources = [defined.flow.source]
        elif isinstance(defined, Exports) and value.kind == "namespace":
            sources = [defined.source, *_brought(defined)]
        else:
            continue
        for source in sources:
            if id(source) not in met:
                met.add(id(source))
                yield source


def _brought(module: Exports) -> list[SourceFile]:
    """The files of classes called like tensors that a module takes from files beside it: ``from .tensors import MyTensor``, or
    all names of one, with a ``Tensor`` among them."""
    taken = [match.group(1) for match in _TAKEN.finditer(f"\n{module.source.text}")]
    names = {name: None for one in taken for name in _CALLED_ALIKE.findall(one)}  # each once, in order
    if any(one.startswith("*") for one in taken):
        names["Tensor"] = None
    classes = [module[name].definition for name in names]
    return [one.flow.source for cls in classes if isinstance(cls, ClassInfo) for one in cls.lineage()]


def classes_of(source: SourceFile, members: frozenset[str], above: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """Of the classes of a file that derive from nothing of a library's, which of their members that tensors have tell nothing.
    ``above``: such classes of other files."""
    told = _derived_from(source, above)
    return source.kept(("classes like tensors", told), lambda: _classes_of(source, members, told))


def _classes_of(source: SourceFile, members: frozenset[str], above: frozenset[str]) -> Mapping[str, frozenset[str]]:
    told: dict[str, frozenset[str]] = {}
    for name, found in members_of(source, members, above).items():
        others = found - _COMMON
        if others:
            told[name] = found if len(others) >= _MUCH_ALIKE or len(found) >= _ALIKE else others
    return told


def members_of(source: SourceFile, members: frozenset[str], above: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """Of such classes, all members that tensors have, too."""
    told = _derived_from(source, above)
    return source.kept(("members like tensors", told), lambda: _members_of(source.text, members, told))


def _derived_from(source: SourceFile, names: frozenset[str]) -> frozenset[str]:
    """Those of the names that a class of the file derives from: of a file that many import, most of theirs are none."""
    return names & source.kept(("bases",), lambda: _bases_in(source.text)) if names else names


def _bases_in(text: str) -> frozenset[str]:
    return frozenset(base for head in _HEAD.finditer(f"\n{text}") for base in _bases_of(head))


def _bases_of(head: re.Match[str]) -> list[str]:
    bases = _WITHIN.sub("", head.group(2) or "").split(",")
    return [base.rpartition(".")[2].strip() for base in bases if "metaclass" not in base]


def _plain_classes(flow: Flow) -> frozenset[str]:
    """Names of classes that a file has or imports, and of those above them, where all of these are of the project and derive from
    nothing of a library's."""
    if not flow.module_complete:
        return frozenset(_find_plain(flow))  # there may be more once all of the module is walked
    return flow.source.kept(("plain classes",), lambda: frozenset(_find_plain(flow)))


def _find_plain(flow: Flow) -> Iterator[str]:
    for value in flow.module.vars.values():
        cls = value.definition
        if isinstance(cls, ClassInfo) and cls.kind == "other":
            lineage = cls.lineage()
            if len(lineage) > 1 and cls.is_plain():
                yield from (one.name for one in lineage)


def _members_of(text: str, members: frozenset[str], above: frozenset[str]) -> Mapping[str, frozenset[str]]:
    plain: dict[str, frozenset[str]] = {}
    text = f"\n{text}"
    for head in _HEAD.finditer(text):
        bases = _bases_of(head)
        if not all(base in _PLAIN or base in plain or base in above for base in bases):
            continue
        start, following = head.end(), _END.search(text, head.end())
        end = following.start() + 1 if following else len(text)
        matches = [one for pattern in (_DEFINED, _SET) for one in pattern.finditer(text, start, end)]
        names = {name for one in matches for name in one.groups() if name}
        found = names & members
        if "__getitem__" in names:
            found.add("__getitem__")
        if "__getattr__" in names and _FORWARDED.search(text, start, end):
            found |= members
        elif "__getattribute__" in names and len(found - _COMMON) >= _ALIKE:
            found |= members  # much like a tensor, and makes more of its members as they are asked for
        plain[head.group(1)] = frozenset(found).union(*(plain.get(base, frozenset()) for base in bases))
    return plain

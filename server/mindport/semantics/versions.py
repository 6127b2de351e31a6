"""Tests of torch's version, decided as for the one that is known here: ``torch.__version__ >= "1.9"``.

What is made of the version is followed as far as tests mostly go: its parts, numbers made of them, versions that are read of
them. Most tests have nothing of this, which their first variable tells."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics import version_values
from mindport.semantics.definitions import Known
from mindport.semantics.torch_names import VERSION
from mindport.semantics.types import UNKNOWN, Type, tuple_of
from mindport.semantics.version_values import TORCHS, TORCHVISIONS, Release, Row, Text
from mindport.syntax.nodes import (
    Add,
    And,
    Attribute,
    BinOp,
    BoolOp,
    Call,
    Compare,
    Constant,
    GeneratorExp,
    List,
    ListComp,
    Mult,
    Name,
    Not,
    Slice,
    Subscript,
    Tuple,
    UnaryOp,
)

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_NAMES: Final = {
    "torch.__version__": TORCHS,
    "torch.version.__version__": TORCHS,
    "torchvision.__version__": TORCHVISIONS,
    "torchvision.version.__version__": TORCHVISIONS,
}
_READERS: Final = frozenset(["parse", "parse_version", "version", "looseversion", "strictversion", "torchversion"])
_OF_PACKAGES: Final = frozenset(["importlib.metadata.version", "importlib_metadata.version"])
_NUMBERS: Final = frozenset(["int", "float"])
_DEEPEST: Final = 20


def decided(flow: Flow, test: ast.expr) -> bool | None:
    """How a test comes out that is one of torch's version; None for any other. It was evaluated before."""
    found = _value(flow, test, 0)
    return found if isinstance(found, bool) else None


def noted(flow: Flow, node: ast.expr, found: Type) -> Type:
    """The type of an expression, with what it is where torch's version decides that."""
    if type(node) in (Constant, Name) and found.name not in _NAMES:
        return found
    value = _value(flow, node, 0)
    if value is None:
        return found
    if isinstance(value, Row) and not value.open:
        kept = found.items if found.kind == "tuple" and len(found.items) == len(value.items) else ()
        parts = [kept[place] if kept else UNKNOWN for place in range(len(value.items))]
        found = tuple_of(*[one.defined_by(Known(its)) for one, its in zip(parts, value.items)])
    return found.defined_by(Known(value))


def _value(flow: Flow, node: ast.expr, depth: int) -> object:
    """What an expression is by torch's version; None where that does not decide it."""
    found = flow.types.get(id(node))
    if found is not None and isinstance(found.definition, Known):
        return found.definition.value
    kind = type(node)
    if depth > _DEEPEST:
        return None
    if kind is Name:
        return _NAMES.get(found.name) if found is not None else None
    if type(node) is Attribute:
        return _attribute(flow, node, depth)
    if type(node) is Compare:
        return _compare(flow, node, depth)
    if type(node) is Call:
        return _call(flow, node, depth)
    if type(node) is BoolOp:
        return _of_several(flow, node, depth)
    if type(node) is UnaryOp:
        inner = _value(flow, node.operand, depth + 1) if type(node.op) is Not else None
        return not inner if isinstance(inner, bool) else None
    if type(node) is Subscript:
        return _subscript(node, _value(flow, node.value, depth + 1))
    if type(node) in (ListComp, GeneratorExp):
        return _each(flow, node, depth)
    if type(node) is BinOp and type(node.op) in (Add, Mult):
        return _calculated(flow, node, depth)
    return None


def _attribute(flow: Flow, node: ast.Attribute, depth: int) -> object:
    if node.attr == "__version__":
        owner = flow.types.get(id(node.value))
        return _NAMES.get(f"{owner.name}.__version__") if owner is not None and owner.kind == "namespace" else None
    if node.attr not in ("major", "minor", "micro", "release", "version", "base_version", "public"):
        return None
    version = _value(flow, node.value, depth + 1)
    if not isinstance(version, Release) or version.by is not None:
        return None
    if node.attr == "version":
        return Row(tuple(version.numbers), not version.exact)  # of distutils
    if node.attr == "release":
        return Row(tuple(version.numbers))
    if node.attr in ("base_version", "public"):
        return ".".join([str(one) for one in version.numbers])
    place = ("major", "minor", "micro").index(node.attr)
    return version.numbers[place] if place < len(version.numbers) else 0


def _operand(flow: Flow, node: ast.expr, depth: int) -> object:
    """What stands beside something of torch's version: that, or what is written out."""
    if type(node) is Constant:
        return node.value if isinstance(node.value, (str, int, float)) else None
    if isinstance(node, (Tuple, List)):
        items = [_operand(flow, one, depth + 1) for one in node.elts]
        return Row(tuple(items)) if all(one is not None for one in items) else None
    if type(node) is Call and len(node.args) == 1 and type(node.args[0]) is Constant and not node.keywords:
        return _read(flow, node, node.args[0].value)
    return _value(flow, node, depth + 1)


def _compare(flow: Flow, node: ast.Compare, depth: int) -> bool | None:
    left, outcome = node.left, True
    sure = True
    for operator, right in zip(node.ops, node.comparators):
        one = _value(flow, left, depth + 1)
        if one is None and type(left) not in (Constant, Tuple, List, Call):
            return None
        other = _value(flow, right, depth + 1)
        if one is None and other is None:
            return None
        one = _operand(flow, left, depth + 1) if one is None else one
        other = _operand(flow, right, depth + 1) if other is None else other
        found = version_values.compare(type(operator), one, other) if one is not None and other is not None else None
        sure = sure and found is not None
        outcome = outcome and found is not False
        left = right
    return False if not outcome else True if sure else None


def _of_several(flow: Flow, node: ast.BoolOp, depth: int) -> bool | None:
    """``and``, ``or``: one part may be enough."""
    enough = type(node.op) is not And
    sure = True
    for part in node.values:
        found = _value(flow, part, depth + 1)
        if isinstance(found, bool):
            if found is enough:
                return enough
        else:
            sure = False
    return not enough if sure else None


def _call(flow: Flow, node: ast.Call, depth: int) -> object:
    function = node.func
    if type(function) is Attribute and function.attr in ("startswith", "split", "rstrip", "removesuffix"):
        if len(node.args) != 1 or node.keywords:
            return None
        text = _value(flow, function.value, depth + 1)
        given = _operand(flow, node.args[0], depth + 1) if isinstance(text, (str, Text)) else None
        if function.attr == "startswith":
            return version_values.starts(text, given) if given is not None else None
        if function.attr != "split":
            return version_values.without_build(text, given)
        return version_values.split(text, given) if isinstance(given, str) else None
    if type(function) is Attribute and function.attr in ("group", "groups"):
        found = _value(flow, function.value, depth + 1)
        if not isinstance(found, Row) or node.keywords:
            return None
        return Row(found.items[1:]) if function.attr == "groups" else _group(found, node.args)
    if not node.args or node.keywords or len(node.args) > 2:
        return None
    if type(function) is Attribute and function.attr in ("match", "search") and type(node.args[0]) is Constant:
        text = _value(flow, node.args[-1], depth + 1)
        return version_values.matched(node.args[0].value, function.attr, text) if len(node.args) == 2 else None
    if len(node.args) == 2 and type(node.args[1]) is Constant and _builtin(flow, function) == "hasattr":
        return _has(flow, node.args[0], node.args[1].value)
    if type(node.args[0]) is Constant:
        found = flow.types.get(id(function)) if node.args[0].value in ("torch", "torchvision") else None
        if found is None or found.name not in _OF_PACKAGES:
            return None
        return Text(VERSION) if node.args[0].value == "torch" else TORCHVISIONS
    name = _builtin(flow, function)
    value = _value(flow, node.args[-1], depth + 1)
    if value is None:
        return None
    if name == "map" and len(node.args) == 2:
        return _numbers(value, _builtin(flow, node.args[0]))
    if len(node.args) != 1:
        return None
    if name in _NUMBERS:
        return version_values.number(value, name)
    if name in ("tuple", "list"):
        return value if isinstance(value, Row) else None
    if name == "str":
        return Text(value.begins) if isinstance(value, Text) else value if isinstance(value, str) else None
    return _read(flow, node, value)


def _group(found: Row, places: list[ast.expr]) -> object:
    """One of the groups of a match: ``found.group(1)``."""
    place = places[0].value if len(places) == 1 and isinstance(places[0], Constant) else 0
    return found.items[place] if isinstance(place, int) and len(places) < 2 and place < len(found.items) else None


def _has(flow: Flow, node: ast.expr, name: object) -> bool | None:
    """Whether a module of torch's has a public name, which the version that is known tells; not all of those that it lacks."""
    found = flow.types.get(id(node))
    if found is None or found.kind != "namespace" or found.definition is not None or not isinstance(name, str):
        return None
    return (
        True if found.name.partition(".")[0] == "torch" and flow.knowledge.is_public(f"{found.name}.{name}") else None
    )


def _builtin(flow: Flow, node: ast.expr) -> str:
    """Which of Python's own functions a name stands for."""
    found = flow.types.get(id(node)) if type(node) is Name else None
    owner, _, name = found.name.partition(".") if found is not None else ("", "", "")
    return name if owner == "builtins" else ""


def _read(flow: Flow, node: ast.Call, value: object) -> Release | None:
    """The version that a function reads of a text: one of a library's, or one of the user's that is called so."""
    function = node.func
    leaf = function.attr if type(function) is Attribute else function.id if type(function) is Name else ""
    found = flow.types.get(id(function), UNKNOWN)
    by = getattr(found.definition, "node", None)
    if by is not None and leaf.endswith(("version", "Version")):
        return version_values.read(value, by)
    known = (found.name.rpartition(".")[2] if found.kind == "namespace" else leaf).lower()
    return version_values.read(value) if by is None and known in _READERS else None


def _numbers(value: object, kind: str) -> Row | None:
    """The numbers that the parts of a version tell, as far as they are known."""
    if not isinstance(value, Row) or kind not in _NUMBERS:
        return None
    found: list[object] = []
    for one in value.items:
        made = version_values.number(one, kind)
        if made is None:
            return Row(tuple(found), True)
        found.append(made)
    return Row(tuple(found), value.open)


def _subscript(node: ast.Subscript, value: object) -> object:
    if value is None:
        return None
    index = node.slice
    if type(index) is Slice:
        if value is TORCHVISIONS:
            return None  # ``[:3]`` meant two numbers before 0.10, and does not any more
        first, end = index.lower, index.upper
        if index.step is not None or any(one is not None and type(one) is not Constant for one in (first, end)):
            return None
        low = first.value if isinstance(first, Constant) else 0
        high = end.value if isinstance(end, Constant) else None
        if not isinstance(low, int) or not (high is None or isinstance(high, int)):
            return None
        return version_values.part(value, low, high)
    if type(index) is UnaryOp and type(index.operand) is Constant and isinstance(index.operand.value, int):
        return version_values.item(value, -index.operand.value)
    if type(index) is Constant and isinstance(index.value, int):
        return version_values.item(value, index.value)
    return None


def _each(flow: Flow, node: ast.expr, depth: int) -> object:
    """``int(x) for x in torch.__version__.split(".")``."""
    if not isinstance(node, (ListComp, GeneratorExp)) or len(node.generators) != 1:
        return None
    generator, made = node.generators[0], node.elt
    if generator.ifs or type(generator.target) is not Name:
        return None
    if type(made) is not Call or len(made.args) != 1 or made.keywords or type(made.args[0]) is not Name:
        return None
    if made.args[0].id != generator.target.id:
        return None
    return _numbers(_value(flow, generator.iter, depth + 1), _builtin(flow, made.func))


def _calculated(flow: Flow, node: ast.BinOp, depth: int) -> object:
    """``major * 100 + minor``."""
    left, right = _value(flow, node.left, depth + 1), _value(flow, node.right, depth + 1)
    if left is None and right is None:
        return None
    left = _operand(flow, node.left, depth + 1) if left is None else left
    right = _operand(flow, node.right, depth + 1) if right is None else right
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return left + right if type(node.op) is Add else left * right
    return None

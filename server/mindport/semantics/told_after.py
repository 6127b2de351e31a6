"""What tells of the receiver of a method only once the call has been seen as a whole: what it is given, what it is compared with,
where it is given to."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

from mindport.semantics import evidence, own_objects, usage
from mindport.semantics.arguments import Arguments
from mindport.semantics.hindsight import LIKELY, WITH_MOVING_OBJECTS, likely
from mindport.semantics.likelihood import OTHER_TENSORS
from mindport.semantics.types import OPEN, OUTPUT, Type
from mindport.semantics.word_sets import words
from mindport.syntax.nodes import Attribute, Call, Constant, List, Name, Set, Tuple

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

SIZED: Final = words("""
    rand randn zeros ones empty full expand view reshape new_zeros new_ones new_empty new_full resize_ normal
""")
"""Functions and methods of torch's that take a size."""
_WITH_ONE: Final = words("mul add sub div mul_ add_ sub_ div_ matmul mm bmm dot eq ne ge gt le lt")
"""Methods of a tensor that take another; what else has them takes anything but tensors."""
_COMPARED: Final = frozenset(["dim", "ndimension", "size"])


def compared(flow: Flow, node: ast.Compare) -> None:
    """``x.dim() == 2``, ``x.dim() in (2, 3)``, ``x.size() == y.size()``"""
    one, other = node.left, node.comparators[0]
    callee = _callee(one, _COMPARED)
    if callee is None or len(node.comparators) != 1:
        return
    alike = _callee(other, _COMPARED)
    if alike is not None and alike.attr == callee.attr:
        _say(flow, callee, one)  # type: ignore[arg-type]
        _say(flow, alike, other)  # type: ignore[arg-type]
    elif callee.attr != "size" and _is_count(other):
        _say(flow, callee, one)  # type: ignore[arg-type]


def _is_count(node: ast.expr) -> bool:
    if isinstance(node, (Tuple, List, Set)):
        return bool(node.elts) and all(map(_is_count, node.elts))
    return type(node) is Constant and type(node.value) is int


def sized(flow: Flow, call: ast.Call) -> None:
    """``torch.rand(x.size())``, ``mask.expand(x.size())``"""
    for node in call.args:
        callee = _callee(node, _SIZE)
        if callee is not None:
            _say(flow, callee, node)  # type: ignore[arg-type]


_SIZE: Final = frozenset(["size"])


def with_a_tensor(flow: Flow, given: Arguments) -> bool:
    """``x.mul(mask)``, of what nothing is known: whether it is a tensor's, as the mask is one."""
    callee = given.call.func
    if type(callee) is not Attribute or callee.attr not in _WITH_ONE or len(given.call.args) != 1:
        return False
    return given.first.kind == "tensor" and _say(flow, callee, given.call)


_MOVES: Final = frozenset(["cuda", "to"])
_MODELS: Final = re.compile(
    r"_?(?:model|net|network|module|encoder|decoder|backbone|discriminator|generator|teacher|student|policy|actor|critic|classifier"
    r"|criterion|loss|loss_fn|loss_func|loss_function)(?:\d|_?[A-Za-z]\d?)?"
)
"""Names of models and losses themselves: what builds one has a verb in front."""
_LOSSES: Final = re.compile(r"_?(?:criterion|loss)")
_OBJECTS: Final = re.compile(r"data|batch|graph|sample|input|enc|mesh|pack|sparse|item|^b?gs?$", re.IGNORECASE)
"""Words in names of what holds several tensors, and is brought to a device as a whole."""


def into_a_model(flow: Flow, callee: Type, given: Arguments) -> None:
    """``model(xs[0].cuda())``: what is brought to a device on its way into a model, or into a loss, is no Module."""
    nodes = given.call.args
    for place, node in enumerate(nodes):
        if type(node) is not Call or type(node.func) is not Attribute or node.func.attr not in _MOVES:
            continue
        known = given.positional[place] if place < len(given.positional) else OUTPUT
        if (
            known.kind != "unknown"
            or known.name not in OPEN
            or not _takes_tensors(flow, callee, given.call.func, place)
        ):
            continue
        owner = node.func.value
        named = owner.id if type(owner) is Name else owner.attr if type(owner) is Attribute else ""
        if _OBJECTS.search(named) or usage.MODULES.search(named) or usage.MODELS.search(named):
            continue
        if not flow.knows(WITH_MOVING_OBJECTS) and _say(flow, node.func, node):
            given.positional[place] = OUTPUT


def _takes_tensors(flow: Flow, callee: Type, node: ast.expr, place: int) -> bool:
    name = node.attr if type(node) is Attribute else node.id if type(node) is Name else ""
    if callee.kind == "module":
        if place < _PAIR and (callee.name.endswith("Loss") or callee.definition is None and _LOSSES.match(name)):
            return True
        return evidence.layer_takes_tensor(flow, callee, place) is True
    return (callee.name in OPEN or callee.name == "one-of") and _MODELS.fullmatch(name) is not None


_PAIR: Final = 2


def _callee(node: ast.expr, names: frozenset[str]) -> ast.Attribute | None:
    """The method that is called without arguments, where it is one of these."""
    if type(node) is not Call or node.args or node.keywords or type(node.func) is not Attribute:
        return None
    return node.func if node.func.attr in names else None


def _say(flow: Flow, callee: ast.Attribute, call: ast.Call) -> bool:
    """Takes the receiver for a tensor, if nothing speaks against it; whether it does."""
    owner: Type = flow.types.get(id(callee.value), OUTPUT)
    if owner.kind != "unknown" or owner.name not in OPEN or not flow.judges:
        return False
    used = flow.uses.get(id(callee))
    if used is not None and used.certainty != "guessed":
        return False
    if flow.knows(OTHER_TENSORS) or own_objects.defines(flow, callee.attr):
        return False
    likely(flow, callee.value)
    flow.record(f"torch.Tensor.{callee.attr}", callee, "inferred", call, callee.value, why=LIKELY)
    return True

"""``x.long().float()``, ``x.bool() * y``: whole numbers and truths have no gradient in torch, MindSpore's casts hand it on.

Where a value that may have a gradient is cast and computed with, the gradient is stopped before the cast.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.analysis.uses import Certainty
from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules.cast_leaves import is_leaf
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def sample(x: torch.Tensor, mask: torch.Tensor, lengths: torch.Tensor):
    low = (x * 4).long()
    rest = x * 4 - low
    sure = torch.softmax(x, -1).to(torch.bool).to(x)
    ids = x.int()
    steps = torch.arange(3).long() + torch.floor(x).long() + lengths.long() + (x > 0).long() * 2
    return rest * mask.bool(), sure, steps, x[ids], x.detach().long() * x


scale = torch.ones(3, requires_grad=True)
whole = scale * scale.long().float()
""",
        """
import mindspore as ms
from mindspore import mint, ops, Parameter, Tensor
from mindport_helpers import softmax


def sample(x: Tensor, mask: Tensor, lengths: Tensor):
    low = (ops.stop_gradient(x * 4)).long()
    rest = x * 4 - low
    sure = ops.stop_gradient(softmax(x, -1)).to(ms.bool_).to(x.dtype)
    ids = x.int()
    steps = ops.arange(3).long() + mint.floor(x).long() + lengths.long() + (x > 0).long() * 2
    return rest * mask.bool(), sure, steps, x[ids], ops.stop_gradient(x).long() * x


scale = Parameter(mint.ones(3))
whole = scale * ops.stop_gradient(scale).long().float()
""",
    ),
]
NOOPS = ["def far(n):\n    return n.long() * 2\n"]

_CASTS = frozenset(f"torch.Tensor.{name}" for name in ("long", "int", "short", "char", "byte", "bool"))
_TYPED = frozenset(["torch.Tensor.to", "torch.Tensor.type"])
# fmt: off
_WHOLE = frozenset(f"torch.{name}" for name in (
    "long", "int64", "int", "int32", "short", "int16", "int8", "uint8", "uint16", "uint32", "uint64", "bool",
    "LongTensor", "IntTensor", "ShortTensor", "CharTensor", "ByteTensor", "BoolTensor", "cuda.LongTensor",
    "cuda.IntTensor", "cuda.ByteTensor", "cuda.BoolTensor",
))
_BACK = frozenset(["float", "double", "half", "bfloat16", "to", "type", "type_as"])
_FORMS = frozenset([
    "view", "reshape", "unsqueeze", "squeeze", "transpose", "permute", "t", "expand", "expand_as", "repeat", "contiguous",
    "flatten", "cpu", "cuda", "clone",
])
_WITHOUT = frozenset([  # give values that no gradient leads through
    "tensor", "as_tensor", "from_numpy", "zeros", "ones", "full", "arange", "linspace", "eye", "empty", "rand", "randn",
    "randint", "randperm", "zeros_like", "ones_like", "full_like", "rand_like", "randn_like", "randint_like",
    "empty_like", "bernoulli", "multinomial", "new_zeros", "new_ones", "new_full", "new_tensor", "tril_indices",
    "triu_indices", "argmax", "argmin", "argsort", "nonzero", "bincount", "searchsorted", "bucketize", "one_hot",
    "floor", "ceil", "round", "trunc", "sign", "floor_divide", "detach", "stop_gradient", "item", "numel", "size", "eq",
    "ne", "lt", "le", "gt", "ge", "isnan", "isinf", "isfinite", "isclose", "logical_and", "logical_or", "logical_not",
    "logical_xor", "any", "all", "long", "int", "short", "byte", "bool", "LongTensor", "IntTensor", "ByteTensor",
    "BoolTensor", "FloatTensor", "Tensor", "floor_", "round_",
])
# fmt: on
_CALLED = re.compile(
    r"(?:^|_)(?:masks?|masked|labels?|targets?|idxs?|ind|inds|ids?|index|indices|indexes|lengths?|lens?|tokens?|positions?|pos|"
    r"t|ts|times?|timesteps?|steps?|gts?|gt|truth|y|ys|classes|cls|valid|pad|padding|seq|batch|counts?|nums?|size|shape|sizes)"
    r"(?:_|\d|$)"
)
_DEPTH = 4


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.Call):
        if not isinstance(node.func, ast.Attribute) or not _is_cast(module, node, node.func):
            continue
        given = node.func.value
        if not _is_of_tensor(module, node.func) or not _is_computed_with(module, node):
            continue
        if may_have_gradient(module, given, _DEPTH) and not is_within_no_grad(module, node):
            span = module.source.span(given)
            opening = module.spelling.name("mindspore.ops.stop_gradient") + "("
            yield Match((Edit(span, (opening, span, ")"), 1),))


def _is_of_tensor(module: Module, func: ast.Attribute) -> bool:
    """Whether more than the method's name speaks for a tensor."""
    finding = module.findings.get(id(func))
    return finding is not None and finding.use.certainty is not Certainty.GUESSED


def _is_cast(module: Module, call: ast.Call, func: ast.Attribute) -> bool:
    api = module.api(func)
    if api in _CASTS:
        return not call.args
    if api not in _TYPED:
        return False
    given = call.args[0] if call.args else next((k.value for k in call.keywords if k.arg == "dtype"), None)
    return given is not None and module.api(given) in _WHOLE


# --- where it goes ---


def _is_computed_with(module: Module, node: ast.expr) -> bool:
    """Whether the value takes part in a calculation, or is cast back, here or under the name that it is given."""
    source = module.source
    top, parent = node, source.parent(node)
    while True:
        if (
            isinstance(parent, ast.Attribute)
            and isinstance(around := source.parent(parent), ast.Call)
            and around.func is parent
        ):
            if parent.attr in _BACK:
                return not _is_cast(module, around, parent)
            if parent.attr not in _FORMS:
                return False
            top, parent = around, source.parent(around)
        elif isinstance(parent, ast.Subscript) and parent.value is top:
            top, parent = parent, source.parent(parent)
        else:
            break
    if isinstance(parent, ast.BinOp) and not isinstance(
        parent.op, (ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor)
    ):
        return True
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
        name = parent.targets[0]
        scope = names.scope_of(source, name)
        if scope is None or isinstance(top, ast.Name):
            return False
        reads = [
            read
            for read in names.reads_of(module.source, scope, name.id)
            if names.place_of(read) >= names.end_of(parent)
        ]
        return any(_is_computed_with(module, read) for read in reads)
    return False


# --- where it comes from ---


def may_have_gradient(module: Module, node: ast.expr, depth: int) -> bool:
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, (ast.FloorDiv, ast.BitAnd, ast.BitOr, ast.BitXor)):
            return False
        return may_have_gradient(module, node.left, depth) or may_have_gradient(module, node.right, depth)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and may_have_gradient(module, node.operand, depth)
    if isinstance(node, ast.Subscript):
        second = isinstance(node.slice, ast.Constant) and node.slice.value == 1  # of values and places
        return not (second and isinstance(node.value, ast.Call)) and may_have_gradient(module, node.value, depth)
    if isinstance(node, ast.Name):
        return not _CALLED.search(node.id.lower()) and _is_bound_to_such(module, node, depth)
    if isinstance(node, ast.Attribute):
        return node.attr not in ("shape", "data", "indices") and not _CALLED.search(node.attr.lower())
    if not isinstance(node, ast.Call):
        return False
    if is_leaf(module, node):
        return True
    func = node.func
    name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
    if isinstance(func, ast.Attribute) and _is_cast(module, node, func):
        return False
    if name in _WITHOUT or (module.api(func) or "").rpartition(".")[2] in _WITHOUT:
        return False
    subjects = [*node.args, *(k.value for k in node.keywords)]
    if isinstance(func, ast.Attribute) and module.analysis.kind_of(func.value) == "tensor":
        subjects = [func.value, *subjects]
    elif module.api(func) is None:
        return True  # a layer, or a function of the project's own
    return any(may_have_gradient(module, one, depth) for one in subjects if not isinstance(one, ast.Constant))


def _is_bound_to_such(module: Module, name: ast.Name, depth: int) -> bool:
    if depth == 0 or module.analysis.kind_of(name) not in ("tensor", "unknown"):
        return False
    scope = names.scope_of(module.source, name)
    if scope is None:
        return False
    values, _ = names.values_at(module.source, scope, name.id, name)
    return any(value is None or may_have_gradient(module, value, depth - 1) for value in values)


def is_within_no_grad(module: Module, node: ast.AST) -> bool:
    current: ast.AST | None = node
    while current is not None:
        if isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if current.name in ("__getitem__", "collate_fn", "__next__"):
                return True
        if names.stops_gradients(current):
            return True
        current = module.source.parent(current)
    return False

"""``scores.masked_fill(mask, -inf).softmax(-1)`` becomes a helper: where a mask hides a whole row, MindSpore 2.10 writes on a
CPU neither that row nor those after it.

In torch that row is ``nan``, which code replaces or never looks at; the others are right. A causal mask hides no whole row, nor
does one that compares the scores themselves.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.mapping.row import Target
from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch
import torch.nn as nn
import torch.nn.functional as F

NOTHING = float("-inf")


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.softmax = nn.Softmax(dim=-1)
        self.register_buffer("bias", torch.tril(torch.ones(9, 9)))

    def forward(self, scores: torch.Tensor, mask: torch.Tensor, values: torch.Tensor):
        if mask is not None:
            scores = scores.masked_fill(mask == 0, NOTHING)
        return torch.nan_to_num(self.softmax(scores)) @ values

    def causal(self, scores: torch.Tensor):
        n = scores.size(-1)
        return F.softmax(scores.masked_fill(self.bias[:n, :n] == 0, float("-inf")), dim=-1)


def pooled(scores: torch.Tensor, padded: torch.Tensor, mask: torch.Tensor):
    other = F.softmax(scores.masked_fill(padded, -1e9), dim=-1)
    top = scores.clone()
    top[top < 1] = -float("inf")
    scores.masked_fill_(padded, float("-inf"))
    return F.softmax(scores, dim=1, dtype=torch.float32), (other + mask).softmax(-1), torch.softmax(top, -1)


def at_once(scores: torch.Tensor, padded: torch.Tensor):
    normalize = nn.Softmax(dim=0)
    hidden = scores.masked_fill(padded, float("-inf"))
    return nn.Softmax(dim=-1)(hidden), normalize(hidden), nn.Softmax(dim=1)(scores)
""",
        """
import mindspore as ms
from mindspore import mint, nn, ops, Tensor
from mindport_helpers import TorchMaskedSoftmax, TorchSoftmax, masked_softmax, nan_to_num, softmax

NOTHING = float("-inf")


class Attention(nn.Cell):
    def __init__(self):
        super().__init__()
        self.softmax = TorchMaskedSoftmax(dim=-1)
        self.register_buffer("bias", ops.tril(mint.ones((9, 9))))

    def construct(self, scores: Tensor, mask: Tensor, values: Tensor):
        if mask is not None:
            scores = scores.masked_fill(mask == 0, NOTHING)
        return nan_to_num(self.softmax(scores)) @ values

    def causal(self, scores: Tensor):
        n = scores.shape[-1]
        return softmax(scores.masked_fill(self.bias[:n, :n] == 0, float("-inf")), dim=-1)


def pooled(scores: Tensor, padded: Tensor, mask: Tensor):
    other = softmax(scores.masked_fill(padded, -1e9), dim=-1)
    top = ops.deepcopy(scores)
    top[top < 1] = -float("inf")
    scores[...] = scores.masked_fill(padded, float("-inf"))
    return masked_softmax(scores, dim=1, dtype=ms.float32), masked_softmax(other + mask, -1), softmax(top, -1)


def at_once(scores: Tensor, padded: Tensor):
    normalize = TorchMaskedSoftmax(dim=0)
    hidden = scores.masked_fill(padded, float("-inf"))
    return TorchMaskedSoftmax(dim=-1)(hidden), normalize(hidden), TorchSoftmax(dim=1)(scores)
""",
    ),
]
NOOPS = [
    "def weights(x, mask):\n    return x.masked_fill(mask, float('-inf')).softmax(-1)\n",
    "from mindspore import Tensor, mint\n\n\ndef weights(x: Tensor, mask: Tensor):\n"
    "    return mint.softmax(x.masked_fill(mask, float('-inf')), -1)\n",
]

_FUNCTIONS = frozenset(["torch.softmax", "torch.nn.functional.softmax", "torch.special.softmax"])
_FILLING = frozenset(
    ["masked_fill", "masked_fill_", "where", "masked_scatter", "fill_", "full", "full_like", "new_full"]
)
_CAUSAL = re.compile(r"triu|tril|causal|subsequent|future", re.IGNORECASE)
_INFINITE = re.compile(r"\b(?:inf|Inf|INF|infinity)\b")
_DEPTH = 5


def matches(module: Module) -> Iterator[Match]:
    if module.context.target is not Target.CPU or not _INFINITE.search(module.source.text):
        return
    calls = module.source.each(ast.Call)
    if not any(_is_lowest(module, node, 0) for node in module.source.each(ast.Call, ast.UnaryOp)):
        return
    layers = {id(node.func): node for node in calls if module.certain_api(node) == "torch.nn.Softmax"}
    found: set[int] = set()
    for node in calls:
        api = module.certain_api(node)
        if api in _FUNCTIONS:
            subject = next((k.value for k in node.keywords if k.arg == "input"), None) or next(iter(node.args), None)
            if subject is not None and _may_be_hidden(module, subject, _DEPTH):
                edit = Edit(module.source.span(node.func), (module.spelling.helper("masked_softmax"),), 1)
                yield Match((edit,), handled=frozenset([id(node.func)]))
        elif api == "torch.Tensor.softmax" and isinstance(node.func, ast.Attribute):
            if _may_be_hidden(module, node.func.value, _DEPTH):
                yield _method(module, node, node.func)
        elif (
            layers
            and node.args
            and isinstance(node.func, (ast.Attribute, ast.Name, ast.Call))
            and _may_be_hidden(module, node.args[0], _DEPTH)
        ):
            found |= {id(layer) for layer in _made(module, node.func) if id(layer) in layers}
    for key in sorted(found, key=lambda one: layers[one].lineno):
        edit = Edit(module.source.span(layers[key].func), (module.spelling.helper("TorchMaskedSoftmax"),), 1)
        yield Match((edit,), handled=frozenset([key]))


def _method(module: Module, call: ast.Call, function: ast.Attribute) -> Match:
    """``scores.softmax(-1)`` as a call of the helper."""
    subject = function.value
    given = [*call.args, *call.keywords]
    parts: list[object] = [module.spelling.helper("masked_softmax"), "(", module.source.span(subject)]
    for one in given:
        parts += [", ", module.source.span(one)]
    return Match((Edit(module.source.span(call), (*parts, ")"), 1),), handled=frozenset([id(function)]))  # type: ignore[arg-type]


def _made(module: Module, function: ast.Attribute | ast.Name | ast.Call) -> Iterator[ast.expr]:
    """What is called to make the layer that is called: of ``self.softmax``, in its class, the ``nn.Softmax``."""
    if isinstance(function, ast.Call):
        yield function.func
        return
    if isinstance(function, ast.Name):
        for made in module.source.each(ast.Assign):
            if isinstance(made.value, ast.Call) and any(_named(target) == function.id for target in made.targets):
                yield made.value.func
        return
    around = module.source.around(function, ast.ClassDef)
    if around is None or not isinstance(function.value, ast.Name):
        return
    for node in ast.walk(around):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            if any(isinstance(t, ast.Attribute) and t.attr == function.attr for t in node.targets):
                yield node.value.func


def _may_be_hidden(module: Module, node: ast.expr, depth: int) -> bool:
    """Whether a mask puts minus infinities into the scores that may be all of a row."""
    if isinstance(node, ast.BinOp):
        added = isinstance(node.op, ast.Add) and any(_is_mask(module, one) for one in (node.left, node.right))
        return added or any(_may_be_hidden(module, one, depth) for one in (node.left, node.right))
    if isinstance(node, ast.IfExp):
        return any(_may_be_hidden(module, one, depth) for one in (node.body, node.orelse))
    if isinstance(node, ast.Subscript):
        return _may_be_hidden(module, node.value, depth)
    if isinstance(node, ast.Name):
        scope = names.scope_of(module.source, node)
        if scope is None or not depth or module.analysis.kind_of(node) not in ("tensor", "unknown"):
            return False
        if any(_hides(module, one, node.id) for one in ast.walk(scope) if getattr(one, "lineno", 0) <= node.lineno):
            return True
        values, _ = names.values_at(module.source, scope, node.id, node)
        return any(value is not None and _may_be_hidden(module, value, depth - 1) for value in values)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    if node.func.attr in _FILLING:
        filled = [*node.args, *(k.value for k in node.keywords)]
        subject = node.func.value
        if any(_is_lowest(module, one, 2) for one in filled) and not _leaves_some(module, filled, subject):
            return True
    if node.func.attr in ("softmax", "sigmoid", "tanh", "relu"):
        return False
    return any(_may_be_hidden(module, one, depth) for one in (node.func.value, *node.args[:1]))


def _hides(module: Module, node: ast.AST, name: str) -> bool:
    """Whether a statement hides elements of the variable: ``x.masked_fill_(…)``, ``x[mask] = -inf``, ``x += mask``."""
    if isinstance(node, ast.AugAssign):
        return isinstance(node.op, ast.Add) and _named(node.target) == name and _is_mask(module, node.value)
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
        target = node.targets[0]
        if _named(target.value) != name or not _is_lowest(module, node.value, 2):
            return False
        return not _leaves_some(module, [target.slice], target.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "masked_fill_":
        filled = [*node.args, *(k.value for k in node.keywords)]
        if _named(node.func.value) != name or not any(_is_lowest(module, one, 2) for one in filled):
            return False
        return not _leaves_some(module, filled, node.func.value)
    return False


def _leaves_some(module: Module, mask: list[ast.expr], subject: ast.expr) -> bool:
    """Whether each row keeps a score: a causal mask, a comparison of the scores themselves, fixed places."""
    parts = [one for each in mask for one in ast.walk(each)]
    if any(
        _CAUSAL.search(one.id if isinstance(one, ast.Name) else one.attr)
        for one in parts
        if isinstance(one, (ast.Name, ast.Attribute))
    ):
        return True
    written = ast.unparse(subject)
    named = {_named(one) for one in parts} - {""}
    if any(ast.unparse(one) == written for one in parts if isinstance(one, (ast.Name, ast.Attribute))):
        return True
    if not any(isinstance(one, (ast.Name, ast.Attribute, ast.Call)) for one in parts):
        return True
    return any(_is_causal(statement, named) for statement in module.source.each(ast.Assign, ast.Call))


def _is_causal(statement: ast.AST, named: set[str]) -> bool:
    """Whether it makes one of the names of a triangle."""
    if isinstance(statement, ast.Assign):
        made = {_named(target) for target in statement.targets} & named
        return bool(made) and _CAUSAL.search(ast.unparse(statement.value)) is not None
    if isinstance(statement, ast.Call) and isinstance(statement.func, ast.Attribute) and len(statement.args) > 1:
        first = statement.args[0]
        if statement.func.attr == "register_buffer" and isinstance(first, ast.Constant) and first.value in named:
            return _CAUSAL.search(ast.unparse(statement.args[1])) is not None
    return False


def _is_mask(module: Module, node: ast.expr) -> bool:
    name = _named(node.value if isinstance(node, ast.Subscript) else node)
    return "mask" in name.lower() and not _leaves_some(module, [node], ast.Constant(None))


def _named(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_lowest(module: Module, node: ast.expr | ast.AST, depth: int) -> bool:
    """``float("-inf")``, ``-math.inf``, or a name for it."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and _is_infinite(node.operand, "inf")
    if isinstance(node, ast.Name) and depth:
        for statement in module.source.each(ast.Assign):
            if any(_named(t) == node.id for t in statement.targets):
                if _is_lowest(module, statement.value, depth - 1):
                    return True
        return False
    return _is_infinite(node, "-inf")


def _is_infinite(node: ast.AST, text: str) -> bool:
    if isinstance(node, ast.Call):
        said = node.args[0] if _named(node.func) == "float" and node.args else None
        value = said.value if isinstance(said, ast.Constant) else None
        return isinstance(value, str) and value.lower().removesuffix("inity") in (text, "+" + text)
    return text == "inf" and _named(node) in ("inf", "Inf", "INF")

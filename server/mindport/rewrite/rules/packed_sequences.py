"""``self.rnn(pack_padded_sequence(x, lengths))``: MindSpore's recurrent layers take lengths; a helper hands them over."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class Encoder(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.rnn = nn.GRU(size, 4, batch_first=True)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths, batch_first=True)
        out, state = self.rnn(packed)
        return pad_packed_sequence(out, batch_first=True)[0]
""",
        """
from mindspore import nn
from mindport_helpers import pack_padded_sequence, pad_packed_sequence, run_packed


class Encoder(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.rnn = nn.GRU(size, 4, batch_first=True)

    def construct(self, x, lengths):
        packed = pack_padded_sequence(x, lengths, batch_first=True)
        out, state = run_packed(self.rnn, packed)
        return pad_packed_sequence(out, batch_first=True)[0]
""",
    ),
]
NOOPS = [
    """
def run(rnn, x):
    return rnn(x)
"""
]

_RNN = "torch.nn.utils.rnn."
_PACKING = frozenset(_RNN + name for name in ("pack_padded_sequence", "pack_sequence", "PackedSequence"))
_LAYERS = frozenset(["torch.nn.LSTM", "torch.nn.GRU", "torch.nn.RNN"])


def matches(module: Module) -> Iterator[Match]:
    tree = module.source.tree
    if tree is None or not any(finding.use.api in _PACKING for finding in module.findings.values()):
        return
    seen: set[int] = set()
    for scope in ast.walk(tree):
        if not isinstance(scope, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        packed = _packed(module, scope)
        for node in ast.walk(scope):
            if isinstance(node, ast.Call) and id(node) not in seen and _takes_packed(module, node, packed):
                seen.add(id(node))
                yield from _match(module, node)


def _match(module: Module, node: ast.Call) -> Iterator[Match]:
    called, first = module.source.span(node.func), module.source.span(node.args[0])
    between = Span(called.end, first.start)
    if "#" in module.source.text[between.start : between.end]:
        return
    helper = module.spelling.helper("run_packed")
    yield Match((Edit(called, (f"{helper}(", called)), Edit(between, (", ",))))


def _takes_packed(module: Module, node: ast.Call, packed: set[str]) -> bool:
    """Whether a call is that of a recurrent layer with something packed (the helper minds if it is not, after all)."""
    given = node.args[0] if node.args else None
    if not (isinstance(given, ast.Name) and given.id in packed) and module.api(given) not in _PACKING:
        return False
    called = module.analysis.type_of(node.func)
    return called.kind == "module" and all(name in _LAYERS for name in called.name.split("|"))


def _packed(module: Module, scope: ast.AST) -> set[str]:
    """Names that hold something packed in a scope, what layers make of it too."""
    names = {
        node.arg
        for node in ast.walk(scope)
        if isinstance(node, ast.arg) and node.annotation is not None and module.api(node.annotation) in _PACKING
    }
    assignments = [node for node in ast.walk(scope) if isinstance(node, ast.Assign)]
    before = -1
    while before < len(names):
        before = len(names)
        for node in assignments:
            target = node.targets[0]
            value = node.value.value if isinstance(node.value, ast.Subscript) else node.value
            if not isinstance(value, ast.Call):
                continue
            if module.api(value) not in _PACKING:
                if not _takes_packed(module, value, names):
                    continue
                if isinstance(target, (ast.Tuple, ast.List)) and target.elts:
                    target = target.elts[0]
            if isinstance(target, ast.Name):
                names.add(target.id)
    return names

"""Classes that are handed around in place of a MindSpore layer are asked about as that layer is."""

from __future__ import annotations

import ast

from mindport.mapping.index import load

_SEVERAL = {"TorchBatchNorm"}  # of one, two or three dimensions: stands for none of them
_NO_LAYER = {"TorchParameter"}


def test_what_stands_for_a_layer_says_so() -> None:
    index = load()
    plain = set()
    for name in index.names():
        row = index.get(name)
        if row is None or row.kind != "class" or not name.startswith("torch.nn."):
            continue
        if not any(one.mindspore for one in row.equivalents):
            continue
        for helper in {one.reference or one.helper for one in row.equivalents} - {None} - _SEVERAL - _NO_LAYER:
            tree = ast.parse(index.helper(str(helper)) or "")
            (made,) = [node for node in tree.body if isinstance(node, ast.ClassDef)]
            if [ast.unparse(one.value) for one in made.keywords] != ["StandIn"]:
                plain.add(helper)
    assert plain == set()

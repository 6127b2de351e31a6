"""``pickle.dump(net, f)`` becomes ``ObjectPickler(f).dump(net)``: pickle cannot take apart the operators of MindSpore's networks.

A dict, list or tuple in which one is written out is pickled so too. ``pickle.load`` reads what comes of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import library_names
from mindport.rewrite.arguments import ArgumentList
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import pickle

from torch import nn


def keep(net: nn.Module, path, names):
    with open(path, "wb") as file:
        pickle.dump(net, file)
        pickle.dump({"net": net, "epoch": 3}, file, protocol=4)
        pickle.dump(names, file)
""",
        """
import pickle

from mindspore import nn
from mindport_helpers import ObjectPickler


def keep(net: nn.Cell, path, names):
    with open(path, "wb") as file:
        ObjectPickler(file).dump(net)
        ObjectPickler(file, protocol=4).dump({"net": net, "epoch": 3})
        pickle.dump(names, file)
""",
    ),
    (
        """
from pickle import dump

from torch import nn

net = nn.Linear(2, 3)
dump([net], open("net.pkl", "wb"), -1)
""",
        """
from mindspore import mint
from mindport_helpers import ObjectPickler

net = mint.nn.Linear(2, 3)
ObjectPickler(open("net.pkl", "wb"), -1).dump([net])
""",
    ),
]
NOOPS = [
    "import pickle\n\n\ndef keep(net, file):\n    pickle.dump(net, file)\n",
    "from mindspore import nn\n\n\ndef keep(net: nn.Cell, pickle, file):\n    pickle.dump(net, file)\n",
]


def matches(module: Module) -> Iterator[Match]:
    if "pickle" not in module.source.text or not module.source.imports_torch:
        return
    called = library_names.called(module.source, "pickle", "dump")
    for node in module.source.each(ast.Call):
        if len(node.args) < 2 or any(isinstance(one, ast.Starred) for one in node.args):
            continue
        if ast.unparse(node.func) in called and _holds_network(module, node.args[0]):
            items = ArgumentList(module.source, node).items
            rest: list[str | Span] = []
            for item in items[1:]:
                rest += [", ", item.span] if rest else [item.span]
            pickler = module.spelling.helper("ObjectPickler")
            parts = (f"{pickler}(", *rest, ").dump(", items[0].span, ")")
            yield Match((Edit(module.source.span(node), parts),))


def _holds_network(module: Module, value: ast.expr) -> bool:
    if isinstance(value, (ast.List, ast.Tuple)):
        return any(_holds_network(module, one) for one in value.elts)
    if isinstance(value, ast.Dict):
        return any(_holds_network(module, one) for one in value.values)
    return module.analysis.kind_of(value) == "module"

"""``globals()[args.model](n)``, ``getattr(models, name)()``: what is a network's class, once it runs, makes one that trains.

A new Cell is in inference mode. What else such a name may stand for is as it is: a function that makes a network may well have
put it into evaluation.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from mindport.rewrite.rule import Match, Module
from mindport.rewrite.training import modes
from mindport.text import Edit

EXAMPLES = [
    (
        """
import sys
import torch
from torch import nn


class Small(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.norm = nn.BatchNorm1d(n)

    def forward(self, x):
        return self.norm(x)


def build_model(name, n):
    return globals()[name](n)


def main(args):
    net = getattr(sys.modules[__name__], args.net)(3)
    encoder = eval(args.kind)(n=3)
    cls = globals()[args.net]
    model = cls(n=4)
    print(globals()["plot_" + args.kind](3))
    return net, model, encoder
""",
        """
import sys
from mindspore import nn
from mindport_helpers import from_the_start


class Small(nn.Cell):
    def __init__(self, n):
        super().__init__()
        self.norm = nn.BatchNorm1d(n)

    def construct(self, x):
        return self.norm(x)


def build_model(name, n):
    return from_the_start(globals()[name])(n)


def main(args):
    net = from_the_start(getattr(sys.modules[__name__], args.net))(3)
    encoder = from_the_start(eval(args.kind))(n=3)
    cls = globals()[args.net]
    model = from_the_start(cls)(n=4)
    print(globals()["plot_" + args.kind](3))
    return net, model, encoder
""",
    ),
]
NOOPS = [
    "def build_model(name, n):\n    return globals()[name](n)\n",
]

_TRIGGERS: Final = re.compile(r"globals\(\)|locals\(\)|vars\(|__dict__\[|\bgetattr\(|(?<![\w.])eval\(")
_WORDS: Final = re.compile(r"model|net|arch|encoder|decoder|backbone", re.IGNORECASE)
_OF_MODULES: Final = frozenset(
    [
        "parameters",
        "named_parameters",
        "state_dict",
        "load_state_dict",
        "modules",
        "eval",
        "train",
        "to",
        "cuda",
        "apply",
    ]
)


def matches(module: Module) -> Iterator[Match]:
    source = module.source
    if not source.imports_torch or _TRIGGERS.search(source.text) is None:
        return
    inside: frozenset[int] | None = None
    classes = {
        node.targets[0].id
        for node in source.each(ast.Assign)
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
        if _is_by_name(module, node.value)
    }
    for node in source.each(ast.Call):
        kept = isinstance(node.func, ast.Name) and node.func.id in classes
        if not (kept and module.analysis.kind_of(node.func) == "unknown" or _is_by_name(module, node.func)):
            continue
        if inside is None:
            inside = modes.in_modules(module)
        if id(node) not in inside and _may_be_network(module, node):
            helper = module.spelling.helper("from_the_start")
            yield Match((Edit(source.span(node.func), (f"{helper}(", source.span(node.func), ")"), 1),))


def _is_by_name(module: Module, called: ast.expr) -> bool:
    """Whether what is called is looked up by a name that is no constant."""
    if isinstance(called, ast.Subscript) and not isinstance(called.slice, ast.Constant):
        held = called.value
        if isinstance(held, ast.Call) and isinstance(held.func, ast.Name) and not held.keywords:
            if held.func.id in ("globals", "locals", "vars") and len(held.args) < 2:
                return not held.args or not _is_of_library(module, held.args[0])
        return isinstance(held, ast.Attribute) and held.attr == "__dict__" and not _is_of_library(module, held.value)
    if not isinstance(called, ast.Call) or not isinstance(called.func, ast.Name) or called.keywords:
        return False
    if called.func.id == "eval":
        return len(called.args) == 1 and not isinstance(called.args[0], ast.Constant)
    if called.func.id != "getattr" or len(called.args) != 2 or isinstance(called.args[1], ast.Constant):
        return False
    owner = called.args[0]
    if isinstance(owner, ast.Call):
        return ast.unparse(owner.func).rpartition(".")[2] in ("import_module", "__import__")
    if isinstance(owner, ast.Subscript):
        return ast.unparse(owner.value) == "sys.modules"
    return module.analysis.kind_of(owner) == "namespace" and not _is_of_library(module, owner)


def _is_of_library(module: Module, owner: ast.expr) -> bool:
    """Whether torch's or torchvision's names are looked up, which other rules see to."""
    found = module.analysis.type_of(owner)
    return found.kind == "namespace" and (found.name or "").partition(".")[0] in ("torch", "torchvision", "timm")


def _may_be_network(module: Module, call: ast.Call) -> bool:
    """Whether words or uses say so; where the script sets the mode itself, it need not be known."""
    around = module.source.parent(call)
    if isinstance(around, ast.Attribute) and around.attr in ("eval", "train"):
        return False
    if isinstance(around, (ast.Assign, ast.AnnAssign)) and around.value is call:
        targets = around.targets if isinstance(around, ast.Assign) else [around.target]
        if any(isinstance(one, (ast.Name, ast.Attribute)) and modes.sets_mode(module, one) for one in targets):
            return False
        names = {ast.unparse(one) for one in targets}
        if any(n.attr in _OF_MODULES and ast.unparse(n.value) in names for n in module.source.each(ast.Attribute)):
            return True
        if any(_WORDS.search(name) for name in names):
            return True
    if isinstance(around, ast.Attribute) and around.attr in _OF_MODULES:
        return True
    if isinstance(around, ast.Return):
        function = module.source.parent(around)
        while function is not None and not isinstance(function, ast.FunctionDef):
            function = module.source.parent(function)
        if function is not None and (_WORDS.search(function.name) or function.name.startswith(("build", "create"))):
            return True
    return _WORDS.search(ast.unparse(call.func)) is not None

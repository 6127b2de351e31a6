"""A Module's own ``train(mode)`` becomes the Cell's ``set_train``, with every caller that names it.

What puts networks into training calls ``set_train`` after the migration, and would pass by a method of the old name. A Cell's
``set_train`` does not call that of its inner cells, as torch's does: a base sees to it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.arguments import attribute_name
from mindport.rewrite.rule import Match, Module
from mindport.semantics.definitions import ClassInfo, Super
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
from torch import nn


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.Tanh()

    def train(self, mode=True):  # the norm never trains
        super().train(mode)
        self.norm.eval()
        return self


class Twice(Frozen):
    def train(self, mode: bool = True):
        return super().train(mode)


Frozen().train()
Twice().train(False)
""",
        """
from mindspore import nn
from mindport_helpers import ExactTanh, OwnMode


class Frozen(OwnMode, nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = ExactTanh()

    def set_train(self, mode=True):  # the norm never trains
        super().set_train(mode)
        self.norm.set_train(False)
        return self


class Twice(Frozen):
    def set_train(self, mode: bool = True):
        return super().set_train(mode)


Frozen().set_train()
Twice().set_train(False)
""",
    ),
]
NOOPS = ["class Car:\n    def train(self, mode=True):\n        return mode\n"]


def matches(module: Module) -> Iterator[Match]:
    for found in module.analysis.modules:
        for statement in found.node.body:
            if _is_mode(statement):
                base = _first_base(module, found.node)
                edits = [] if base is None else [Edit(base, (f"{module.spelling.helper('OwnMode')}, ",))]
                yield Match((Edit(_name_span(module, statement), ("set_train",)), *edits))
    for node in module.source.each(ast.Attribute):
        if node.attr == "train" and _means_mode(module, node):
            yield Match((Edit(attribute_name(module.source, node), ("set_train",)),), frozenset([id(node)]))


def _first_base(module: Module, cls: ast.ClassDef) -> Span | None:
    """Where a base is put in front; None where a class that it derives from has such a method and such a base."""
    above = [module.analysis.type_of(base).definition for base in cls.bases]
    classes = [one for found in above if isinstance(found, ClassInfo) for one in found.lineage()]
    if not cls.bases or any("train" in one.methods and _is_mode(one.methods["train"].node) for one in classes):
        return None
    start = module.source.span(cls.bases[0]).start
    return Span(start, start)


def _is_mode(node: ast.AST | None) -> bool:
    """Whether a method called ``train`` sets the mode, as torch's does, and is no loop over data."""
    if not isinstance(node, ast.FunctionDef) or node.name != "train":
        return False
    given = node.args
    if given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs or len(given.args) != 2:
        return False
    default = given.defaults[0] if given.defaults else None
    return given.args[1].arg == "mode" or isinstance(default, ast.Constant) and default.value is True


def _means_mode(module: Module, node: ast.Attribute) -> bool:
    found = module.analysis.type_of(node.value)
    if isinstance(found.definition, Super):
        classes = found.definition.cls.lineage()[1:]
        method = next((cls.methods["train"] for cls in classes if "train" in cls.methods), None)
    elif isinstance(found.definition, ClassInfo) and found.kind in ("module", "module_class"):
        method = found.definition.method("train")
    else:
        return False
    return method is not None and _is_mode(method.node)


def _name_span(module: Module, function: ast.AST) -> Span:
    assert isinstance(function, ast.FunctionDef)
    start = module.source.text.index("train", module.source.lines.offset(function.lineno, 1) + len("def"))
    return Span(start, start + len("train"))

"""``setattr(model, name, layer)`` becomes ``module_add_module(model, name, layer)``: a SequentialCell would run the old one.

It keeps a list of what it runs. That is brought up to date where a Module, which may be a Sequential, is given another layer
under a name that is only known when it runs, or where a Sequential is given one by attribute; and where one is taken out.

``block.q = Adapted(block.q)`` of blocks that stand in a network becomes it as well: Parameters of such layers would share
their names from block to block, and optimizers refuse that.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
from torch import nn


class Head(nn.Sequential):
    def __init__(self, size):
        super().__init__()
        self.fc = nn.Linear(size, size)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        for i in range(2):
            setattr(self, f"fc{i}", nn.Linear(2, 2))


def swap(model: nn.Module):
    for name, child in model.named_children():
        if list(child.children()):
            model._modules[name] = swap(child)
        elif isinstance(child, nn.ReLU):
            setattr(model, name, nn.Hardswish())
        elif isinstance(child, nn.Dropout):
            delattr(model, name)
    return model


net = nn.Sequential()
net.fc = nn.Linear(2, 2)
net.size = 2


def widen(model: nn.Module, blocks: nn.ModuleList):
    for block in blocks:
        block.act = nn.SiLU()
        block.q = nn.Linear(2, 4)
        block.attn.q = nn.Sequential(block.attn.q, nn.Linear(2, 4))
        setattr(block, "k", nn.Linear(2, 4))
    model.fc = nn.Linear(4, 4)
    model.head.fc = nn.Sequential(model.head.fc, nn.Linear(4, 4))
    model.head.last = nn.Sequential(model.head.last, nn.Linear(4, 4))
""",
        """
from mindspore import mint, nn
from mindport_helpers import module_add_module, module_remove


class Head(nn.SequentialCell):
    def __init__(self, size):
        super().__init__()
        module_add_module(self, 'fc', mint.nn.Linear(size, size))


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.body = nn.SequentialCell(mint.nn.Linear(2, 2), nn.ReLU())
        for i in range(2):
            setattr(self, f"fc{i}", mint.nn.Linear(2, 2))


def swap(model: nn.Cell):
    for name, child in model.name_cells().items():
        if list(child.cells()):
            module_add_module(model, name, swap(child))
        elif isinstance(child, nn.ReLU):
            module_add_module(model, name, nn.HSwish())
        elif isinstance(child, nn.Dropout):
            module_remove(model, name)
    return model


net = nn.SequentialCell()
module_add_module(net, 'fc', mint.nn.Linear(2, 2))
net.size = 2


def widen(model: nn.Cell, blocks: nn.CellList):
    for block in blocks:
        block.act = nn.SiLU()
        module_add_module(block, 'q', mint.nn.Linear(2, 4))
        module_add_module(block.attn, 'q', nn.SequentialCell(block.attn.q, mint.nn.Linear(2, 4)))
        module_add_module(block, "k", mint.nn.Linear(2, 4))
    model.fc = mint.nn.Linear(4, 4)
    module_add_module(model.head, 'fc', nn.SequentialCell(model.head.fc, mint.nn.Linear(4, 4)))
    model.head.last = nn.SequentialCell(model.head.last, mint.nn.Linear(4, 4))
""",
    ),
]
NOOPS = [
    "def fill(options, values):\n    for k, v in values.items():\n        setattr(options, k, v)\n",
    "from mindspore import nn\n\n\nclass Net(nn.Cell):\n    def __init__(self, n):\n        super().__init__()\n"
    "        for i in range(n):\n            setattr(self, f'fc{i}', nn.ReLU())\n",
]

_CALLED = re.compile(
    r"(?:^|_)(?:modules?|model|net|network|parent|father|sub|submod|submodule|layer|child|mod|block|m)$"
)
_WHOLE = re.compile(r"(?:^|_)(?:model|net|network)$")
_WEIGHTLESS = re.compile(
    r"(?:Identity|ReLU6?|SELU|GELU|SiLU|Sigmoid|Tanh|Hardswish|Softmax|Flatten|Dropout[123]?d?|Pool[123]d|Upsample)$"
)


def matches(module: Module) -> Iterator[Match]:
    sequences = _Sequences(module)
    for node in module.source.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            if node.func.id == "setattr" and len(node.args) == 3:
                owner, name, value = node.args
                if sequences.may_run(owner) and _is_open(sequences, name, owner) and _may_be_layer(module, value):
                    yield _helped(module, node, "module_add_module", owner, name, value)
                elif _has_weights(module, value) and _is_placed(module, owner, name, value):
                    yield _helped(module, node, "module_add_module", owner, name, value)
            elif node.func.id == "delattr" and len(node.args) == 2:
                if sequences.may_run(node.args[0]) and _is_open(sequences, node.args[1], node.args[0]):
                    yield _helped(module, node, "module_remove", *node.args)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.keywords:
            yield from _called(module, sequences, node, node.func)
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            yield from _assigned(module, sequences, node, node.targets[0])
        elif isinstance(node, ast.Delete) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Subscript) and (holder := _holder(sequences, target.value)) is not None:
                yield _helped(module, node, "module_remove", holder, target.slice)
            elif isinstance(target, ast.Attribute) and sequences.run(target.value):
                yield _helped(module, node, "module_remove", target.value, target.attr)


def adds_layer(module: Module, owner: ast.expr, name: ast.expr, value: ast.expr) -> bool:
    """Whether ``setattr(owner, name, value)`` may put a layer into what may be a Sequential."""
    sequences = _Sequences(module)
    return sequences.may_run(owner) and _is_open(sequences, name, owner) and _may_be_layer(module, value)


def _assigned(module: Module, sequences: _Sequences, node: ast.Assign, target: ast.expr) -> Iterator[Match]:
    if isinstance(target, ast.Subscript) and (owner := _holder(sequences, target.value)) is not None:
        if _may_be_layer(module, node.value):
            yield _helped(module, node, "module_add_module", owner, target.slice, node.value)
    elif isinstance(target, ast.Attribute) and module.analysis.kind_of(node.value) == "module":
        if (
            sequences.run(target.value)
            or _has_weights(module, node.value)
            and _is_placed(module, target.value, target.attr, node.value)
        ):
            yield _helped(module, node, "module_add_module", target.value, target.attr, node.value)


def _helped(module: Module, node: ast.AST, helper: str, *arguments: ast.expr | str) -> Match:
    parts: list[object] = [module.spelling.helper(helper) + "("]
    for one in arguments:
        parts += [repr(one) if isinstance(one, str) else module.source.span(one), ", "]
    return Match((Edit(module.source.span(node), (*parts[:-1], ")")),))  # type: ignore[arg-type]


def _called(module: Module, sequences: _Sequences, node: ast.Call, func: ast.Attribute) -> Iterator[Match]:
    """``m._modules.pop(name)`` and ``m.__setattr__(name, layer)``."""
    if func.attr == "pop" and len(node.args) == 1 and (owner := _holder(sequences, func.value)) is not None:
        yield _helped(module, node, "module_remove", owner, node.args[0])
    elif (
        func.attr == "__setattr__"
        and len(node.args) == 2
        and isinstance(func.value, ast.Name)
        and sequences.may_run(func.value)
    ):
        if _is_open(sequences, node.args[0], func.value) and _may_be_layer(module, node.args[1]):
            yield _helped(module, node, "module_add_module", func.value, *node.args)


def _holder(sequences: _Sequences, held: ast.expr) -> ast.expr | None:
    """``m`` of ``m._modules``, where that may be a Sequential."""
    if not isinstance(held, ast.Attribute) or held.attr != "_modules":
        return None
    return held.value if sequences.may_run(held.value) else None


def _is_open(sequences: _Sequences, name: ast.expr, owner: ast.expr) -> bool:
    """Whether the name is only known when it runs, or the owner is a Sequential for certain."""
    return not isinstance(name, ast.Constant) or sequences.run(owner)


def _may_be_layer(module: Module, value: ast.expr) -> bool:
    return module.analysis.type_of(value).kind in ("module", "unknown") and not isinstance(value, ast.Constant)


def _has_weights(module: Module, value: ast.expr) -> bool:
    """Whether the value is a Module that may have Parameters."""
    found = module.analysis.type_of(value)
    return found.kind == "module" and not (found.name.startswith("torch.nn.") and _WEIGHTLESS.search(found.name))


def _is_placed(module: Module, owner: ast.expr, name: ast.expr | str, value: ast.expr) -> bool:
    """Whether a Module stands within a network, where another may be given a layer of the same name.

    Such is one of several, a part of those, or what a function is given; what is called a model or a network is a whole
    one, of whose parts only what is set in two places counts. What is not known is a Module where the layer is made of
    its own.
    """
    kind = module.analysis.type_of(owner).kind
    if kind != "module" and not (kind == "unknown" and f"{ast.unparse(owner)}." in ast.unparse(value)):
        return False
    root = owner
    while isinstance(root, ast.Attribute):
        root = root.value
    if not isinstance(root, ast.Name):
        return isinstance(root, ast.Subscript)
    if root.id not in ("self", "cls") and not _WHOLE.search(root.id) and _is_one_of_several(module, root):
        return True
    return root is not owner and (not isinstance(name, str) or _is_set_on_another(module, owner, name))


def _is_one_of_several(module: Module, name: ast.Name) -> bool:
    """Whether a variable is a parameter, a loop's own, or a part of something."""
    if names.is_argument(module.source, name):
        return True
    scope = module.source.around(name, ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)
    for node in ast.walk(scope) if scope is not None else ():
        if isinstance(node, ast.For) and names.binds(node.target, name.id):
            return True
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name.id for t in node.targets):
            taken = isinstance(node.value, ast.Call) and getattr(node.value.func, "attr", "") == "get_submodule"
            if taken or isinstance(node.value, (ast.Attribute, ast.Subscript)):
                return True
    return False


def _is_set_on_another(module: Module, owner: ast.expr, name: str) -> bool:
    """``self.q.fc = …`` beside ``self.k.fc = …`` or ``self.fc = …``."""
    owners = {
        ast.unparse(target.value)
        for node in module.source.each(ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Attribute) and target.attr == name
    }
    return bool(owners - {ast.unparse(owner)})


class _Sequences:
    """Which Modules are Sequentials, the user's classes that derive from it among them."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._classes = {node.name: node for node in module.source.each(ast.ClassDef)}
        self._known: dict[str, bool | None] = {}

    def run(self, owner: ast.expr) -> bool:
        """Whether it is a Sequential that runs what it holds."""
        found = self._module.analysis.type_of(owner)
        return found.kind == "module" and (found.name == "torch.nn.Sequential" or self._derives(found.name) is True)

    def may_run(self, owner: ast.expr) -> bool:
        found = self._module.analysis.type_of(owner)
        if found.kind == "unknown":
            return isinstance(owner, ast.Name) and _CALLED.search(owner.id) is not None
        if found.name.startswith("torch."):
            return found.name in ("torch.nn.Sequential", "torch.nn.Module")
        return found.kind == "module" and self._derives(found.name) is not False

    def _derives(self, name: str) -> bool | None:
        """Whether the user's class is a Sequential that runs as torch's does; None where the class is not at hand."""
        if name not in self._known:
            self._known[name] = None
            self._known[name] = self._looked_up(name)
        return self._known[name]

    def _looked_up(self, name: str) -> bool | None:
        last = name.rpartition(".")[2]
        found = self._classes.get(last) or (self._module.project_class(last) if self._module.project_class else None)
        if found is None:
            return None
        for statement in found.body:
            if isinstance(statement, ast.FunctionDef) and statement.name in ("forward", "construct"):
                if "super()" not in ast.unparse(statement):
                    return False
        bases = [ast.unparse(base).rpartition(".")[2] for base in found.bases]
        return "Sequential" in bases or any(self._derives(base) is True for base in bases)

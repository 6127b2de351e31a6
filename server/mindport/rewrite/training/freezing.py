"""Whether what an optimizer has to train changes while it is in use: Parameters frozen, freed or added between its steps.

A function's gradients are those of the Parameters that were told when it was made; where others train later, or fewer, only the
gradients that Parameters keep themselves (``rewrite.training.kept``) are torch's.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.rule import Module

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)


def changes(module: Module) -> bool:
    """Frozen and freed again, frozen between the steps or after the optimizer was made, or given to it between the steps.

    The optimizer has all of them then, and leaves alone what has no gradient.
    """
    frozen = {id(node): freed for node in module.source.nodes for freed in _freezes(module, node)}
    if len(set(frozen.values())) == 2:
        return True
    made = _made(module)
    for node in module.source.nodes:
        if id(node) in frozen or _speaks_of_freezing(node):
            if _between_steps(module, node) or _after(module, node, made):
                return True
        elif (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add_param_group"
        ):
            if _between_steps(module, node) or made and id(_around(module, node)) not in made:
                return True
    return False


def _freezes(module: Module, node: ast.AST) -> Iterator[bool]:
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool):
        for target in node.targets:
            if isinstance(target, ast.Attribute) and target.attr == "requires_grad":
                if module.parameters.has(target.value):
                    yield not node.value.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "requires_grad_":
        given = [*node.args, *(k.value for k in node.keywords)]
        on = module.api(node.func) == "torch.nn.Module.requires_grad_" or module.parameters.has(node.func.value)
        if on and all(isinstance(one, ast.Constant) for one in given):
            yield any(isinstance(one, ast.Constant) and one.value is False for one in given)


def _speaks_of_freezing(node: ast.AST) -> bool:
    """``model.freeze_backbone()``, which may be another file's."""
    if not isinstance(node, ast.Call):
        return False
    func = node.func
    name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
    return name.lstrip("_").startswith(("freeze", "unfreeze"))


def _made(module: Module) -> dict[int, int]:
    """Functions that make an optimizer, and the first line where they do."""
    out: dict[int, int] = {}
    for node in module.source.each(ast.Call):
        if module.analysis.type_of(node).kind == "optimizer":
            around = id(_around(module, node))
            out[around] = min(node.lineno, out.get(around, node.lineno))
    return out


def _around(module: Module, node: ast.AST) -> ast.AST | None:
    """The function that a node lies in, or the whole file."""
    return module.source.around(node, *_FUNCTIONS)


def _between_steps(module: Module, node: ast.AST) -> bool:
    """Whether a loop around it takes steps, or is one over epochs."""
    loops = [loop for loop in module.source.above(node, *_FUNCTIONS) if isinstance(loop, (ast.For, ast.While))]
    return any(isinstance(loop, ast.For) and _is_over_epochs(loop) or _steps(loop) for loop in loops)


def _is_over_epochs(loop: ast.For) -> bool:
    return "epoch" in f"{ast.unparse(loop.target)} {ast.unparse(loop.iter)}".lower()


def _steps(loop: ast.AST) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr == "backward" for node in ast.walk(loop))


def _after(module: Module, node: ast.AST, made: dict[int, int]) -> bool:
    """Whether an optimizer was made before, in the same function."""
    first = made.get(id(_around(module, node)))
    return first is not None and getattr(node, "lineno", 0) > first

"""Layers that not every step uses: one head of many, a block that is skipped by chance.

torch's optimizers pass over what has no gradient, momenta and weight decay included. ``value_and_grad`` gives zeros for it, which
an optimizer takes for gradients.
"""

from __future__ import annotations

import ast

from mindport.rewrite.rule import Module


def leaves_out(module: Module, block: list[ast.stmt]) -> bool:
    """Whether a step of these statements, or a class of the project that the file makes objects of, may leave layers out."""
    if any(_is_picked(node, None) for statement in block for node in ast.walk(statement)):
        return True
    made = {
        node.func.id
        for node in module.source.each(ast.Call)
        if type(node.func) is ast.Name and node.func.id[:1].isupper()
    }
    for name in sorted(made):
        found = module.class_named(name)
        if found is not None and _chooses(found):
            return True
    return False


def _chooses(found: ast.ClassDef) -> bool:
    for function in found.body:
        if not isinstance(function, ast.FunctionDef) or function.name == "__init__":
            continue
        given = {a.arg for a in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)} - {"self"}
        for node in ast.walk(function):
            if _is_picked(node, given) or isinstance(node, ast.If) and _by_chance(node):
                return True
    return False


def _is_picked(node: ast.AST, given: set[str] | None) -> bool:
    """``self.heads[task](x)``, by an argument of the method or an attribute; in a script ``model.heads[task](x)``."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Subscript):
        return False
    layers, index = node.func.value, node.func.slice
    if not isinstance(layers, ast.Attribute):
        return False
    if given is None:
        return not isinstance(index, (ast.Constant, ast.UnaryOp))
    ours = isinstance(layers.value, ast.Name) and layers.value.id == "self"
    return ours and (isinstance(index, ast.Attribute) or isinstance(index, ast.Name) and index.id in given)


def _by_chance(node: ast.If) -> bool:
    called = [ast.unparse(n.func) for n in ast.walk(node.test) if isinstance(n, ast.Call)]
    ends = any(isinstance(n, (ast.Return, ast.Continue)) for n in node.body)
    return ends and any(c.startswith(("random.", "np.random.", "numpy.random.", "torch.rand")) for c in called)

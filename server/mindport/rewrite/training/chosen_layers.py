"""Layers that not every step uses: one head of many, a block that is skipped by chance, one network now and another then.

torch's optimizers pass over what has no gradient, momenta and weight decay included. ``value_and_grad`` gives zeros for it, which
an optimizer takes for gradients.
"""

from __future__ import annotations

import ast

from mindport.rewrite.rule import Module


def leaves_out(module: Module, block: list[ast.stmt]) -> bool:
    """Whether a step of these statements, or a class of the project that the file makes objects of, may leave layers out."""
    for node in (n for statement in block for n in ast.walk(statement)):
        if _is_picked(node, None) or _alternates(module, node):
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
            if _is_picked(node, given) or isinstance(node, ast.If) and (_by_chance(node) or _by_flag(node, given)):
                return True
    return False


def _alternates(module: Module, node: ast.AST) -> bool:
    """``loss = a(x) if step % 2 else b(x)``: each branch calls a network that the other does not."""
    if not isinstance(node, (ast.If, ast.IfExp)) or not node.orelse:
        return False
    one, other = (
        {name for part in branch for call in ast.walk(part) if (name := _network(module, call))}
        for branch in ((node.body, node.orelse) if isinstance(node, ast.If) else ([node.body], [node.orelse]))
    )
    return bool(one - other and other - one)


def _network(module: Module, call: ast.AST) -> str:
    """The network that is called, as it is written."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, (ast.Name, ast.Attribute)):
        return ""
    found = module.analysis.type_of(call.func)
    return ast.unparse(call.func) if found.kind == "module" and not found.name.endswith("Loss") else ""


def _by_flag(node: ast.If, given: set[str]) -> bool:
    """``if task == 0: … self.first(x)``, by an argument of the method, where the other branch has a layer of its own."""
    test = node.test
    test = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else test
    if isinstance(test, ast.Compare) and all(isinstance(one, ast.Constant) for one in test.comparators):
        test = test.left
    if not isinstance(test, ast.Name) or test.id not in given or not node.orelse:
        return False
    one, other = (_own_layers(branch) for branch in (node.body, node.orelse))
    return bool(one - other and other - one)


def _own_layers(branch: list[ast.stmt]) -> set[str]:
    return {
        call.func.attr
        for part in branch
        for call in ast.walk(part)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        if isinstance(call.func.value, ast.Name) and call.func.value.id == "self" and "loss" not in call.func.attr
    }


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

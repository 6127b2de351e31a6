"""Which statements lead to a loss, what they read, and in front of which loop they may be defined as a function."""

from __future__ import annotations

import ast

from mindport.rewrite import statements
from mindport.rewrite.rule import Module
from mindport.rewrite.training.steps import Step


def forward_statements(module: Module, step: Step) -> list[ast.stmt] | None:
    """The statements that the loss depends on, from the first that calls the model on."""
    at = step.block.index(step.backward)
    needed = {step.loss}
    chosen: list[ast.stmt] = []
    for statement in reversed(step.block[:at]):
        if statement in step.zeros:
            continue
        if statements.stored(statement) & needed:
            chosen.append(statement)
            needed |= statements.loaded(statement)
    chosen.reverse()
    while chosen and not _calls_network(module, chosen[0], step):
        chosen.pop(0)
    for statement in chosen:
        if any(
            isinstance(n, (ast.Break, ast.Continue, ast.Return, ast.Yield, ast.YieldFrom, ast.Await))
            for n in ast.walk(statement)
        ):
            return None
        if any(isinstance(n, (ast.Nonlocal, ast.Global)) for n in ast.walk(statement)):
            return None
    return chosen or None


def _calls_network(module: Module, statement: ast.stmt, step: Step) -> bool:
    """Whether the statement calls something that may hold the parameters."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Call):
            kind = module.analysis.type_of(node.func).kind
            if kind == "module":
                return True
            if kind in ("unknown", "function") and isinstance(node.func, (ast.Name, ast.Attribute)):
                if module.api(node) is None and not _known_helper(node.func):
                    return True
    return False


def _known_helper(func: ast.expr) -> bool:
    if isinstance(func, ast.Name):
        return func.id in ("len", "print", "range", "int", "float", "str", "tuple", "list", "next", "iter", "zip")
    return isinstance(func, ast.Attribute) and func.attr in ("to", "cuda", "item", "size", "append", "update")


def loop_around(module: Module, step: Step, constant: set[str]) -> ast.stmt:
    """The outermost loop in front of which every captured name already has its value; else the block's first statement."""
    anchor: ast.stmt = step.backward
    current: ast.AST | None = module.source.parent(step.backward)
    best: ast.stmt | None = None
    while current is not None and not isinstance(
        current, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
    ):
        if isinstance(current, (ast.For, ast.While)):
            if statements.stored(current) & constant:
                break
            best = current
        current = module.source.parent(current)
    return best or anchor


def bound_in_loops(module: Module, step: Step) -> set[str]:
    """Names that get a value inside the loops around the step, and before the forward statements."""
    names: set[str] = set()
    current: ast.AST | None = module.source.parent(step.backward)
    while current is not None and not isinstance(
        current, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
    ):
        if isinstance(current, (ast.For, ast.While)):
            names |= statements.stored(current)
        current = module.source.parent(current)
    return names


def reads_in_order(forward: list[ast.stmt]) -> list[str]:
    out: list[str] = []
    for statement in forward:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in out:
                out.append(node.id)
    return out


def writes_in_order(forward: list[ast.stmt]) -> list[str]:
    out: list[str] = []
    for statement in forward:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in out:
                out.append(node.id)
    return out


def bound_before(name: str, forward: list[ast.stmt]) -> bool:
    """Whether the forward statements bind the name before they read it."""
    for statement in forward:
        reads, writes = statements.loaded(statement), statements.stored(statement)
        if name in reads:
            return False
        if name in writes:
            return True
    return False


def read_after(module: Module, step: Step, forward: list[ast.stmt]) -> set[str]:
    """Names read outside the moved statements, in the same function."""
    scope: ast.AST | None = step.backward
    while scope is not None and not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
        scope = module.source.parent(scope)
    assert scope is not None
    moved = {id(n) for s in forward for n in ast.walk(s)}
    moved |= {id(n) for s in (step.backward, *step.steps, *step.zeros) for n in ast.walk(s)}
    inside = set().union(*(statements.stored(s) for s in forward))
    targets_elsewhere = {
        n.id
        for n in ast.walk(scope)
        if isinstance(n, ast.Name) and id(n) not in moved and isinstance(n.ctx, ast.Load) and n.id in inside
    }
    return targets_elsewhere

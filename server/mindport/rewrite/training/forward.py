"""Which statements lead to a loss, what they read, and in front of which loop they may be defined as a function."""

from __future__ import annotations

import ast
import builtins
from collections import deque
from collections.abc import Iterator
from itertools import pairwise

from mindport.rewrite.rule import Module
from mindport.rewrite.training import names
from mindport.rewrite.training.steps import Step

_OF_VALUES = frozenset(
    [name for kind in (list, dict, set, str, deque) for name in dir(kind) if not name.startswith("_")]
    + ["append", "cpu", "cuda", "detach", "float", "item", "long", "max", "mean", "min", "norm", "numpy", "reshape"]
    + ["size", "squeeze", "std", "sum", "to", "tolist", "transpose", "type", "unsqueeze", "view"]
)
"""Methods of Tensors, containers and texts: what has them need not be a network."""


_MANY_WAYS = (ast.For, ast.AsyncFor, ast.While, ast.Try)


def forward_statements(module: Module, step: Step) -> list[ast.stmt] | None:
    """The statements that the loss depends on, from the first that calls the model on, and those that need their results."""
    before = [s for s in step.block[: step.block.index(step.backward)] if s not in step.zeros]
    chosen = _leading_to(step.loss, before)
    prepared: list[ast.stmt] = []
    while chosen and not _calls_network(module, chosen[0], step):
        prepared.append(chosen.pop(0))
    # ``loss = 0`` and ``outputs = []`` go with the statements that add to them.
    added_to = {name for s in chosen for name in names.changed(s)}
    added_to |= set(names.needed(chosen)) & {name for s in chosen for name in names.stored(s)}
    chosen = [s for s in prepared if names.stored(s) & added_to] + chosen
    chosen = _with_dependants(chosen, before)
    for statement in chosen:
        for node in ast.walk(statement):
            if isinstance(node, (ast.Break, ast.Continue, ast.Return, ast.Yield, ast.YieldFrom, ast.Await)):
                return None
            if isinstance(node, (ast.Nonlocal, ast.Global)):
                return None
    return chosen or None


def _leading_to(loss: str, before: list[ast.stmt]) -> list[ast.stmt]:
    needed = {loss}
    chosen: list[ast.stmt] = []
    for statement in reversed(before):
        if (names.stored(statement) | names.changed(statement)) & needed:
            chosen.insert(0, statement)
            needed |= set(names.needed([statement])) | {name for name in names.read(statement) if "." in name}
    return chosen


def _with_dependants(chosen: list[ast.stmt], before: list[ast.stmt]) -> list[ast.stmt]:
    """``chosen``, and what stands between them and reads or changes what they have made: it cannot come first."""
    if not chosen:
        return chosen
    made: set[str] = set()
    out: list[ast.stmt] = []
    for statement in before[before.index(chosen[0]) : before.index(chosen[-1]) + 1]:
        bound = names.stored(statement) | names.changed(statement)
        if statement in chosen or (bound | names.read(statement)) & made:
            out.append(statement)
            made |= bound
    return out


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
    """Whether a function is Python's own, or a method has a name that tensors, containers and texts have."""
    if isinstance(func, ast.Name):
        return hasattr(builtins, func.id)
    return isinstance(func, ast.Attribute) and func.attr in _OF_VALUES


def loop_around(module: Module, step: Step, constant: set[str]) -> ast.stmt:
    """The outermost loop in front of which every captured name already has its value; else the block's first statement."""
    anchor: ast.stmt = step.backward
    best: ast.stmt | None = None
    for loop in _loops(module, step):
        if names.stored(loop) & constant:
            break
        best = loop
    return best or anchor


def bound_in_loops(module: Module, step: Step) -> set[str]:
    """Names that get a value inside the loops around the step."""
    bound: set[str] = set()
    for loop in _loops(module, step):
        bound |= names.stored(loop)
    return bound


def _loops(module: Module, step: Step) -> Iterator[ast.For | ast.While]:
    """The loops around the step, the innermost first."""
    for node in module.source.above(step.backward, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef):
        if isinstance(node, (ast.For, ast.While)):
            yield node


def writes_in_order(forward: list[ast.stmt]) -> list[str]:
    out: list[str] = []
    for statement in forward:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in out:
                out.append(node.id)
    return [name for name in out if name in set().union(*(names.stored(s) for s in forward))]


def read_after(module: Module, step: Step, forward: list[ast.stmt]) -> set[str]:
    """Names that the forward statements bind and that are read outside of them, in the same function."""
    scope = scope_of(module, step.backward)
    moved = {id(n) for s in (*forward, step.backward, *step.steps, *step.zeros) for n in ast.walk(s)}
    inside = set().union(*(names.stored(s) for s in forward))
    read = {n.id for part in ast.iter_child_nodes(scope) for n in names.free(part) if id(n) not in moved} & inside
    around = list(module.source.above(step.backward, type(scope)))
    if not read or isinstance(scope, ast.Module) or any(isinstance(one, _MANY_WAYS) for one in around):
        return read
    functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    within = (node for node in ast.walk(scope) if isinstance(node, functions) and node is not scope)
    captured = {n.id for node in within for n in names.free(node)}  # they read it whenever they are called
    following = _following([step.backward, *around, scope], [*step.steps, *step.zeros])
    return read & (captured | names.read_first(following))


def _following(way: list[ast.AST], moved: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function that run after one, in order. ``way``: that one, and what it stands in, up to the function."""
    out: list[ast.stmt] = []
    for inner, outer in pairwise(way):
        for block in (getattr(outer, part, ()) for part in ("body", "orelse")):
            if isinstance(block, list) and inner in block:
                out += [one for one in block[block.index(inner) + 1 :] if one not in moved]
    return out


def bound_before(module: Module, step: Step, forward: list[ast.stmt], name: str) -> bool:
    """Whether ``name`` has a value when the forward statements are come to for the first time, as far as the text goes."""
    scope = scope_of(module, step.backward)
    own = {id(n) for s in forward for n in ast.walk(s)}
    first = (forward[0].lineno, forward[0].col_offset)
    for node in ast.walk(scope):
        if isinstance(node, ast.arg) and node.arg == name:
            return True
        if isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load):
            if id(node) not in own and (node.lineno, node.col_offset) < first:
                return True
        named = isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name
        if named or isinstance(node, ast.alias) and (node.asname or node.name.partition(".")[0]) == name:
            return True
    return False


def scope_of(module: Module, statement: ast.stmt) -> ast.AST:
    """The function, or the file, that the statement stands in."""
    scope = module.source.around(statement, ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)
    assert scope is not None
    return scope

"""The test that tells what a value is, where one does: ``if isinstance(batch[0], torch.Tensor):`` around ``batch[0].shape``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mindport.analysis.bindings import FUNCTIONS, binding_of, scope_of, start_of
from mindport.analysis.tracing import Trace
from mindport.semantics import own_tests
from mindport.semantics.types import TENSOR

_BLOCKS = ("body", "orelse", "finalbody")
_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


class _Asked(NamedTuple):
    """The value that a test must ask for, as text, and the class of its own that it is an object of."""

    text: str
    definition: object | None


def telling_test(trace: Trace, node: ast.expr) -> ast.Call | None:
    """The question whether this value is what it is, a tensor or an object of the code's own, where it is read after a yes: in
    the branch, or because what was otherwise has left; unless the variable was given another value since."""
    found = _asked_around(trace, node)
    root = node
    while isinstance(root, (ast.Attribute, ast.Subscript)):
        root = root.value
    scope = scope_of(trace.parents, root)
    if found is None or scope is None or not isinstance(root, ast.Name):
        return found
    binding = binding_of(trace.parents, scope, root)
    return None if binding is not None and start_of(binding) > start_of(found) else found


def _asked_around(trace: Trace, node: ast.expr) -> ast.Call | None:
    asked = _Asked(ast.dump(node), trace.inference.type_of(node).definition)
    child: ast.AST = node
    parent = trace.parents.get(id(child))
    while parent is not None and not isinstance(child, (*FUNCTIONS, ast.Lambda)):
        found = _here(trace, parent, child, asked)
        if found is not None:
            return found
        child, parent = parent, trace.parents.get(id(parent))
    return None


def _here(trace: Trace, parent: ast.AST, child: ast.AST, asked: _Asked) -> ast.Call | None:
    """What the parent's own condition, or the statements before the child, tell."""
    if isinstance(parent, ast.IfExp) and child is not parent.test:
        return _outcome(trace, parent.test, child is parent.body, asked)
    if isinstance(parent, ast.BoolOp):
        before = parent.values[: parent.values.index(child)]  # type: ignore[arg-type]
        return _first(_outcome(trace, one, isinstance(parent.op, ast.And), asked) for one in before)
    for name in _BLOCKS:
        block = getattr(parent, name, None)
        if isinstance(block, list) and child in block:
            found = _first(_before(trace, block[: block.index(child)], asked))
            if found is None and isinstance(parent, (ast.If, ast.While)) and name != "finalbody":
                found = _outcome(trace, parent.test, name == "body", asked)
            return found
    return None


def _before(trace: Trace, statements: Sequence[ast.stmt], asked: _Asked) -> Iterator[ast.Call | None]:
    for one in reversed(statements):
        if isinstance(one, ast.Assert):
            yield _outcome(trace, one.test, True, asked)
        elif isinstance(one, ast.If) and not one.orelse and isinstance(one.body[-1], _ENDS):
            yield _outcome(trace, one.test, False, asked)


def _outcome(trace: Trace, test: ast.expr, outcome: bool, asked: _Asked) -> ast.Call | None:
    """The question in a condition that came out so, if the answer was yes."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _outcome(trace, test.operand, not outcome, asked)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) == outcome:
        return _first(_outcome(trace, one, outcome, asked) for one in test.values)
    if isinstance(test, ast.Name):
        scope = scope_of(trace.parents, test)
        binding = binding_of(trace.parents, scope, test) if scope is not None else None
        return _outcome(trace, binding.value, outcome, asked) if isinstance(binding, ast.Assign) else None
    if not outcome or not isinstance(test, ast.Call) or not test.args or ast.dump(test.args[0]) != asked.text:
        return None
    asking = trace.inference.type_of(test.func)
    callee = asking.name
    if callee == "builtins.isinstance" and len(test.args) > 1:
        cls = trace.inference.type_of(test.args[1])
        own = asked.definition is not None and cls.definition is asked.definition
        return test if own or asked.definition is None and cls.name.startswith("torch.") else None
    said = own_tests.asked_of(asking)
    for_tensor = callee == "torch.is_tensor" or said is not None and said.kind == TENSOR
    return test if for_tensor and asked.definition is None else None


def _first(found: Iterator[ast.Call | None]) -> ast.Call | None:
    return next((one for one in found if one is not None), None)

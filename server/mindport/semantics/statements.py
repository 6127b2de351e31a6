"""Statements: what they bind and where control goes. A handler returns False when control does not come out."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from mindport.semantics import (
    asked,
    assignment,
    before,
    brought,
    classes,
    contexts,
    decorators,
    fallbacks,
    fixtures,
    imports,
    matching,
    narrowing,
    refills,
    remembered,
    sequences,
    stand_ins,
    written,
)
from mindport.semantics.definitions import Known
from mindport.semantics.joining import join_variables
from mindport.semantics.types import NONE, OPEN, OTHER, OUTPUT, UNKNOWN, Type
from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import (
    Assign,
    AsyncFunctionDef,
    Attribute,
    Call,
    Constant,
    FunctionDef,
    If,
    IfExp,
    Import,
    ImportFrom,
    Name,
    Store,
    Subscript,
    Tuple,
    UnaryOp,
)

if TYPE_CHECKING:
    from mindport.semantics.asked import Asked
    from mindport.semantics.flow import Flow


def hoist(flow: Flow, body: Sequence[ast.stmt]) -> None:
    """Binds a module's imports, functions and classes first: what runs later may be called earlier in the text."""
    for node in body:
        if isinstance(node, (Import, ImportFrom)):
            imports.hoist(flow, node)
        elif isinstance(node, (FunctionDef, AsyncFunctionDef)):
            function = flow.function_info(node)
            flow.frame.vars[node.name] = Type("function", node.name, (), False, function)


def _function(flow: Flow, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    function = flow.function_info(node)
    names = evaluate_header(flow, node)
    flow.assign(function, "decorators", names)
    if flow.frame.kind == "class" and flow.frame.cls is not None:
        if names and names[0] in ("setter", "deleter") and node.name in flow.frame.cls.methods:
            return  # the property of this name stays what reading it gives
        flow.change(flow.frame.cls.methods, node.name, function)
        flow.frame.vars[node.name] = Type("function", node.name, (), False, function)
        return
    opaque = any(name == decorators.OPAQUE for name in names)
    made = fixtures.made_by(function) if opaque else None
    flow.bind(node.name, made or (UNKNOWN if opaque else Type("function", node.name, (), False, function)))


def evaluate_header(flow: Flow, node: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[str, ...]:
    """Evaluates what a function's statement itself evaluates, but for annotations, which come with the walk of its body; gives
    the names of its decorators (``decorators.name_of``)."""
    names = []
    for decorator in node.decorator_list:
        found = flow.evaluate_as(decorator, "decorator")
        called = flow.types.get(id(decorator.func), UNKNOWN) if type(decorator) is Call else found
        names.append(decorators.name_of(decorator, found, called, flow.source))
    arguments = node.args
    for default in (*arguments.defaults, *arguments.kw_defaults):
        if default is not None:
            flow.evaluate(default)
    return tuple(names)


def _class(flow: Flow, node: ast.ClassDef) -> None:
    classes.define(flow, node)


def _return(flow: Flow, node: ast.Return) -> bool:
    value = flow.evaluate(node.value) if node.value is not None else NONE
    if flow.asks_versions and node.value is not None:
        from mindport.semantics import versions

        value = versions.noted(flow, node.value, value)
    if type(node.value) is Subscript and value.kind == "unknown":
        value = remembered.returned(flow, node.value, value)
    if type(node.value) is IfExp and Tuple in (type(node.value.body), type(node.value.orelse)):
        flow.frame.returns += [flow.types.get(id(one), UNKNOWN) for one in (node.value.body, node.value.orelse)]
    else:
        flow.frame.returns.append(value)
    return False


def _delete(flow: Flow, node: ast.Delete) -> None:
    for target in node.targets:
        if type(target) is Name:
            flow.unbind(target.id)
        else:
            flow.evaluate(target)


def _for(flow: Flow, node: ast.For | ast.AsyncFor) -> None:
    sequence = brought.looped(flow, node.iter, flow.evaluate(node.iter))
    item = sequences.looped(flow, node.iter, sequence)
    named = written.of_loop(flow, node.target, node.iter)

    def body() -> bool:
        if named or flow.frame.written:
            written.enter(flow, node.target, named)
        assignment.bind_target(flow, node.target, item)
        return flow.block(node.body)

    before = flow.frame.written
    flow.loop(node, body)
    flow.frame.written = before
    refills.refilled(flow, node)
    if node.orelse:
        flow.block(node.orelse)


def _while(flow: Flow, node: ast.While) -> None:
    def body() -> bool:
        flow.evaluate(node.test)
        narrowing.apply(flow, node.test, True)
        return flow.block(node.body)

    flow.loop(node, body)
    if node.orelse:
        flow.block(node.orelse)


def _decided(flow: Flow, test: ast.expr) -> bool | None:
    if not flow.asks_versions:
        asked = test.operand if type(test) is UnaryOp else test
        found = flow.types.get(id(asked))
        if (found is None or not isinstance(found.definition, Known)) and not _asks_for_name(asked):
            return None
    from mindport.semantics import versions  # few files ask

    return versions.decided(flow, test)


def _asks_for_name(node: ast.expr) -> bool:
    """``hasattr(nn, "SiLU")``."""
    return type(node) is Call and type(node.func) is Name and node.func.id == "hasattr"


def _if(flow: Flow, node: ast.If) -> bool:
    frame = flow.frame
    ends: list[dict[str, Type]] = []
    idle: list[dict[str, Type]] = []  # of branches that never run
    parts: list[Asked | None] = []
    settled = False  # an earlier branch runs in any case
    first = node.test
    while True:
        flow.evaluate(node.test)
        outcome = _decided(flow, node.test)
        before, told = frame.vars, frame.asked
        frame.vars = dict(before)
        narrowing.apply(flow, node.test, True)
        said = len(frame.spoken_for)
        runs = outcome is not False and not settled
        taken = None
        if flow.block(node.body) if runs else _idle(flow, node.body):
            taken = frame.vars
            (ends if runs else idle).append(taken)
            parts.append(frame.asked)
        if len(frame.spoken_for) > said:
            before = _spoken_for(flow, before, frame.spoken_for[said:], node)
        frame.vars, frame.asked = before if not node.orelse else dict(before), told
        narrowing.apply(flow, node.test, False)
        if taken is not None and node.orelse:
            narrowing.in_place_of_none(flow, node.test, taken)
            if type(node.orelse[0]) is Assign:
                narrowing.kept_as_it_is(flow, node)
        settled = settled or outcome is True
        if len(node.orelse) == 1 and type(node.orelse[0]) is If:
            node = node.orelse[0]
            continue
        if not node.orelse or (_idle(flow, node.orelse) if settled else flow.block(node.orelse)):
            (idle if settled else ends).append(frame.vars)
            parts.append(frame.asked)
        break
    if parts:
        frame.asked = asked.joined(parts)
    if not ends:
        if idle:
            frame.vars = join_variables(idle)
        return False
    frame.vars = _joined(flow, ends)
    if len(ends) > 1:
        narrowing.likely_again(flow, first, ends)
    if len(ends) == 2 and not node.orelse:
        narrowing.converted(flow, node.test, ends[0])
        narrowing.wrapped(flow, node.test, ends[0])
    if idle:
        _beside_idle(flow, join_variables(idle))
    if len(ends) == 2 and _is_type_checking(node.test):
        # Of the two, only the second ever runs.
        frame.vars.update({name: value for name, value in ends[1].items() if before.get(name) is not value})
    return True


def _joined(flow: Flow, ends: Sequence[dict[str, Type]]) -> dict[str, Type]:
    """Variables where branches meet."""
    if len(ends) == 1:
        return ends[0]
    found = join_variables(ends)
    if flow.frame.kind != "function" or flow.frame.has_libraries:
        stand_ins.keep_torchs(ends, found)
    return found


def _idle(flow: Flow, body: Sequence[ast.stmt]) -> bool:
    """Walks statements that never run; whether control would come out. What they return or set is not what others meet."""
    frame = flow.frame
    saved, returned, left = frame.idle, len(frame.returns), len(frame.loop_exits)
    frame.idle = True
    falls_through = flow.block(body)
    frame.idle = saved
    del frame.returns[returned:]
    del frame.loop_exits[left:]
    return falls_through


def _beside_idle(flow: Flow, idle: dict[str, Type]) -> None:
    """Keeps what only a branch binds that never runs: others that never run may use it. A name that it would import is one that
    is as good as imported."""
    frame = flow.frame
    for name, value in idle.items():
        known = frame.vars.get(name)
        if known is None:
            frame.vars[name] = value
        elif known is UNKNOWN and known is not value and frame is flow.module:
            flow.known_globals.pop(name, None)
        elif known.definition is imports.ALIAS and stand_ins.is_imported(value):
            frame.vars[name] = known.defined_by(imports.NAMED)


def _spoken_for(flow: Flow, before: dict[str, Type], names: Sequence[str], node: ast.If) -> dict[str, Type]:
    """``if use_cuda: x = x.cuda()``: a tensor in the branch is one without it, unless the test asks what it is."""
    asked = {one.id for one in nodes_of([node.test]) if type(one) is Name}
    found = {
        name: OUTPUT
        for name in names
        if name not in asked and name in before and before[name].kind == "unknown" and before[name].name in OPEN
        if _speaks_of_before(flow, node.body, name)
    }
    return {**before, **found} if found else before


def _speaks_of_before(flow: Flow, body: Sequence[ast.stmt], name: str) -> bool:
    """Whether the branch does not give the variable another value first."""
    for statement in body:
        inside = nodes_of([statement])
        if any(type(one) is Name and one.id == name and type(one.ctx) is Store for one in inside):
            called = (one.func for one in inside if type(one) is Call and type(one.func) is Attribute)
            receivers = [one for one in called if type(one.value) is Name and one.value.id == name]
            return type(statement) is Assign and any(id(one) in flow.uses for one in receivers)
    return True


def _is_type_checking(test: ast.expr) -> bool:
    leaf = test.attr if type(test) is Attribute else test.id if type(test) is Name else ""
    return leaf == "TYPE_CHECKING"


def _with(flow: Flow, node: ast.With | ast.AsyncWith) -> bool:
    for item in node.items:
        value = flow.evaluate(item.context_expr)
        if item.optional_vars is not None:
            assignment.bind_target(flow, item.optional_vars, contexts.entered(flow, value))
    return flow.block(node.body)


def _try(flow: Flow, node: Any) -> bool:
    frame = flow.frame
    before, told = dict(frame.vars), frame.asked
    ends: list[dict[str, Type]] = []
    falls = flow.block(node.body)
    after_body = frame.vars
    if frame.asked is not told:
        frame.asked = None  # the body may have stopped anywhere
    if falls and node.orelse:
        falls = flow.block(node.orelse)
    if falls:
        ends.append(frame.vars)
    for handler in node.handlers:
        frame.vars = _joined(flow, [before, after_body]) if not _only_imports(node.body) else dict(before)
        if handler.type is not None:
            flow.evaluate(handler.type)
        if handler.name:
            frame.vars[handler.name] = OTHER
        if flow.block(handler.body):
            ends.append(frame.vars)
    frame.vars = _joined(flow, ends) if ends else after_body
    if falls and len(ends) > 1 and _only_imports(node.body):
        # What stands in for a name of torch's that is not there does not make it another one.
        for name, value in ends[0].items():
            if imports.is_torchs(value):
                frame.vars[name] = _working(flow, value, [end[name] for end in ends[1:] if name in end])
    if falls and len(ends) > 1:
        stand_ins.instead_of_classes(ends, frame.vars)
        fallbacks.keep_tensors(node.handlers, ends[0], frame.vars)
    falls = bool(ends)
    if node.finalbody and not flow.block(node.finalbody):
        falls = False
    return falls


def _working(flow: Flow, first: Type, others: Sequence[Type]) -> Type:
    """Which of several imports works: the first, unless it asks for what is not there any more (``torchvision.models.utils``)."""
    if flow.knowledge.is_public(first.name):
        return first
    return next((one for one in others if imports.is_torchs(one) and flow.knowledge.is_public(one.name)), first)


def _only_imports(body: Sequence[ast.stmt]) -> bool:
    """Whether a block imports, and says at most that it has: ``HAS_AMP = True``."""
    return any(isinstance(s, (Import, ImportFrom)) for s in body) and all(
        isinstance(s, (Import, ImportFrom)) or type(s) is Assign and type(s.value) is Constant for s in body
    )


def _expression(flow: Flow, node: ast.Expr) -> None:
    if type(node.value) is not Constant:
        flow.dropped = node.value
        flow.evaluate(node.value)
        brought.dropped(flow, node.value)


def _raise(flow: Flow, node: ast.Raise) -> bool:
    for part in (node.exc, node.cause):
        if part is not None:
            flow.evaluate(part)
    return False


def _assert(flow: Flow, node: ast.Assert) -> None:
    flow.evaluate(node.test)
    if node.msg is not None:
        flow.evaluate(node.msg)
    narrowing.apply(flow, node.test, True)
    before.asserted(flow, node)


def _jump(flow: Flow, node: ast.stmt) -> bool:
    flow.frame.loop_exits.append(dict(flow.frame.vars))
    return False


def _global(flow: Flow, node: ast.Global | ast.Nonlocal) -> None:
    flow.frame.global_names.update(node.names)


def _import(flow: Flow, node: ast.Import | ast.ImportFrom) -> None:
    imports.bind_import(flow, node)


STATEMENTS: Final[dict[type, Callable[[Flow, Any], bool | None]]] = {
    ast.FunctionDef: _function, ast.AsyncFunctionDef: _function, ast.ClassDef: _class, ast.Return: _return,
    ast.Delete: _delete, ast.Assign: assignment.assign,
    ast.AugAssign: assignment.aug_assign, ast.AnnAssign: assignment.ann_assign, ast.For: _for,
    ast.AsyncFor: _for, ast.While: _while, ast.If: _if, ast.With: _with, ast.AsyncWith: _with, ast.Raise: _raise,
    ast.Try: _try, ast.Assert: _assert, ast.Import: _import, ast.ImportFrom: _import, ast.Global: _global,
    ast.Nonlocal: _global, ast.Expr: _expression, ast.Break: _jump, ast.Continue: _jump, ast.Match: matching.match,
}  # fmt: skip
if hasattr(ast, "TryStar"):
    STATEMENTS[ast.TryStar] = _try

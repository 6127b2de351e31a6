"""Writes a training step as MindSpore does: a forward function, its gradient function, ``optimizer(grads)``."""

from __future__ import annotations

import ast

from mindport.rewrite import statements
from mindport.rewrite.idle import idle
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.training import names, put_out
from mindport.rewrite.training.forward import (
    bound_before,
    bound_in_loops,
    forward_statements,
    loop_around,
    read_after,
    writes_in_order,
)
from mindport.rewrite.training.kept_outside import extensions, grown_within, may_be_plain
from mindport.rewrite.training.modes import is_made_here, sets_mode
from mindport.rewrite.training.steps import Step
from mindport.text import Edit, Moved, Span

FROM_THE_START = -1  # in place of where a network is put into training

_MOVING = 2
"""Layer of what moves statements: other edits of those statements move along."""


def convert(module: Module, step: Step, serial: int, training: set[tuple[int, str]]) -> Match | None:
    """The step's edits; ``None`` for what no forward function can show. ``training``: networks whose mode is set, and where.

    Effect: adds to ``training``."""
    source = module.source
    forward = forward_statements(module, step)
    if forward is None or any(not statements.alone_on_lines(source, s) for s in [*forward, step.backward, *step.steps]):
        return None
    if any(_multiline_string(s) for s in forward):
        return None
    region_start = forward[0]
    grown = grown_within(module, forward)
    inner = set().union(*(names.stored(s) for s in forward)) - grown
    loop_bound = bound_in_loops(module, step)
    reads = {n.id for s in forward for n in names.free(s)}
    inputs = [n for n in names.needed(forward) if (n in loop_bound or n in inner) and n not in grown]
    if not all(bound_before(module, step, forward, name) for name in inputs if name in inner):
        return None  # an earlier step leaves it, and the first finds nothing to be given
    # What only a branch gives a value keeps the one that it had.
    later = read_after(module, step, forward)
    in_branches = (later & inner) - names.always_bound(forward) - {step.loss, *inputs}
    inputs += [n for n in writes_in_order(forward) if n in in_branches]
    unbound = [n for n in inputs if n in in_branches and not bound_before(module, step, forward, n)]
    captured = reads - set(inputs) - inner - grown | {step.optimizer.split(".")[0]}
    anchor = loop_around(module, step, captured)
    if anchor is step.backward:
        anchor = region_start
    suffix = "" if serial == 0 else f"_{serial + 1}"
    extra = [n for n in writes_in_order(forward) if n not in grown | {step.loss} and (n in later or n in inputs)]
    given = ", ".join([step.loss, *extra])
    if extra and all(name in in_branches or may_be_plain(module, forward, name) for name in extra):
        given = f"{step.loss}, [{', '.join(extra)}]"  # numbers alone are refused there
    ms = module.spelling.name("mindspore.value_and_grad")
    indent = statements.indentation(source, anchor)
    body_indent = indent + "    "
    shift = len(body_indent) - len(statements.indentation(source, region_start))
    parts: list[str | Span | Moved] = [f"{indent}{name} = None\n" for name in unbound]
    if unbound:
        parts.append("\n")
    parts.append(f"{indent}def forward_fn{suffix}({', '.join(inputs)}):\n")
    previous_end: int | None = None
    nothing = {id(node) for node, _ in idle(module)}
    for statement in forward:
        if id(statement) in nothing:
            continue
        span = _with_comments(source.text, module, statement, previous_end)
        lines = statements.line_span(source, statement)
        end = lines.end if source.text[lines.start : lines.end].strip() else source.span(statement).end
        parts += [body_indent, Moved(Span(span.start, end), shift)]
        if not source.text[:end].endswith("\n"):
            parts.append("\n")
        previous_end = end
    has_aux = ", has_aux=True" if extra else ""
    grad = f"grad_fn{suffix} = {ms}(forward_fn{suffix}, None, {step.optimizer}.parameters{has_aux})"
    parts += [f"{body_indent}return {given}\n\n", f"{indent}{grad}\n"]
    for network in _untrained(module, forward, captured, training):
        name = ast.unparse(network)
        place = (id(statements.siblings(source, anchor)), name)
        if place not in training:
            training.add(place)
            told = put_out.training_started(module, network, later=put_out.spoken_of(module, network))
            parts.append(f"{indent}{told}\n")
    parts.append("\n")
    at = _line_start(
        source.text, _with_comments(source.text, module, anchor, 0).start
    )  # what is said of the loop stays there
    lead = "" if _blank_before(source.text, at) else "\n"
    edits = [Edit(Span(at, at), (lead, *parts), _MOVING)]
    edits += _in_place(module, step, forward, f"({given}), grads" if extra else f"{step.loss}, grads", inputs, suffix)
    edits += extensions(module, forward, grown)
    handled = frozenset(id(n) for s in (step.backward, *step.steps, *step.zeros) for n in ast.walk(s))
    handled |= frozenset(id(n) for s in step.clips for n in ast.walk(s))
    return Match(tuple(edits), handled)


def _untrained(
    module: Module, forward: list[ast.stmt], captured: set[str], training: set[tuple[int, str]]
) -> list[ast.expr]:
    """Networks that the script never puts into a mode: a new Module trains, a new Cell does not.

    Where it sets modes they train from where they are made, and only until then: ``training`` gets their names, too.
    """
    names: dict[str, ast.expr] = {}
    for node in (n for statement in forward for n in ast.walk(statement)):
        if not isinstance(node, ast.Call):
            continue
        # What is called, and what is handed on: ``self.model(x)``, ``loss_of(model, x)``.
        for network in (node.func, *node.args, *(k.value for k in node.keywords)):
            root = network
            while isinstance(root, ast.Attribute):
                root = root.value
            if not isinstance(root, ast.Name) or root.id not in captured:
                continue
            found, written = module.analysis.type_of(network), ast.unparse(network)
            if found.kind != "module" or found.optional or found.name.endswith("Loss") or written in names:
                continue
            if "loss" in written.lower() or "criteri" in written.lower() or sets_mode(module, network):
                continue
            if put_out.at_once(module, network) or put_out.spoken_of(module, network) and is_made_here(module, network):
                training.add((FROM_THE_START, written))
            else:
                names[written] = network
    return [node for one, node in names.items() if not any(one.startswith(f"{other}.") for other in names)]


def _in_place(
    module: Module, step: Step, forward: list[ast.stmt], value: str, inputs: list[str], suffix: str
) -> list[Edit]:
    """The loop's own part: the gradient call, the update, and no more of what moved away."""
    source = module.source
    first = forward[0]
    call = f"{value} = grad_fn{suffix}({', '.join(inputs)})"
    lines = statements.line_span(source, first)
    indent = statements.indentation(source, first)
    newline = "\n" if source.text[lines.start : lines.end].endswith("\n") else ""
    # The gradient call comes last of the forward statements: what stood between them may prepare its inputs.
    last = forward[-1]
    edits: list[Edit] = []
    for statement in forward[:-1]:
        span = _with_comments(source.text, module, statement, None if statement is first else 0)
        start = (
            statements.line_span(source, statement).start
            if statement is first
            else _line_start(source.text, span.start)
        )
        edits.append(Edit(Span(start, statements.line_span(source, statement).end), ("",), _MOVING))
    lines = statements.line_span(source, last)
    start = lines.start
    if last is not first:
        start = _line_start(source.text, _with_comments(source.text, module, last, 0).start)
    edits.append(Edit(Span(start, lines.end), (indent, call, newline), _MOVING))
    for statement in (step.backward, *step.zeros):
        edits.append(statements.removal(source, statement))
    for clip in step.clips:
        edits.append(_clip(module, clip))
    update = step.steps[0]
    edits.append(Edit(source.span(update), (f"{step.optimizer}(grads)",), 1))
    return edits


def _clip(module: Module, statement: ast.Expr) -> Edit:
    source = module.source
    call = statement.value
    assert isinstance(call, ast.Call)
    keywords = {k.arg: k.value for k in call.keywords}
    by_norm = module.api(call) == "torch.nn.utils.clip_grad_norm_"
    limit = call.args[1] if len(call.args) > 1 else keywords.get("max_norm" if by_norm else "clip_value")
    text = source.text_of(limit) if limit is not None else "1.0"
    if by_norm:
        name = module.spelling.name("mindspore.ops.clip_by_norm")
        return Edit(source.span(statement), (f"grads = {name}(grads, {text})",), 1)
    name = module.spelling.name("mindspore.ops.clip_by_value")
    return Edit(source.span(statement), (f"grads = {name}(grads, -({text}), {text})",), 1)


def _with_comments(text: str, module: Module, statement: ast.stmt, previous_end: int | None) -> Span:
    """The statement with the comment lines right above it (those above the first one stay in the loop)."""
    lines = statements.line_span(module.source, statement)
    start = lines.start
    if previous_end is not None:
        while True:
            above = _line_start(text, start - 1) if start > 0 else start
            if start <= above or not text[above:start].strip().startswith("#") or above < previous_end:
                break
            start = above
    offset = len(text[start : lines.end]) - len(text[start : lines.end].lstrip(" \t"))
    return Span(start + offset, lines.end)


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _blank_before(text: str, at: int) -> bool:
    return at == 0 or text[:at].endswith("\n\n") or text[:at].rstrip().endswith(":")


def _multiline_string(statement: ast.stmt) -> bool:
    return any(
        isinstance(n, (ast.Constant, ast.JoinedStr)) and n.end_lineno != n.lineno
        for n in ast.walk(statement)
        if isinstance(n, ast.JoinedStr) or isinstance(getattr(n, "value", None), (str, bytes))
    )

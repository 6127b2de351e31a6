"""``zero_grad`` / ``backward`` / ``step`` become ``value_and_grad`` and ``optimizer(grads)``.

The statements that lead from the inputs to the loss move into a forward function in front of the loop; the loop calls its
gradient function. What the loss does not depend on stays where it was. A step that accumulates, scales, or shares its
gradients between optimizers is left alone and said so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from mindport.rewrite import statements
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Moved, Span

EXAMPLES = [
    (
        """
from torch import nn


def train(model: nn.Module, loader, loss_fn, optimizer):
    model.train()
    for images, labels in loader:
        optimizer.zero_grad()
        # forward
        logits = model(images)
        loss = loss_fn(logits, labels)
        # backward
        loss.backward()
        optimizer.step()
        print(loss.item())
""",
        """
import mindspore as ms
from mindspore import nn


def train(model: nn.Cell, loader, loss_fn, optimizer):
    model.set_train()

    def forward_fn(images, labels):
        logits = model(images)
        loss = loss_fn(logits, labels)
        return loss

    grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)

    for images, labels in loader:
        # forward
        loss, grads = grad_fn(images, labels)
        # backward
        optimizer(grads)
        print(loss.item())
""",
    ),
]
NOOPS = ["def walk(path):\n    path.backward()\n    path.step()\n"]


_CLIPS = {"torch.nn.utils.clip_grad_norm_": "max_norm", "torch.nn.utils.clip_grad_value_": "clip_value"}


@dataclass(frozen=True)
class _Step:
    """One optimisation step in a block of statements."""

    block: list[ast.stmt]
    backward: ast.Expr
    loss: str
    optimizer: str
    steps: tuple[ast.stmt, ...]  # optimizer.step()
    zeros: tuple[ast.stmt, ...]  # zero_grad()
    clips: tuple[ast.Expr, ...]
    used: frozenset[int]


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None:
        return
    serial = 0
    for node in ast.walk(module.source.tree):
        if isinstance(node, ast.Expr) and _method(node) == "backward" and isinstance(node.value, ast.Call):
            func = node.value.func
            assert isinstance(func, ast.Attribute)
            if not _is_loss(module, func):
                continue
            step = _find_step(module, node)
            match = _convert(module, step, serial) if step else None
            if match is None:
                yield Match((), left=((func, "structural"),))
            else:
                serial += 1
                yield match


def _is_loss(module: Module, func: ast.Attribute) -> bool:
    if module.api(func) == "torch.Tensor.backward":
        return True
    kind = module.analysis.type_of(func.value).kind
    return kind == "unknown" and isinstance(func.value, ast.Name) and "loss" in func.value.id.lower()


def _method(statement: ast.stmt) -> str | None:
    """Name of the method that a bare call statement calls."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return None
    func = statement.value.func
    return func.attr if isinstance(func, ast.Attribute) else None


def _receiver(statement: ast.stmt) -> ast.expr:
    assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    func = statement.value.func
    assert isinstance(func, ast.Attribute)
    return func.value


def _find_step(module: Module, backward: ast.Expr) -> _Step | None:
    block = statements.siblings(module.source, backward)
    call = backward.value
    if block is None or not isinstance(call, ast.Call) or call.args or call.keywords:
        return None
    loss = _receiver(backward)
    if not isinstance(loss, ast.Name):
        return None
    if sum(_method(s) == "backward" for s in block) != 1:
        return None
    at = block.index(backward)
    zeros = [s for s in block if _method(s) == "zero_grad"]
    steps = [s for s in block[at + 1 :] if _method(s) == "step" and not _is_scheduler(module, s)]
    if len(steps) != 1:
        return None
    optimizer = ast.unparse(_receiver(steps[0]))
    if any(ast.unparse(_receiver(z)) != optimizer and not _is_model(module, _receiver(z)) for z in zeros):
        return None
    if not zeros:
        return None  # gradients add up over steps
    between = block[at + 1 : block.index(steps[0])]
    clips = [s for s in between if isinstance(s, ast.Expr) and _clips(module, s)]
    if any(_touches_gradients(module, s) for s in between if s not in clips):
        return None  # what is done to the gradients would be lost
    used = {id(n) for s in [backward, *steps, *zeros, *clips] for n in ast.walk(s)}
    return _Step(block, backward, loss.id, optimizer, tuple(steps), tuple(zeros), tuple(clips), frozenset(used))


def _is_scheduler(module: Module, statement: ast.stmt) -> bool:
    receiver = _receiver(statement)
    kind = module.analysis.type_of(receiver).kind
    if kind != "unknown":
        return kind != "optimizer"
    return "sched" in ast.unparse(receiver).lower()


def _is_model(module: Module, node: ast.expr) -> bool:
    return module.analysis.type_of(node).kind in ("module", "unknown")


def _clips(module: Module, statement: ast.Expr) -> bool:
    """Whether the statement clips the gradients of a whole model, in the way that MindSpore's operators do."""
    call = statement.value
    if not isinstance(call, ast.Call) or module.api(call) not in _CLIPS or not call.args:
        return False
    limit = _CLIPS[module.api(call) or ""]
    arguments = [*call.args[1:], *(k for k in call.keywords)]
    if len(arguments) != 1 or (call.keywords and call.keywords[0].arg != limit):
        return False
    model = call.args[0]
    if not (isinstance(model, ast.Call) and isinstance(model.func, ast.Attribute) and model.func.attr == "parameters"):
        return False
    owner = model.func.value
    return isinstance(owner, ast.Name) or (isinstance(owner, ast.Attribute) and ast.unparse(owner.value) == "self")


def _touches_gradients(module: Module, statement: ast.stmt) -> bool:
    for node in ast.walk(statement):
        if isinstance(node, ast.Attribute) and node.attr in ("grad", "unscale_"):
            return True
        if isinstance(node, ast.Call) and (module.api(node) or "").startswith("torch.nn.utils.clip_grad"):
            return True
    return False


def _forward(module: Module, step: _Step) -> list[ast.stmt] | None:
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


def _calls_network(module: Module, statement: ast.stmt, step: _Step) -> bool:
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


def _loop(module: Module, step: _Step, constant: set[str]) -> ast.stmt:
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


def _convert(module: Module, step: _Step, serial: int) -> Match | None:
    source = module.source
    forward = _forward(module, step)
    if forward is None or any(not statements.alone_on_lines(source, s) for s in [*forward, step.backward, *step.steps]):
        return None
    if any(_multiline_string(s) for s in forward):
        return None
    region_start = forward[0]
    inner = set().union(*(statements.stored(s) for s in forward))
    loop_bound = _names_bound_in_loop(module, step)
    reads = set().union(*(statements.loaded(s) for s in forward))
    inputs = [n for n in _in_order(forward) if n in reads and n in loop_bound and not _bound_before(n, forward)]
    captured = reads - set(inputs) - inner | {step.optimizer.split(".")[0]}
    anchor = _loop(module, step, captured)
    if anchor is step.backward:
        anchor = region_start
    suffix = "" if serial == 0 else f"_{serial + 1}"
    later = _read_after(module, step, forward)
    extra = [n for n in _in_order_stored(forward) if n != step.loss and n in later]
    ms = module.spelling.name("mindspore.value_and_grad")
    indent = statements.indentation(source, anchor)
    body_indent = indent + "    "
    shift = len(body_indent) - len(statements.indentation(source, region_start))
    parts: list[str | Span | Moved] = [f"{indent}def forward_fn{suffix}({', '.join(inputs)}):\n"]
    previous_end: int | None = None
    for statement in forward:
        span = _with_comments(source.text, module, statement, previous_end)
        lines = statements.line_span(source, statement)
        end = lines.end if source.text[lines.start : lines.end].strip() else source.span(statement).end
        parts += [body_indent, Moved(Span(span.start, end), shift)]
        if not source.text[:end].endswith("\n"):
            parts.append("\n")
        previous_end = end
    returned = ", ".join([step.loss, *extra])
    has_aux = ", has_aux=True" if extra else ""
    grad = f"grad_fn{suffix} = {ms}(forward_fn{suffix}, None, {step.optimizer}.parameters{has_aux})"
    parts += [f"{body_indent}return {returned}\n\n", f"{indent}{grad}\n"]
    parts += [f"{indent}{name}.set_train()\n" for name in _untrained(module, forward, captured)]
    parts.append("\n")
    at = statements.line_span(source, anchor).start
    lead = "" if _blank_before(source.text, at) else "\n"
    edits = [Edit(Span(at, at), (lead, *parts), 1)]
    edits += _in_place(module, step, forward, extra, inputs, suffix)
    handled = frozenset(id(n) for s in (step.backward, *step.steps, *step.zeros) for n in ast.walk(s))
    handled |= frozenset(id(n) for s in step.clips for n in ast.walk(s))
    return Match(tuple(edits), handled)


def _untrained(module: Module, forward: list[ast.stmt], captured: set[str]) -> list[str]:
    """Networks that the script never puts into a mode: a new Module trains, a new Cell does not."""
    tree = module.source.tree
    assert tree is not None
    if any(isinstance(n, ast.Attribute) and n.attr in ("train", "eval") for n in ast.walk(tree)):
        return []
    names: list[str] = []
    for statement in forward:
        for node in ast.walk(statement):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in captured:
                found = module.analysis.type_of(node.func)
                if found.kind == "module" and not found.name.endswith("Loss") and node.func.id not in names:
                    names.append(node.func.id)
    return names


def _in_place(
    module: Module, step: _Step, forward: list[ast.stmt], extra: list[str], inputs: list[str], suffix: str
) -> list[Edit]:
    """The loop's own part: the gradient call, the update, and no more of what moved away."""
    source = module.source
    first = forward[0]
    value = f"({', '.join([step.loss, *extra])}), grads" if extra else f"{step.loss}, grads"
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
        edits.append(Edit(Span(start, statements.line_span(source, statement).end), ("",), 1))
    lines = statements.line_span(source, last)
    start = lines.start
    if last is not first:
        start = _line_start(source.text, _with_comments(source.text, module, last, 0).start)
    edits.append(Edit(Span(start, lines.end), (indent, call, newline), 1))
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


def _names_bound_in_loop(module: Module, step: _Step) -> set[str]:
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


def _in_order(forward: list[ast.stmt]) -> list[str]:
    out: list[str] = []
    for statement in forward:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in out:
                out.append(node.id)
    return out


def _in_order_stored(forward: list[ast.stmt]) -> list[str]:
    out: list[str] = []
    for statement in forward:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in out:
                out.append(node.id)
    return out


def _bound_before(name: str, forward: list[ast.stmt]) -> bool:
    """Whether the forward statements bind the name before they read it."""
    for statement in forward:
        reads, writes = statements.loaded(statement), statements.stored(statement)
        if name in reads:
            return False
        if name in writes:
            return True
    return False


def _read_after(module: Module, step: _Step, forward: list[ast.stmt]) -> set[str]:
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

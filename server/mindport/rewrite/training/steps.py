"""Finds the optimisation step in a block of statements: ``backward``, ``step``, ``zero_grad``, clipping."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from mindport.analysis.uses import Role
from mindport.rewrite import statements
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.training import freezing
from mindport.rewrite.training.chosen_layers import leaves_out
from mindport.rewrite.training.read_elsewhere import may_read_gradients, reads_gradients

_CLIPS = {"torch.nn.utils.clip_grad_norm_": "max_norm", "torch.nn.utils.clip_grad_value_": "clip_value"}


@dataclass(frozen=True)
class Step:
    """One optimisation step in a block of statements."""

    block: list[ast.stmt]
    backward: ast.Expr
    loss: str
    optimizer: str
    steps: tuple[ast.stmt, ...]  # optimizer.step()
    zeros: tuple[ast.stmt, ...]  # zero_grad()
    clips: tuple[ast.Expr, ...]
    used: frozenset[int]


def is_loss(module: Module, func: ast.Attribute) -> bool:
    if module.api(func) == "torch.Tensor.backward":
        return True
    kind = module.analysis.type_of(func.value).kind
    return kind == "unknown" and isinstance(func.value, ast.Name) and "loss" in func.value.id.lower()


def method_of(statement: ast.stmt) -> str | None:
    """Name of the method that a bare call statement calls."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return None
    func = statement.value.func
    return func.attr if isinstance(func, ast.Attribute) else None


def receiver_of(statement: ast.stmt) -> ast.expr:
    assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    func = statement.value.func
    assert isinstance(func, ast.Attribute)
    return func.value


def find_step(module: Module, backward: ast.Expr) -> Step | None:
    block = statements.siblings(module.source, backward)
    call = backward.value
    if block is None or not isinstance(call, ast.Call) or call.args or call.keywords:
        return None
    loss = receiver_of(backward)
    if not isinstance(loss, ast.Name):
        return None
    if sum(method_of(s) == "backward" for s in block) != 1:
        return None
    at = block.index(backward)
    zeros = [s for s in block if method_of(s) == "zero_grad"]
    steps = [s for s in block[at + 1 :] if method_of(s) == "step" and not is_scheduler(module, s)]
    if len(steps) != 1:
        return None
    optimizer = ast.unparse(receiver_of(steps[0]))
    if _may_be_own(module, receiver_of(steps[0])):
        return None  # only MindSpore's optimizers can be called with gradients: one of the project's own has a ``step``
    if any(ast.unparse(receiver_of(z)) != optimizer and not _is_model(module, receiver_of(z)) for z in zeros):
        return None
    if not zeros:
        return None  # gradients add up over steps
    between = block[at + 1 : block.index(steps[0])]
    clips = [s for s in between if isinstance(s, ast.Expr) and _clips(module, s)]
    if any(_touches_gradients(module, s) for s in between if s not in clips):
        return None  # what is done to the gradients would be lost
    if len(clips) > 1 or any(not _is_all(module, optimizer, clip) for clip in clips):
        return None  # each clips a part of what the optimizer has
    if leaves_out(module, block):
        return None
    used = {id(n) for s in [backward, *steps, *zeros, *clips] for n in ast.walk(s)}
    return Step(block, backward, loss.id, optimizer, tuple(steps), tuple(zeros), tuple(clips), frozenset(used))


def _may_be_own(module: Module, optimizer: ast.expr) -> bool:
    """Whether the optimizer is of a class that is not torch's, or is made here by what is not known.

    What a function is given unseen is taken for one of torch's.
    """
    found = module.analysis.type_of(optimizer)
    if found.name:
        return not all(name.startswith("torch.") for name in found.name.split("|"))
    text = ast.unparse(optimizer)
    for node in module.source.each(ast.Assign):
        if isinstance(node.value, ast.Call):
            if any(ast.unparse(target) == text for target in node.targets):
                made = module.analysis.type_of(node.value)
                return made.kind != "optimizer" or not made.name and module.api(node.value) is None
    return False


def is_scheduler(module: Module, statement: ast.stmt) -> bool:
    receiver = receiver_of(statement)
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


def _is_all(module: Module, optimizer: str, clip: ast.Expr) -> bool:
    """Whether the model whose gradients are clipped has all that the optimizer was given, as far as this file tells."""
    assert isinstance(clip.value, ast.Call)
    model = ast.unparse(clip.value.args[0]).removesuffix(".parameters()")
    for made in _assigned(module, optimizer):
        given = (
            [*made.args[:1], *(k.value for k in made.keywords if k.arg == "params")]
            if isinstance(made, ast.Call)
            else []
        )
        given += [value for one in given if isinstance(one, ast.Name) for value in _assigned(module, one.id)]
        for node in (n for one in given for n in ast.walk(one)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and "parameters" in node.func.attr:
                if not f"{ast.unparse(node.func.value)}.".startswith(f"{model}."):
                    return False
    return True


def _assigned(module: Module, text: str) -> list[ast.expr]:
    """What is assigned to a variable anywhere in the file."""
    return [
        node.value
        for node in module.source.each(ast.Assign)
        if any(ast.unparse(target) == text for target in node.targets)
    ]


def _touches_gradients(module: Module, statement: ast.stmt) -> bool:
    for node in ast.walk(statement):
        if isinstance(node, ast.Attribute) and node.attr in ("grad", "unscale_"):
            return True
        if not isinstance(node, ast.Call):
            continue
        if (module.api(node) or "").startswith("torch.nn.utils.clip_grad") or may_read_gradients(module, node):
            return True
    return False


_ON_GRADIENTS = (
    "torch.autograd.grad",
    "torch.autograd.backward",
    "torch.Tensor.grad",
    "torch.Tensor.retain_grad",
    "torch.nn.utils.clip_grad",
    "torch.amp.GradScaler",
    "torch.cuda.amp.GradScaler",
)


def gradients_elsewhere(module: Module, made: Sequence[Match]) -> bool:
    """Whether gradients are used, or steps taken, beside what ``made`` takes care of."""
    if made and freezing.changes(module):
        return True
    done = frozenset().union(*(match.handled for match in made))
    for finding in module.findings.values():
        use = finding.use
        if id(use.node) not in done and use.role is not Role.IMPORT and use.api.startswith(_ON_GRADIENTS):
            return True
    for node in module.source.each(ast.Call):
        if made and reads_gradients(module, node):
            return True
        if isinstance(node.func, ast.Attribute) and id(node.func) not in done:
            found = module.analysis.type_of(node.func.value)
            if node.func.attr == "zero_grad" and found.kind in ("unknown", "optimizer", "module"):
                return True
            if node.func.attr == "step" and found.kind == "optimizer":
                return True
    return False

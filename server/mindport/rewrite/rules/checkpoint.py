"""Saving and loading a state dictionary becomes ``save_checkpoint`` and ``load_checkpoint``.

``Cell.load_state_dict`` is as strict as torch's; before MindSpore 2.10 there is ``load_param_into_net``, which warns at most.
What is saved is the dictionary: of a Cell MindSpore saves no buffers, a weight that two layers share once only, and all by the
names that its parameters have at that time.
MindSpore's checkpoints end in ``.ckpt``: a literal path gets the ending, any other goes through ``checkpoint_path``.
Weights that torch wrote are read by MindSpore only after ``mindport weights convert``. Whatever else is saved is for the rows.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.mapping import choosing
from mindport.rewrite.arguments import ArgumentList
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import torch


def keep(model, path):
    torch.save(model.state_dict(), "best.pth")  # the best
    model.load_state_dict(torch.load(path, map_location="cpu"))


def packed(model, path):
    with open(path, "wb") as file:
        torch.save(model.state_dict(), file)
    with open(path, "rb") as file:
        model.load_state_dict(torch.load(file))
""",
        """
import mindspore as ms
from mindport_helpers import checkpoint_path, load_object, save_object


def keep(model, path):
    ms.save_checkpoint(model.state_dict(), "best.ckpt")  # the best
    model.load_state_dict(ms.load_checkpoint(checkpoint_path(path)))


def packed(model, path):
    with open(path, "wb") as file:
        save_object(model.state_dict(), file)
    with open(path, "rb") as file:
        model.load_state_dict(load_object(file))
""",
    ),
]
NOOPS = ["import json\n\n\ndef keep(model, path):\n    json.save(model.state_dict(), path)\n"]
_STRICT = (2, 10)
_ENDING = re.compile(r"(\.ckpt)?(\.(pth|pt|bin|tar))?(['\"]+)$")

_OF_TRAINING = re.compile(r"optim|sched|scaler|(^|_)opt($|_)")


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None:
        return
    for node in module.source.each(ast.Call):
        if module.api(node.func) == "torch.save":
            match = _save(module, node)
            if match:
                yield match
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "load_state_dict":
            match = _load(module, node)
            if match:
                yield match


def paths(module: Module) -> Iterator[ast.expr]:
    """Where the file saves checkpoints or loads them from."""
    for node in module.source.each(ast.Call):
        if module.api(node.func) == "torch.save" and _save(module, node) is not None:
            yield node.args[1]
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "load_state_dict":
            loading = node.args[0] if node.args else None
            if isinstance(loading, ast.Call) and _load(module, node) is not None:
                yield loading.args[0]


def saves_weights(module: Module) -> bool:
    """Whether the file saves weights alone anywhere."""
    calls = module.source.each(ast.Call)
    return any(module.api(node.func) == "torch.save" and _save(module, node) is not None for node in calls)


def keeps_weights_alone(module: Module) -> bool:
    """Whether weights are all that the file saves and loads: other things keep their own names."""
    kept = [node for node in module.source.each(ast.Call) if module.api(node.func) in ("torch.save", "torch.load")]
    return 0 < len(kept) == len(list(paths(module)))


def _save(module: Module, call: ast.Call) -> Match | None:
    if len(call.args) != 2 or call.keywords:
        return None
    state, path = call.args
    if _is_open_file(module, path):
        return None  # a checkpoint of MindSpore's has a path: what is open is for the rows
    if not (isinstance(state, ast.Call) and isinstance(state.func, ast.Attribute) and state.func.attr == "state_dict"):
        return None
    if state.args or state.keywords or not _may_be_model(module, state.func.value):
        return None
    arguments = ArgumentList(module.source, call)
    save = module.spelling.name("mindspore.save_checkpoint")
    strict = choosing.version_key(module.context.mindspore) >= _STRICT
    saved = module.source.span(state if strict else state.func.value)
    parts = (f"{save}(", saved, ", ", *path_of(module, path, arguments.item(path).value), ")")
    return Match((Edit(module.source.span(call), parts, 0),), frozenset([id(call.func), id(state.func)]))


def _load(module: Module, call: ast.Call) -> Match | None:
    assert isinstance(call.func, ast.Attribute)
    if len(call.args) != 1 or any(k.arg != "strict" for k in call.keywords):
        return None
    loading = call.args[0]
    if not (isinstance(loading, ast.Call) and module.api(loading.func) == "torch.load" and loading.args):
        return None
    if not _may_be_model(module, call.func.value):
        return None
    path = loading.args[0]
    if _is_open_file(module, path):
        return None
    load = module.spelling.name("mindspore.load_checkpoint")
    inner = ArgumentList(module.source, loading)
    read = (f"{load}(", *path_of(module, path, inner.item(path).value), ")")
    inside = {id(n) for n in ast.walk(loading) if n is not path}
    if choosing.version_key(module.context.mindspore) >= _STRICT:
        return Match((Edit(module.source.span(loading), read, 0),), frozenset(inside))
    into = module.spelling.name("mindspore.load_param_into_net")
    net = module.source.span(call.func.value)
    return Match(
        (Edit(module.source.span(call), (f"{into}(", net, ", ", *read, ")"), 0),), frozenset([id(call.func), *inside])
    )


def _may_be_model(module: Module, holder: ast.expr) -> bool:
    """Whether what has the state is a Module, as far as its type tells, or its name: an optimizer's state is no checkpoint."""
    kind = module.analysis.type_of(holder).kind
    name = ast.unparse(holder).rpartition(".")[2].lower()
    return kind == "module" or kind == "unknown" and not _OF_TRAINING.search(name)


def _is_open_file(module: Module, node: ast.expr) -> bool:
    """Whether an expression is seen to be an open file or a buffer in memory."""
    if isinstance(node, ast.Call):
        return ast.unparse(node.func).rpartition(".")[2] in ("open", "BytesIO")
    if not isinstance(node, ast.Name):
        return False
    for one in module.source.nodes:
        if isinstance(one, ast.withitem) and isinstance(one.optional_vars, ast.Name):
            target, value = one.optional_vars, one.context_expr
        elif isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            target, value = one.targets[0], one.value
        else:
            continue
        if target.id == node.id and isinstance(value, ast.Call) and _is_open_file(module, value):
            return True
    return False


def path_of(module: Module, node: ast.expr, span: Span) -> list[str | Span]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = module.source.text[span.start : span.end]
        changed = _ENDING.sub(r".ckpt\4", text, count=1)
        return [changed]
    if isinstance(node, ast.JoinedStr):
        text = module.source.text[span.start : span.end]
        if _ENDING.search(text) and not text.rstrip("'\"").endswith("}"):
            return [span] if text.rstrip("'\"").endswith(".ckpt") else [_ENDING.sub(r".ckpt\4", text, count=1)]
    return [module.spelling.helper("checkpoint_path") + "(", span, ")"]

"""``os.path.exists(path)`` of a checkpoint's path: MindSpore's checkpoint has another ending, so that is asked for.

Where the same path is given to ``save_checkpoint`` or ``load_checkpoint``: training would start anew each time, for the file is
never found under the name that torch gave it. Where it is loaded as whatever it may be, and the file saves weights alone, too,
either name may be there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite.arguments import ArgumentList
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules import checkpoint
from mindport.text import Edit

EXAMPLES = [
    (
        """
import os
import shutil

import torch


def resume(model, folder, args):
    path = os.path.join(folder, "last.pth")
    if os.path.isfile(path):
        model.load_state_dict(torch.load(path))
    elif os.path.exists(args.pretrained) and os.path.exists(os.path.join(folder, "best.pth")):
        model.load_state_dict(torch.load(args.pretrained))


def keep(model, best):
    torch.save(model.state_dict(), "last.pth")
    if best:
        shutil.copy("last.pth", "best.pth")
""",
        """
import os
import shutil

import mindspore as ms
from mindport_helpers import checkpoint_path


def resume(model, folder, args):
    path = os.path.join(folder, "last.pth")
    if os.path.isfile(checkpoint_path(path)):
        model.load_state_dict(ms.load_checkpoint(checkpoint_path(path)))
    elif os.path.exists(checkpoint_path(args.pretrained)) and os.path.exists(checkpoint_path(os.path.join(folder, "best.pth"))):
        model.load_state_dict(ms.load_checkpoint(checkpoint_path(args.pretrained)))


def keep(model, best):
    ms.save_checkpoint(model.state_dict(), "last.ckpt")
    if best:
        shutil.copy("last.ckpt", "best.ckpt")
""",
    ),
    (
        """
import os

import torch


def keep(net, path):
    torch.save(net.state_dict(), path)


def resume(net, args, path):
    if os.path.isfile(args.model):
        state = torch.load(args.model)
        state["weight"] = state.pop("w")
        net.load_state_dict(state)
    return os.path.exists(path)
""",
        """
import os

import mindspore as ms
from mindport_helpers import checkpoint_path, load_object, saved_path


def keep(net, path):
    ms.save_checkpoint(net.state_dict(), checkpoint_path(path))


def resume(net, args, path):
    if os.path.isfile(saved_path(args.model)):
        state = load_object(args.model)
        state["weight"] = state.pop("w")
        net.load_state_dict(state)
    return os.path.exists(path)
""",
    ),
]
NOOPS = [
    "import os\n\n\ndef keep(path):\n    return os.path.exists(path)\n",
]

_ASKING = frozenset(["exists", "isfile", "lexists", "getsize", "getmtime", "remove", "unlink"])
_MOVING = frozenset(["copy", "copy2", "copyfile", "rename", "replace", "move"])
_ENDINGS = (".pth", ".pt", ".bin", ".tar", ".ckpt")
_OF = frozenset(["os", "os.path", "osp", "path", "shutil"])


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None or "state_dict" not in module.source.text:
        return
    paths: set[tuple[str, int]] | None = None
    read: set[tuple[str, int]] | None = None
    for node in module.source.each(ast.Call):
        if not node.args or not _is_of_files(node.func):
            continue
        paths = _paths(module) if paths is None else paths
        read = _read(module) - paths if read is None else read
        if _key(module, node.args[0]) in read and _asks(node.func):
            span = ArgumentList(module.source, node).item(node.args[0]).value
            yield Match((Edit(span, (module.spelling.helper("saved_path") + "(", span, ")"), 1),))
            continue
        if not any(_key(module, one) in paths or paths and _joined(module, one) for one in node.args[:2]):
            continue
        arguments = ArgumentList(module.source, node)
        for one in node.args[:2]:
            if _key(module, one) in paths or _ends_as_one(one) or _joined(module, one):
                span = arguments.item(one).value
                yield Match((Edit(span, tuple(checkpoint.path_of(module, one, span)), 1),))


def _is_of_files(function: ast.expr) -> bool:
    if isinstance(function, ast.Name):
        return function.id in ("exists", "isfile")
    if not isinstance(function, ast.Attribute) or function.attr not in _ASKING | _MOVING:
        return False
    return ast.unparse(function.value) in _OF


def _asks(function: ast.expr) -> bool:
    return (function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)) in _ASKING


def _read(module: Module) -> set[tuple[str, int]]:
    """Paths that the file loads from, if it saves weights alone at all."""
    if not checkpoint.saves_weights(module):
        return set()
    calls = [node for node in module.source.each(ast.Call) if node.args and module.api(node.func) == "torch.load"]
    return {_key(module, node.args[0]) for node in calls}


def _ends_as_one(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.endswith(_ENDINGS)


def _joined(module: Module, node: ast.expr) -> bool:
    """``os.path.join(folder, "last.pth")``, where all that the file saves and loads are weights."""
    if not isinstance(node, ast.Call) or not node.args or not ast.unparse(node.func).endswith("path.join"):
        return False
    return _ends_as_one(node.args[-1]) and checkpoint.keeps_weights_alone(module)


def _paths(module: Module) -> set[tuple[str, int]]:
    return {_key(module, path) for path in checkpoint.paths(module)}


def _key(module: Module, path: ast.expr) -> tuple[str, int]:
    """A name stands for the same path in its own function only; ``args.resume`` and what is written out do so everywhere."""
    scope = module.source.function_around(path) if isinstance(path, ast.Name) else None
    return ast.unparse(path), id(scope) if scope is not None else 0

"""``glob("*.pth")`` and ``name.endswith(".pth")`` over a folder's files: the file's checkpoints end in ``.ckpt`` in MindSpore.

Where all that the file saves or loads are weights: training would find no checkpoint to go on from, and clear none away. So is
``Path(path).exists()`` of such a path asked of what MindSpore calls it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules import checkpoint
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import glob
import os
from pathlib import Path

import torch


def resume(model, folder):
    found = sorted(glob.glob(os.path.join(folder, "step_*.pth")))
    others = [name for name in os.listdir(folder) if name.endswith(".pth")]
    first = Path(folder) / "first.pth"
    if found:
        model.load_state_dict(torch.load(found[-1]))
    elif first.exists():
        model.load_state_dict(torch.load(first))
    return others, list(Path(folder).glob("*.png"))
""",
        """
import glob
import os
from pathlib import Path

import mindspore as ms
from mindport_helpers import checkpoint_path


def resume(model, folder):
    found = sorted(glob.glob(os.path.join(folder, "step_*.ckpt")))
    others = [name for name in os.listdir(folder) if name.endswith(".ckpt")]
    first = Path(folder) / "first.pth"
    if found:
        model.load_state_dict(ms.load_checkpoint(checkpoint_path(found[-1])))
    elif Path(checkpoint_path(first)).exists():
        model.load_state_dict(ms.load_checkpoint(checkpoint_path(first)))
    return others, list(Path(folder).glob("*.png"))
""",
    ),
]
NOOPS = [
    "import glob\n\n\ndef found():\n    return glob.glob('*.pth')\n",
]

_ENDING = re.compile(r"(?:\.ckpt)?\.(?:pth|pt|bin|tar)(?:\.tar)?(['\"]+)$")
_LISTING = frozenset(["listdir", "scandir", "walk", "iterdir", "glob", "iglob", "rglob"])
_OF_PATH = frozenset(["exists", "is_file", "unlink", "stat"])


def matches(module: Module) -> Iterator[Match]:
    text = module.source.text
    if (
        module.source.tree is None
        or "state_dict" not in text
        or not any(one in text for one in (".pth", ".pt", ".bin", ".tar"))
    ):
        return
    calls = [node for node in module.source.each(ast.Call) if isinstance(node.func, ast.Attribute)]
    if not checkpoint.keeps_weights_alone(module):
        return
    names = {(_function(module, path), path.id) for path in checkpoint.paths(module) if isinstance(path, ast.Name)}
    listed: set[str] | None = None
    for node in calls:
        function = node.func
        assert isinstance(function, ast.Attribute)
        if function.attr in ("glob", "iglob", "rglob"):
            yield from _with_ending(module, node.args)
        elif function.attr == "endswith" and isinstance(function.value, ast.Name | ast.Attribute):
            listed = _listed(module) if listed is None else listed
            if ast.unparse(function.value).removesuffix(".name") in listed:
                yield from _with_ending(module, node.args)
        elif function.attr in _OF_PATH and isinstance(function.value, ast.Name) and not node.args:
            if (
                _function(module, function.value),
                function.value.id,
            ) in names and "Path" in module.analysis.bindings.bindings:
                span = module.source.span(function.value)
                parts = ("Path(", module.spelling.helper("checkpoint_path"), "(", span, "))")
                yield Match((Edit(span, parts, 1),))


def _with_ending(module: Module, given: list[ast.expr]) -> Iterator[Match]:
    """Texts in what is given that end as a checkpoint of torch's."""
    for one in given:
        for node in ast.walk(one):
            if isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str):
                span = module.source.span(node)
                found = _ENDING.search(module.source.text[span.start : span.end])
                if found is not None:
                    start = span.start + found.start()
                    yield Match((Edit(Span(start, span.end), (".ckpt" + found[1],), 1),))


def _listed(module: Module) -> set[str]:
    """Variables of loops over a folder's files."""
    found: set[str] = set()
    for node in module.source.nodes:
        loops = [node] if isinstance(node, ast.For) else getattr(node, "generators", [])
        for loop in loops:
            called = {
                n.func.attr
                for n in ast.walk(loop.iter)
                if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)
            }
            if called & _LISTING:
                found |= {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)}
    return found


def _function(module: Module, node: ast.AST) -> int:
    return id(module.source.function_around(node))

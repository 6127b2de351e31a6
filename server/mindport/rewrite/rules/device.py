"""``device = torch.device(…)`` names MindSpore's device and selects it; tensors and models are born there.

MindSpore selects one device for the process; moving a tensor or a model between devices has no counterpart and goes away.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

from mindport.mapping.row import Target
from mindport.rewrite import statements
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

ORDER = 40
EXAMPLES = [
    (
        """
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print(device)
""",
        """
import mindspore as ms

device = "CPU"
ms.set_device(device)
print(device)
""",
    ),
]
EXAMPLES += [
    (
        """
import torch

weight = torch.ones(3)
device = torch.device("cpu")
""",
        """
import mindspore as ms
from mindspore import mint

weight = mint.ones(3)
device = "CPU"
if ms.get_context("device_target") != device:
    ms.set_device(device)
""",
    ),
]
EXAMPLES += [
    (
        """
import torch


def bounds(factor, device=None):
    if device is None:
        device = torch.device("cpu")
    return factor.to(device), device
""",
        """
import mindspore as ms
from mindport_helpers import moved


def bounds(factor, device=None):
    if device is None:
        device = "CPU"
        if ms.get_context("device_target") != device:
            ms.set_device(device)
    return moved(factor, "to", device), device
""",
    ),
]
NOOPS = ["device = open('/dev/null')\n"]
NAMES = {"cpu": "CPU", "gpu": "GPU", "ascend": "Ascend"}


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None:
        return
    for node in module.source.each(ast.Assign):
        if len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            continue
        if not _chooses_device(module, node.value) or not statements.alone_on_lines(module.source, node):
            continue
        name = node.targets[0].id
        indent = statements.indentation(module.source, node)
        select = module.spelling.name("mindspore.set_device")
        lines = statements.line_span(module.source, node)
        edits = [Edit(module.source.span(node.value), (f'"{NAMES[module.context.target.value]}"',), 1)]
        ends = module.source.text[lines.start : lines.end].endswith("\n")
        number = _number(module, node.value)
        chosen = f"{select}({name}, {number})" if number else f"{select}({name})"
        line = f"{indent}{chosen}"
        if _may_compute_before(module, node):
            asked = module.spelling.name("mindspore.get_context")
            # What is selected already may not be selected again; the device's kind alone is what it is by default.
            other = f' or {asked}("device_id") != {number}' if number else ""
            line = f'{indent}if {asked}("device_target") != {name}{other}:\n{indent}    {chosen}'
        edits.append(Edit(Span(lines.end, lines.end), (line + "\n" if ends else "\n" + line,), 1))
        yield Match(tuple(edits), frozenset(id(n) for n in ast.walk(node.value)))


_HARMLESS = frozenset(
    ["torch", "torchvision", "torchaudio", "numpy", "scipy", "pandas", "matplotlib", "tqdm", "PIL", "cv2",
     "yaml", "sklearn", "skimage", "seaborn", "imageio", "tensorboardX", "tensorboard", "wandb", "gym",
     "gymnasium", "mindport_helpers"]
)  # fmt: skip


def _may_compute_before(module: Module, chosen: ast.stmt) -> bool:
    """Whether something may have run on the device before: MindSpore takes no choice then, not even of the same device."""
    own = _function(module, chosen)
    if isinstance(own, (ast.FunctionDef, ast.AsyncFunctionDef)):
        taken = {one.arg for one in ast.walk(own.args) if isinstance(one, ast.arg)}
        targets = chosen.targets if isinstance(chosen, ast.Assign) else []
        # ``if device is None: device = …``
        defaults = {target.id for target in targets if isinstance(target, ast.Name)}
        if taken & (defaults | set(_normalized(chosen))):
            return True  # whoever calls it has a device already
    for node in module.source.nodes:
        if isinstance(node, ast.ImportFrom) and node.level:
            return True
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
            tops = {name.split(".")[0] for name in names}
            if not tops <= _HARMLESS and not tops <= sys.stdlib_module_names:
                return True
        elif isinstance(node, ast.Call) and module.analysis.type_of(node).kind == "tensor":
            place = _function(module, node)
            if place is own and node.lineno < chosen.lineno or (place is None and own is not None):
                return True
    return False


def _normalized(chosen: ast.stmt) -> list[str]:
    """``device`` of ``device = torch.device(device)``."""
    value = chosen.value if isinstance(chosen, ast.Assign) else None
    given = value.args[0] if isinstance(value, ast.Call) and len(value.args) == 1 else None
    return [given.id] if isinstance(given, ast.Name) and ast.unparse(chosen).startswith(f"{given.id} =") else []


def _function(module: Module, node: ast.AST) -> ast.AST | None:
    return module.source.around(node, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _chooses_device(module: Module, node: ast.expr) -> bool:
    """``torch.device(…)``, or ``"cuda" if torch.cuda.is_available() else "cpu"``."""
    if isinstance(node, ast.Call) and module.api(node.func) == "torch.device":
        return True
    return (
        isinstance(node, ast.IfExp)
        and isinstance(node.test, ast.Call)
        and module.api(node.test.func) == "torch.cuda.is_available"
        and all(_names_device(module, arm) for arm in (node.body, node.orelse))
    )


def _number(module: Module, node: ast.expr) -> str:
    """Which of several devices it is, as it is written: ``torch.device("cuda", rank)``, ``torch.device(f"cuda:{rank}")``. A CPU
    is one, and what is torch's itself is not written twice."""
    if (
        module.context.target is Target.CPU
        or not isinstance(node, ast.Call)
        or len(node.args) + len(node.keywords) > _MOST
    ):
        return ""
    given = [*node.args[1:], *(keyword.value for keyword in node.keywords if keyword.arg == "index")]
    named = node.args[0] if node.args else None
    if isinstance(named, ast.JoinedStr) and len(named.values) == _PREFIX_AND_NUMBER:
        prefix, part = named.values
        if isinstance(prefix, ast.Constant) and prefix.value in _NUMBERED and isinstance(part, ast.FormattedValue):
            given = [part.value]
    if isinstance(named, ast.Constant) and isinstance(named.value, str):
        kind, _, number = named.value.partition(":")
        if f"{kind}:" in _NUMBERED and number.isdecimal():
            return number
    if len(given) != 1 or any(id(inner) in module.findings for inner in ast.walk(given[0])):
        return ""
    return ast.unparse(given[0]) if isinstance(given[0], (ast.Name, ast.Attribute, ast.Constant, ast.Subscript)) else ""


_MOST = 2
_PREFIX_AND_NUMBER = 2
_NUMBERED = ("cuda:", "npu:")


def _names_device(module: Module, node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return isinstance(node, ast.Call) and module.api(node.func) == "torch.device"

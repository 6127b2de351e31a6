"""``torch.from_numpy(array)`` becomes ``ms.from_numpy(array.copy())`` where the array is filled anew for the next tensor.

MindSpore computes later than torch does, and would compute with what has been written into the memory by then.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import held_names as names
from mindport.rewrite.rule import Match, Module
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import numpy as np
import torch


class Frames:
    def __init__(self, size):
        self.last = np.zeros(size)
        self.shared = np.zeros(size)
        self.seen = torch.from_numpy(self.shared)

    def push(self, frame):
        self.last[1:] = self.last[:-1]
        self.last[0] = frame
        self.shared[0] = frame
        return torch.from_numpy(self.last).float().unsqueeze(0)


def each(frames, net, size):
    buffer, out = np.zeros(size), []
    for frame in frames:
        buffer[:] = frame
        out.append(net(torch.from_numpy(buffer)))
    first = np.zeros(size)
    x = torch.from_numpy(first)
    first[0] = 1
    second = np.zeros(size)
    y = torch.from_numpy(second) * 2
    second += 1
    return out, x, y
""",
        """
import numpy as np
import mindspore as ms


class Frames:
    def __init__(self, size):
        self.last = np.zeros(size)
        self.shared = np.zeros(size)
        self.seen = ms.from_numpy(self.shared)

    def push(self, frame):
        self.last[1:] = self.last[:-1]
        self.last[0] = frame
        self.shared[0] = frame
        return ms.from_numpy(self.last.copy()).float().unsqueeze(0)


def each(frames, net, size):
    buffer, out = np.zeros(size), []
    for frame in frames:
        buffer[:] = frame
        out.append(net(ms.from_numpy(buffer.copy())))
    first = np.zeros(size)
    x = ms.from_numpy(first)
    first[0] = 1
    second = np.zeros(size)
    y = ms.from_numpy(second.copy()) * 2
    second += 1
    return out, x, y
""",
    ),
]
NOOPS = [
    "import mindspore as ms\nimport numpy as np\n\n\ndef one(rows):\n    a = np.zeros(3)\n    a[0] = 1\n"
    "    return ms.from_numpy(a)\n"
]


def matches(module: Module) -> Iterator[Match]:
    for finding in module.findings.values():
        use = finding.use
        if use.api != "torch.from_numpy" or use.call is None or len(use.call.args) != 1:
            continue
        array = use.call.args[0]
        if isinstance(array, (ast.Name, ast.Attribute)) and _is_filled_again(module.source, array, use.call):
            end = module.source.span(array).end
            yield Match((Edit(Span(end, end), (".copy()",)),))


def _is_filled_again(source: SourceFile, array: ast.expr, call: ast.Call) -> bool:
    """Whether the memory is written to after the tensor was made, which is not there to see that."""
    kept = source.parent(call)
    if isinstance(array, ast.Attribute):
        if isinstance(kept, ast.Assign) and not isinstance(kept.targets[0], ast.Name):
            return False  # an object keeps both
        return any(_writes(node, array) for node in source.within(_class_around(source, call)))
    scope = names.scope_of(source, array)
    if scope is None or not isinstance(array, ast.Name):
        return False
    loops = [one for one in names.nodes_around(source, call, scope) if isinstance(one, names.LOOPS)]
    loops = [one for one in loops if not _makes(source, scope, array.id, one)]
    written = [node for node in source.within(scope) if _writes(node, array)]
    if any(names.stands_in(source, node, scope, loops[-1:]) for node in written if loops):
        return True
    after = [node for node in written if names.place_of(node) >= names.end_of(call)]
    made = [names.place_of(place) for place, _ in names.bindings_of(source, scope, array.id)]
    until = min((place for place in made if place >= names.end_of(call)), default=(1 << 30, 0))
    after = [node for node in after if names.place_of(node) < until]
    if not after:
        return False
    if not isinstance(kept, ast.Assign) or not isinstance(kept.targets[0], ast.Name):
        return True
    tensor = kept.targets[0].id
    return not any(names.place_of(read) >= names.end_of(after[0]) for read in names.reads_of(source, scope, tensor))


def _makes(source: SourceFile, scope: ast.AST, name: str, loop: ast.AST) -> bool:
    """Whether each turn of the loop has an array of its own."""
    return any(
        place is loop or names.stands_in(source, place, scope, [loop])
        for place, _ in names.bindings_of(source, scope, name)
    )


def _writes(node: ast.AST, array: ast.expr) -> bool:
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = [one for one in node.targets if isinstance(one, ast.Subscript)]
    elif isinstance(node, ast.AugAssign):
        targets = [node.target]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "fill":
            targets = [node.func.value]
        elif node.func.attr == "copyto":
            targets = node.args[:1]
    return any(_is_of(target, array) for target in targets)


def _is_of(target: ast.expr, array: ast.expr) -> bool:
    while isinstance(target, ast.Subscript):
        target = target.value
    return type(target) is type(array) and ast.unparse(target) == ast.unparse(array)


def _class_around(source: SourceFile, node: ast.AST) -> ast.AST:
    around: ast.AST | None = node
    found: ast.AST = node
    while around is not None:
        found = around
        if isinstance(around, ast.ClassDef):
            break
        around = source.parent(around)
    return found

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
        return bool(_written(source, source.around(call, ast.ClassDef, ast.Module) or call, array))
    scope = names.scope_of(source, array)
    if scope is None or not isinstance(array, ast.Name):
        return False
    loops = [one for one in names.nodes_around(source, call, scope) if isinstance(one, names.LOOPS)]
    loops = [one for one in loops if not _makes(source, scope, array.id, one)]
    written = _written(source, scope, array)
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


def _written(source: SourceFile, scope: ast.AST, array: ast.expr) -> list[ast.AST]:
    """What writes into an array within a function or class."""

    def found() -> dict[str, list[ast.AST]]:
        by_name: dict[str, list[ast.AST]] = {}
        for node in source.within(scope):
            for name in {ast.unparse(_whole(target)) for target in _targets(node)}:
                by_name.setdefault(name, []).append(node)
        return by_name

    return source.kept(("array writes", scope), found).get(ast.unparse(array), [])


def _targets(node: ast.AST) -> list[ast.expr]:
    """What a statement or a call writes into."""
    if isinstance(node, ast.Assign):
        return [one for one in node.targets if isinstance(one, ast.Subscript)]
    if isinstance(node, ast.AugAssign):
        return [node.target]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "fill":
            return [node.func.value]
        if node.func.attr == "copyto":
            return node.args[:1]
    return []


def _whole(target: ast.expr) -> ast.expr:
    while isinstance(target, ast.Subscript):
        target = target.value
    return target

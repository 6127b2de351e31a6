"""``flat = x.view(-1)``, then ``flat[i] = y``: what is written into a view is put into the tensor, too.

MindSpore writes into what a method gives alone where it records gradients, or where a tensor is the index.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import operators, views
from mindport.rewrite.indices import Parts, as_argument
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit

EXAMPLES = [
    (
        """
import torch


def marked(x: torch.Tensor, places: torch.Tensor, n: int):
    flat = x.view(-1)
    flat[places] = 1.0
    for i in range(n):
        flat[i] += i
    rows = x.reshape(2, 3)
    rows[0] = 5
    x.view(-1)[places] = 0
    return x


def new(x: torch.Tensor):
    y = x.reshape(-1)
    y[0] = 1
    z = (x * 2).view(-1)
    z[0] = 1
    x = x.view(2, 3)
    x[0] = 2
    return x, y, z
""",
        """
from mindspore import Tensor
from mindport_helpers import put_through


def marked(x: Tensor, places: Tensor, n: int):
    flat = x.view(-1)
    put_through(x, flat, places, 1.0)
    for i in range(n):
        put_through(x, flat, i, flat[i] + i)
    rows = x.reshape(2, 3)
    put_through(x, rows, 0, 5)
    put_through(x, x.view(-1), places, 0)
    return x


def new(x: Tensor):
    y = x.reshape(-1)
    put_through(x, y, 0, 1)
    z = (x * 2).view(-1)
    z[0] = 1
    x = x.view(2, 3)
    x[0] = 2
    return x, y, z
""",
    ),
]
EXAMPLES += [
    (
        """
import torch


class Grid:
    def __init__(self):
        self.cells = torch.zeros(2, 3)

    def put(self, places, value):
        line = self.cells.view(-1)
        line[places] = value


def put(x: torch.Tensor, value):
    x.view(-1)[0] = value
    line = x.view(-1)
    line[1] = value
""",
        """
from mindspore import mint, Tensor
from mindport_helpers import put_through


class Grid:
    def __init__(self):
        self.cells = mint.zeros((2, 3))

    def put(self, places, value):
        line = self.cells.view(-1)
        put_through(self.cells, line, places, value)


def put(x: Tensor, value):
    put_through(x, x.view(-1), 0, value)
    line = x.view(-1)
    put_through(x, line, 1, value)
""",
    ),
]
EXAMPLES += [
    (
        """
import torch
from torch import nn


class Table(nn.Module):
    def __init__(self):
        super().__init__()
        self.grid = torch.zeros(2, 3)
        self.line = self.grid.view(-1)

    def forward(self, places, p: nn.Parameter):
        self.line[places] = 1.0
        scores = torch.zeros(4, 4)
        scores.diagonal().fill_(-1)
        scores.t()[0] += 2
        first, second = scores.chunk(2)
        first[:] = 3
        second *= 4
        for column in scores.t():
            column /= column.sum()
        b = p.data
        b[b < 0] = 0
        helped(scores.view(-1))
        return self.grid, scores


def helped(row):
    row[0] = 1
""",
        """
from mindspore import mint, nn, ops, Parameter
from mindport_helpers import put_through, set_items


class Table(nn.Cell):
    def __init__(self):
        super().__init__()
        self.grid = mint.zeros((2, 3))
        self.line = self.grid.view(-1)

    def construct(self, places, p: Parameter):
        put_through(self.grid, self.line, places, 1.0)
        scores = mint.zeros((4, 4))
        put_through(scores, ops.diagonal(scores), ..., -1)
        put_through(scores, scores.t(), 0, scores.t()[0] + 2)
        first, second = scores.chunk(2)
        put_through(scores, first, slice(None, None), 3)
        put_through(scores, second, ..., second * 4)
        for column in scores.t():
            put_through(scores, column, ..., column / column.sum())
        b = p.data
        set_items(p, b < 0, 0)
        helped(scores.view(-1))
        return self.grid, scores


def helped(row):
    put_through(None, row, 0, 1)
""",
    ),
]
EXAMPLES += [
    (
        """
import numpy as np
import torch


def both(array: np.ndarray, x: torch.Tensor):
    y = torch.from_numpy(array)
    y[0] = 5
    other = x.detach().numpy()
    x += 1
    alone = torch.from_numpy(np.ones(3))
    alone[0] = 2
    return array, other, alone
""",
        """
import numpy as np
import mindspore as ms
from mindspore import ops, Tensor
from mindport_helpers import put_through


def both(array: np.ndarray, x: Tensor):
    y = ms.from_numpy(array)
    put_through(y, y, 0, 5)
    other = ops.stop_gradient(x).asnumpy()
    put_through(x, x, ..., x + 1)
    alone = ms.from_numpy(np.ones(3))
    alone[0] = 2
    return array, other, alone
""",
    ),
]
EXAMPLES += [
    (
        """
import torch


def pieces(x: torch.Tensor):
    columns = list(x.unbind(1))
    columns[0] += 1
    columns[1][0] = 2
    rows = x.unbind(0)
    for i, row in enumerate(rows):
        row *= 2
        row[i] = 3
    others = list(x.chunk(2))
    others[0] = others[0] + 1
    others[0] += 1
    return x, others
""",
        """
from mindspore import Tensor
from mindport_helpers import put_through


def pieces(x: Tensor):
    columns = list(x.unbind(1))
    put_through(x, columns[0], ..., columns[0] + 1)
    put_through(x, columns[1], 0, 2)
    rows = x.unbind(0)
    for i, row in enumerate(rows):
        put_through(x, row, ..., row * 2)
        put_through(x, row, i, 3)
    others = list(x.chunk(2))
    others[0] = others[0] + 1
    others[0] += 1
    return x, others
""",
    ),
]
EXAMPLES += [
    (
        """
import torch


def moved(x: torch.Tensor):
    first, second, third = x
    first += 1
    second[0] = 2
    head, rest = x.unbind(0)[:2]
    rest.mul_(3)
    a, b = x * 2
    a -= b
    return x, a
""",
        """
from mindspore import Tensor
from mindport_helpers import put_through


def moved(x: Tensor):
    first, second, third = x
    put_through(x, first, ..., first + 1)
    put_through(x, second, 0, 2)
    head, rest = x.unbind(0)[:2]
    put_through(x, rest, ..., rest * 3)
    a, b = x * 2
    a -= b
    return x, a
""",
    ),
]
NOOPS = [
    "import numpy as np\n\n\ndef marked(x: np.ndarray):\n    flat = x.reshape(-1)\n    flat[0] = 1\n    return x\n",
]


def matches(module: Module) -> Iterator[Match]:
    source, site = module.source, module.site
    for node in source.each(ast.Assign, ast.AugAssign):
        if isinstance(node, ast.Assign):
            target = node.targets[0] if len(node.targets) == 1 else None
        else:
            target = node.target if operators.is_change(node) else None
        if not isinstance(target, ast.Subscript) or not (module.findings or module.source.imports_torch):
            continue
        of = views.base(site, target.value, node, by_callers=True)
        data = isinstance(target.value, ast.Name) and of is None and views.data_of_name(site, target.value, node)
        if of is None and not data:
            continue
        value: Parts = (source.span(node.value),)
        if isinstance(node, ast.AugAssign):
            value = (source.span(target), " ", *operators.with_value(source, node))
        index = as_argument(source, target.slice)
        if of is not None:
            yield Match((views.put(site, of, target.value, node, value, index),))
        elif data:
            parts = (f"{site.spelling.helper('set_items')}(", views.named(site, data), ", ", *index, ", ", *value, ")")
            yield Match((Edit(source.span(node), parts, 1),))

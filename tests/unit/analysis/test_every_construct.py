"""Every construct of Python's grammar, at every place where one may stand: in whatever file, nothing of it makes the analysis fail."""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence

import pytest

from mindport.engine import Engine, Settings

pytestmark = pytest.mark.slow

EXPRESSIONS = (
    "1", "1.5", "2j", "'s'", "b's'", "None", "True", "...", "x", "x.view(-1)", "x[0]", "x[..., 1:2, None, ::-1]", "-x", "not x",
    "+x", "~x", "x + x", "x @ x", "x // 2", "x ** -1", "x * x / x % x - x", "x << 1 >> 1 | x & x ^ x", "x < 1 <= 2",
    "x == 1 != x >= x > x", "x is not None", "x in (x,)", "x not in [x]",
    "x and x or x", "x if x is None else x", "(y := x)", "[x, *[x]]", "(x, *(x,))", "{x, *{x}}", "{'a': x, **{'b': x}}", "[]", "()", "{}",
    "[i for i in x if i > 0 if i]", "{i for i in x}", "{i: i for i, j in zip(x, x)}", "(i for i in x for j in i)", "lambda: x",
    "lambda a, /, b=x, *c, d=x, **e: a + b", "f'{x}'", "f'{x!r:>{4}} {x=}'", "'a' f'{x.size(0)}'", "g(x, *[x], k=x, **{'m': x})",
    "x.shape[0:1]", "torch.ones(2)", "super().forward(x)", "type(x)(x)", "getattr(x, 'view')(-1)", "x().y()()[0].z",
)  # fmt: skip
PATTERNS = (
    "None", "True", "False", "1", "-1", "1 + 2j", "-1.5 - 2j", "'s'", "b's'", "torch.float32", "y", "_", "[]", "[1, *y]", "[*_, 1]", "(y, z)", "{}",
    "{'a': y, 1: z, **rest}", "{torch.float32: y}", "str()", "torch.Tensor(shape=y)", "Point(1, y, z=2)", "1 | 2 | None", "(True | None) as y",
    "[[None, {'a': (1 | True)}]] as y", "Point(x=None, y=[True, *z])",
)  # fmt: skip
STATEMENTS = (
    "pass", "x", "x = x", "x = y = x", "x, (y, *z) = x, (x, x)", "[x, y] = x", "x[0] = x", "x.data = x", "x: int", "x: torch.Tensor = x",
    "x.grad: int = x", "x += x", "x[0] @= x", "x.data //= 2", "del x", "del x, y[0], z.w", "global g", "assert x, x", "raise", "raise x from x", "import os",
    "import os.path as p, sys", "from . import a", "from .. import a as b", "from ...a.b import (c, d as e)", "from torch import nn",
    "for i in x: pass", "for i, *j in x:\n    break\nelse:\n    continue_ = x", "for x.data in x: continue", "while x: break",
    "while True:\n    x = x\nelse:\n    x = x",
    "if x: pass\nelif x: x\nelse: x", "with x: pass", "with x as y, x as (a, b): y", "with (x as y, x): y",
    "try: x\nexcept: x", "try: x\nexcept (A, B) as e: e\nexcept C: x\nelse: x\nfinally: x",
    "def f(): return", "def f(a, /, b: int = x, *c: x, d=x, **e) -> torch.Tensor: return x", "def f(*, a): yield x",
    "def f():\n    global g\n    def h():\n        nonlocal y\n        y = x\n    y = x\n    return (yield from h())", "@x\n@x.y(1)\ndef f(a): return a",
    "async def f():\n    async for i in x: await i\n    async with x as y: pass\n    return [i async for i in x]",
    "class C: pass", "@x\nclass C(A, metaclass=B, **k):\n    a: int\n    b = x\n    def f(self): return self.b", "def f(): return\nf()", "x; x = x; y = x", "from torch.nn.functional import *",
    *(f"match x:\n    case {pattern}: x\n    case {pattern} if x: x" for pattern in PATTERNS),
    *(f"match x, y:\n    case {pattern}, [*_]:\n        z = x" for pattern in PATTERNS),
    *EXPRESSIONS,
)  # fmt: skip
NEWER = (
    ((3, 11), "try: x\nexcept* A as e: x"),
    ((3, 11), "x[*x]"),
    ((3, 12), "type T[A: int, *B, **C] = list[A]"),
    ((3, 12), "def f[A](a: A) -> A: return a"),
    ((3, 12), "class C[A](B[A]): pass"),
    ((3, 12), "f'{'a' f\"{x}\"}'"),
)
PLACES = (
    "<0>",
    "def f(x):\n<1>\n    return x",
    "def f(x: torch.Tensor, y=None):\n    for i in range(3):\n<2>\n    return x\nf(torch.ones(2), 1)",
    "while x:\n    with x:\n<2>",
    "class M(nn.Module):\n    def __init__(self, x):\n        super().__init__()\n<2>\n    def forward(self, x, y):\n        while x.sum() > 0:\n<3>"
    "\n        return x",
    "class M:\n<1>",
    "async def f(x, y):\n    async for x in y:\n<2>",
    "if x:\n    try:\n<2>\n    except E:\n<2>\n    finally:\n<2>",
    "match x:\n    case 1:\n<2>\n    case _:\n<2>",
)
HEAD = "import torch\nfrom torch import nn\nx = y = torch.ones(2)\n"


def _put(statement: str, place: str) -> str:
    for depth in range(4):
        place = place.replace(f"<{depth}>", "\n".join(f"{'    ' * depth}{line}" for line in statement.split("\n")))
    return HEAD + place + "\n"


def _texts(statements: Sequence[str], places: Sequence[str] = PLACES) -> list[str]:
    found = []
    for place in places:
        for statement in statements:
            text = _put(statement, place)
            try:
                ast.parse(text)
            except SyntaxError:
                continue  # ``from . import *`` in a function, say
            found.append(text)
    return found


def test_every_kind_of_node_is_met() -> None:
    """So that nothing is forgotten here."""
    met = {type(node).__name__ for text in _texts(STATEMENTS) for node in ast.walk(ast.parse(text))}
    groups = (ast.stmt, ast.expr, ast.pattern, ast.operator, ast.boolop, ast.unaryop, ast.cmpop, ast.expr_context)
    kinds = {one.__name__ for group in groups for one in group.__subclasses__()}
    newer_or_dated = {"TryStar", "TypeAlias", "AugLoad", "AugStore", "Param"}
    assert kinds - met == newer_or_dated & kinds


def test_nothing_makes_the_analysis_fail() -> None:
    engine = Engine(Settings())
    newer = [text for version, text in NEWER if sys.version_info >= version]
    texts = _texts([*STATEMENTS, *newer])
    assert len(texts) > 1_000
    for text in texts:
        assert engine.analyze(text).findings, text


@pytest.mark.parametrize("place", PLACES)
def test_nothing_makes_a_migration_fail(place: str) -> None:
    engine = Engine(Settings())
    for text in _texts(STATEMENTS, [place]):
        ast.parse(engine.migrate_text(text).text)


def test_edits_of_each_give_what_a_full_analysis_does() -> None:
    engine = Engine(Settings())
    place = PLACES[2]
    analysis = engine.analyze(_put("pass", place), follow=True)
    for statement in STATEMENTS:
        text = _put(statement, place)
        analysis = engine.analyze(text, previous=analysis)
        settled = engine.settle(analysis)
        assert [one.use.span for one in settled.findings] == [one.use.span for one in engine.analyze(text).findings], (
            text
        )

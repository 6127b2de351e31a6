"""Nothing that a user writes makes the analysis raise, hang or stop short."""

from __future__ import annotations

import ast
import time
from pathlib import Path

import pytest
from found_uses import NO_ROWS, PRELUDE, analysis
from hypothesis import given, settings
from hypothesis import strategies as st

from mindport.analysis.analyze import analyze
from mindport.syntax.source import SourceFile

pytestmark = pytest.mark.slow

_EXAMPLES = [path.read_text("utf-8") for path in sorted((Path(__file__).parents[3] / "examples").rglob("*.py"))]
_TOKENS = [
    "torch",
    "nn",
    "self",
    "x",
    "None",
    "*",
    "**",
    ".view(1)",
    "lambda: x",
    "[0]",
    "(",
    ")",
    "yield ",
    "await ",
    "del ",
    "global x\n",
    "=",
    ":=",
    ",",
    "for x in x:",
    "卷",
    "\t",
    "\n",
    "import *",
    "@",
    "match x:\n case {}: ",
]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_mutilated_code_never_raises(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(_EXAMPLES))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 40))
        text = text[:at] + data.draw(st.sampled_from(_TOKENS)) + text[at + cut :]

    found = analyze(SourceFile.parse(text), NO_ROWS)

    assert all(0 <= use.span.start < use.span.end <= len(text) for use in found.uses)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_swapped_names_never_raise(data: st.DataObject) -> None:
    tree = ast.parse(data.draw(st.sampled_from(_EXAMPLES)))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    for _ in range(data.draw(st.integers(1, 20))):
        first, second = data.draw(st.sampled_from(nodes)), data.draw(st.sampled_from(nodes))
        first.id, second.id = second.id, first.id

    analyze(SourceFile.parse(ast.unparse(tree)), NO_ROWS)


@pytest.mark.parametrize(
    ("text", "uses"),
    [
        ("x = " + " + ".join(["torch.ones(1)"] * 800), 800),
        ("x = [\n" + "    torch.ones(1),\n" * 10_000 + "]", 10_000),
        ("".join("  " * depth + "if x:\n" for depth in range(90)) + "  " * 90 + "torch.ones(1)", 1),
        ("".join(" " * depth + f"for i{depth} in y:\n" for depth in range(18)) + " " * 18 + "y = torch.ones(1)", 1),
        ("if a: pass\n" + "".join(f"elif a == {i}: torch.ones({i})\n" for i in range(500)), 500),
        ("".join(f"def f{i}(x):\n    return f{i + 1}(x)\n" for i in range(800)) + "f0(torch.ones(1))", 1),
        ("def f(n): return g(n)\ndef g(n): return f(n)\nf(torch.ones(1))", 1),
        ("class A(A): pass\nclass B(C): pass\nclass C(B): pass\nC().x\ntorch.ones(1)", 1),
        ("".join("  " * depth + f"def f{depth}():\n" for depth in range(90)) + "  " * 90 + "torch.ones(1)", 1),
        ("found = []\nadd = found.append\nadd(torch.ones(1))\nget = {}.get\nget(1)", 1),
        ("f = lambda x: f(x)\nf(torch.ones(1))", 1),
        ("a = " + "[" * 80 + "torch.ones(1)" + "]" * 80, 1),
    ],
)
def test_large_and_deep_code_is_analysed_whole(text: str, uses: int) -> None:
    begin = time.monotonic()

    found = analysis(PRELUDE + text)

    assert uses == len([use for use in found.uses if use.role.value != "import"])
    assert time.monotonic() - begin < 20


@pytest.mark.parametrize("text", ["x = " + "not " * 2_000 + "y", "x = a" + "[0]" * 2_000, "x = a" + ".b()" * 2_000])
def test_code_that_nests_too_deeply_is_a_problem(text: str) -> None:
    found = analysis(PRELUDE + text + "\ntorch.ones(1)\n")

    assert [problem.kind for problem in found.problems] == ["too-large"]


def test_names_in_code_that_nests_too_deeply_are_still_found() -> None:
    found = analysis(PRELUDE + "x = torch.ones(F.relu(y))" + ".b()" * 400 + "\ntorch.zeros(1)\n")

    names = [use.api for use in found.uses if use.role.value == "call"]
    assert names == ["torch.ones", "torch.nn.functional.relu", "torch.zeros"]


def test_the_analysis_takes_a_small_multiple_of_the_parsing() -> None:
    text = "\n".join(text for text in _EXAMPLES if "__future__" not in text) * 8
    source = SourceFile.parse(text)
    analyze(source, NO_ROWS)

    parsing = min(_seconds(lambda: ast.parse(text)) for _ in range(3))
    analysing = min(_seconds(lambda: analyze(source, NO_ROWS)) for _ in range(3))

    assert analysing < 8 * parsing  # about 3 on a quiet machine


def _seconds(work: object) -> float:
    begin = time.process_time()
    work()  # type: ignore[operator]
    return time.process_time() - begin


def test_a_dictionary_chosen_by_a_thousand_conditions() -> None:
    text = "import torch\nd = " + '{"fused": True} if b else ' * 900 + "{}\ntorch.ones(1, **d)\n"

    assert [use.api for use in analysis(text).uses] == ["torch.ones"]

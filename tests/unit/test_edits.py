"""What an edit makes of an analysis is what analysing the new text would have given; broken text keeps the rest alive."""

from __future__ import annotations

import ast
import itertools
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindport.analysis.findings import Finding
from mindport.engine import Engine, FileAnalysis
from mindport.text import LineIndex, Span, change

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import random_edits  # noqa: E402

EXAMPLES = sorted((ROOT / "examples").rglob("*.py"))
ENGINE = Engine()
NET = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.norm = nn.BatchNorm2d(8)

    def forward(self, x):
        y = self.conv(x)
        return self.norm(y).view(-1)

    def count(self):
        return torch.tensor(3).item()


def scale(x: torch.Tensor):
    return x.mul(2)


z = scale(torch.ones(3)).sum()
"""


def what(finding: Finding) -> object:
    use = finding.use
    return (
        *(use.span, use.api, use.role, use.certainty, use.why, finding.compatibility, finding.fix, finding.notes),
        finding.equivalent,
    )


def assert_same(found: FileAnalysis, fresh: FileAnalysis, settle: bool = True) -> None:
    assert not found.stale
    assert_placed(found)
    if found.provisional and not settle:
        return
    found = ENGINE.settle(found)
    assert not found.provisional
    assert [what(f) for f in found.findings] == [what(f) for f in fresh.findings]
    assert [(m.name, m.span, m.name_span) for m in found.modules] == [
        (m.name, m.span, m.name_span) for m in fresh.modules
    ]
    assert found.problems == fresh.problems
    assert found.source.tree is not None and fresh.source.tree is not None
    assert ast.dump(found.source.tree, include_attributes=True) == ast.dump(fresh.source.tree, include_attributes=True)


def assert_placed(found: FileAnalysis) -> None:
    """Findings of a broken text stand where their names stand."""
    spans = [f.use.span for f in found.findings]
    assert spans == sorted(spans)
    for finding in found.findings:
        node = finding.use.node
        leaf = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else "?"
        assert found.text[finding.use.span.start : finding.use.span.end].endswith(leaf)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
@pytest.mark.parametrize("seed", range(2))
def test_incremental_equals_full(path: Path, seed: int) -> None:
    text = path.read_text("utf-8")
    found = ENGINE.analyze(text, follow=True)
    for number, edited in enumerate(itertools.islice(random_edits.edits(text, f"{path.name}{seed}"), 100)):
        found = ENGINE.analyze(edited, None, found)
        fresh = ENGINE.analyze(edited)
        if fresh.source.tree is not None:
            assert_same(found, fresh, settle=number % 3 == 0)
        else:
            assert [p.kind for p in found.problems] == [p.kind for p in fresh.problems]
            assert_placed(found)


def test_a_held_edit_is_looked_at_again_when_its_block_is_gone() -> None:
    text = NET
    found = ENGINE.analyze(text, follow=True)
    for start, end, new in ((214, 214, "("), (160, 183, "\n"), (161, 191, "#")):
        text = text[:start] + new + text[end:]
        found = ENGINE.analyze(text, None, found)

    assert_same(found, ENGINE.analyze(text))


def test_a_quoted_annotation_that_an_edit_moves_is_still_read() -> None:
    text = """import torch


class Net:
    def first(self, videos: list["torch.Tensor"], size: int):
        return [one.shape[-2:] for one in videos]

    def last(self):
        return torch.ones(3)
"""
    edited = text.replace("videos: list", "torch: list")

    found = ENGINE.analyze(edited, None, ENGINE.analyze(text, follow=True))

    assert_same(found, ENGINE.analyze(edited))
    assert "torch.Tensor" in [finding.use.api for finding in ENGINE.settle(found).findings]


def test_a_quoted_annotation_is_read_where_the_text_has_moved_before() -> None:
    text = """import torch


def first():
    x = torch.ones(3)
    return x


def last(videos: list["torch.Tensor"]):
    y = torch.ones(3)
    return y
"""
    found = ENGINE.analyze(text, follow=True)
    for old, new in (("    return x", "\n    return x"), ("    return y", "    z = 3\n    return y")):
        text = text.replace(old, new)
        found = ENGINE.analyze(text, None, found)
        assert not found.provisional
        assert_same(found, ENGINE.analyze(text))


@pytest.mark.parametrize("said", ['"torch.Tensor"', "'list[torch.Tensor] | None'", "dict[str, 'torch.LongTensor']"])
def test_a_quoted_annotation_is_rewritten_where_it_stands_by_now(said: str) -> None:
    text = (
        f"import torch\n\n\ndef first(x):\n    return x\n\n\ndef last(x: {said}) -> {said}:\n    return torch.relu(x)\n"
    )
    found = ENGINE.analyze(text, follow=True)
    for old, new in (("    return x", "    y = x\n    return y"), ("y = x", "y = x\n\n"), ("torch.relu", "torch.abs")):
        text = replaced(old, new, text)
        found = ENGINE.settle(ENGINE.analyze(text, None, found))
        fresh = ENGINE.analyze(text)
        assert_same(found, fresh)
        for one, other in zip(found.findings, fresh.findings):
            assert ENGINE.fix(found, one) == ENGINE.fix(fresh, other)


COMMENTED = """import torch


def first(x, y):
    # type: (Tensor, Tensor) -> int
    return x.values, y


def last(z):  # type: (Tensor) -> Tensor
    return z.values
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(Tensor, Tensor)", "(int, Tensor)"),
        ("    # type: (Tensor, Tensor) -> int\n", ""),
        ("import torch\n", "import torch\nimport numpy\n"),
        ("# type: (Tensor) -> Tensor", "# (Tensor) -> Tensor"),
        ("x.values, y", "x.values, y.values"),
    ],
)
def test_an_edit_in_or_above_a_signature_in_a_comment(old: str, new: str) -> None:
    before = ENGINE.analyze(COMMENTED, follow=True)
    text = COMMENTED.replace(old, new)
    found = ENGINE.settle(ENGINE.analyze(text, None, before))
    assert_same(found, ENGINE.analyze(text))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_incremental_equals_full_for_any_replacement(data: st.DataObject) -> None:
    text = NET
    found = ENGINE.analyze(text, follow=True)
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 30)))
        source = data.draw(st.integers(0, len(NET)))
        new = data.draw(st.sampled_from(["", "\n", "(", ")", "'''", "#", "\\\n", "\r\n", "\t", "x", ";", "卷", "@a\n"]))
        new = new or NET[source : source + data.draw(st.integers(0, 60))]
        text = text[:start] + new + text[end:]
        found = ENGINE.analyze(text, None, found)
        fresh = ENGINE.analyze(text)
        if fresh.source.tree is not None:
            assert_same(found, fresh)
        else:
            assert_placed(found)


def replaced(old: str, new: str, text: str = NET) -> str:
    assert old in text
    return text.replace(old, new, 1)


def names(found: FileAnalysis) -> list[str]:
    return [f"{f.use.api}" for f in found.findings if f.use.role.value != "import"]


def test_a_fix_after_edits_applies_to_the_newest_text() -> None:
    found = ENGINE.analyze(NET, follow=True)
    before = found
    text = replaced("y = self.conv(x)", "y = self.conv(x)\n\n        # more")
    found = ENGINE.analyze(text, None, found)

    for analysis in (found, before):
        finding = next(f for f in analysis.findings if f.use.api == "torch.Tensor.view")
        fix = ENGINE.fix(analysis, finding)
        if fix is not None:
            assert all(e.span.start <= finding.use.span.end for e in fix.edits[-1:])
        hover = ENGINE.hover(analysis, finding.use.span.start)
        assert hover is not None and hover.span == finding.use.span
    assert analysis.source.text == NET


def test_a_broken_statement_leaves_the_rest_alive() -> None:
    found = ENGINE.analyze(NET, follow=True)
    broken = replaced("y = self.conv(x)", "y = self.conv(x")
    found = ENGINE.analyze(broken, None, found)
    assert found.stale and names(found) == names(ENGINE.analyze(NET))

    # In the same method, and elsewhere, what is new is found at once.
    more = replaced(".view(-1)", ".view(-1).abs()", broken)
    found = ENGINE.analyze(more, None, found)
    assert found.stale and "torch.Tensor.abs" in names(found)
    more = replaced("x.mul(2)", "torch.relu(x)", more)
    found = ENGINE.analyze(more, None, found)
    assert found.stale and "torch.relu" in names(found) and "torch.Tensor.mul" not in names(found)
    assert_placed(found)

    repaired = replaced("y = self.conv(x", "y = self.conv(x)", more)
    assert_same(ENGINE.analyze(repaired, None, found), ENGINE.analyze(repaired))


def test_what_an_edit_means_for_others_is_settled_later() -> None:
    found = ENGINE.analyze(NET, follow=True)
    edited = replaced("return self.norm(y).view(-1)", "return 3", NET)
    edited = replaced("z = scale", "z = Net()(torch.ones(1)).sum(), scale", edited)
    found = ENGINE.analyze(edited, None, found)
    assert_same(found, ENGINE.analyze(edited))

    edited = replaced("self.norm = nn.BatchNorm2d(8)", "self.norm = 3", edited)
    found = ENGINE.analyze(edited, None, found)
    assert found.provisional and "torch.nn.BatchNorm2d" not in names(found)
    assert_same(found, ENGINE.analyze(edited))


@pytest.mark.parametrize("line", ["import numpy as np", "from PIL import Image", "if x:\n        import tensorflow"])
def test_what_a_function_imports_tells_of_the_others(line: str) -> None:
    """Where arrays are at work, what has a shape may be one."""
    text = "import torch\n\n\ndef first(x):\n    return x.shape\n\n\ndef second(x):\n    pass\n    return x.cpu().numpy()\n"
    with_import = text.replace("pass", line)
    found = ENGINE.analyze(text, follow=True)
    for edited in (with_import, text):
        found = ENGINE.analyze(edited, None, found)
        assert_same(found, ENGINE.analyze(edited))

    assert next(f.use.api for f in ENGINE.analyze(text).findings) == "torch.Tensor.shape"
    assert "torch.Tensor.shape" not in [f.use.api for f in ENGINE.analyze(with_import).findings]


def test_what_a_function_reads_of_a_parameter_tells_of_those_that_call_it() -> None:
    text = (
        "import torch\n\n\ndef step(data):\n    print(data)\n\n\ndef train(loader):\n    for batch in loader:\n"
        "        batch = batch.cuda()\n        step(batch)\n"
    )
    of_dicts = text.replace("print(data)", "print(data['x'])")
    found = ENGINE.analyze(text, follow=True)
    for edited in (
        of_dicts,
        text,
        of_dicts.replace("['x']", "['y']"),
        text.replace("step(batch)", "step(1)"),
        of_dicts,
    ):
        found = ENGINE.settle(ENGINE.analyze(edited, None, found))
        assert_same(found, ENGINE.analyze(edited))

    assert [f.use.certainty.value for f in ENGINE.analyze(text).findings if "cuda" in f.use.api] == ["inferred"]
    assert [f.use.certainty.value for f in ENGINE.analyze(of_dicts).findings if "cuda" in f.use.api] == ["guessed"]


def test_what_a_function_computes_with_a_parameter_tells_of_what_was_saved() -> None:
    text = (
        "import torch\n\n\ndef scaled(x):\n    return x / 2\n\n\nx = torch.load('x').cuda()\nscaled(x)\n\n\n"
        "def f(device):\n    y = torch.load('y').to(device)\n    return scaled(y)\n"
    )
    of_objects = text.replace("x / 2", "x.edges / 2")
    found = ENGINE.analyze(text, follow=True)
    for edited in (of_objects, text, text.replace("x / 2", "x['a'] / 2"), of_objects, text):
        found = ENGINE.settle(ENGINE.analyze(edited, None, found))
        assert_same(found, ENGINE.analyze(edited))

    def moved(analysed: FileAnalysis) -> list[str]:
        return [f.use.api for f in analysed.findings if f.use.api.endswith((".cuda", ".to"))]

    assert moved(ENGINE.analyze(text)) == ["torch.Tensor.cuda", "torch.Tensor.to"]
    assert moved(ENGINE.analyze(of_objects)) == []


def test_what_other_methods_do_with_what_the_object_holds() -> None:
    text = (
        "import torch\n\n\nclass Data(torch.utils.data.Dataset):\n    def __init__(self, x):\n        self.x.shape\n"
        "        o = self.net(x)\n\n    def start(self, y):\n        self.net.eval()\n\n\nData(1)\n"
    )
    found = ENGINE.analyze(text, follow=True)
    for edited in (text.replace("self.net(x)", "x[0]"), text):
        found = ENGINE.settle(ENGINE.analyze(edited, None, found))
        assert_same(found, ENGINE.analyze(edited))


def test_the_first_device_of_a_file() -> None:
    text = "import torch\nimport numpy as np\n\n\ndef f(d):\n    x = load(d)\n    n = x.shape\n    return n, x.dtype\n"
    found = ENGINE.analyze(text, follow=True)
    for edited in (replaced("x.dtype", "x.device", text), text):
        found = ENGINE.analyze(edited, None, found)
        assert_same(found, ENGINE.analyze(edited))


def test_a_line_before_a_method_may_belong_to_the_one_above() -> None:
    found = ENGINE.analyze(NET, follow=True)
    edited = replaced("    def count", "        y = torch.relu(x)\n    def count", NET)
    assert_same(ENGINE.analyze(edited, None, found), ENGINE.analyze(edited))


@pytest.mark.parametrize("place", ["    def count", "def scale", "class Net"])
@pytest.mark.parametrize("line", ["@torch.no_grad()", "@register(\n    'it',\n)"])
def test_a_decorator_is_typed(place: str, line: str) -> None:
    """What is decorated stands in the next block."""
    indent = place[: len(place) - len(place.lstrip())]
    text = NET
    found = ENGINE.analyze(text, follow=True)
    for end in range(1, len(line) + 1):
        text = replaced(place, f"{indent}{line[:end]}\n{place}", NET)
        found = ENGINE.analyze(text, None, found)
        fresh = ENGINE.analyze(text)
        if fresh.source.tree is not None:
            assert_same(found, fresh)
        else:
            assert found.stale and found.problems


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_backslash_joins_the_next_statement(end: str) -> None:
    good = NET.replace("\n", end)
    found = ENGINE.analyze(good, follow=True)
    broken = replaced(f"{end}{end}def scale", f"{end} \\{end}def scale", good)
    found = ENGINE.analyze(broken, None, found)
    assert found.stale and found.problems == ENGINE.analyze(broken).problems
    assert_same(ENGINE.analyze(good, None, found), ENGINE.analyze(good))


def test_a_renaming_while_the_file_is_broken_loses_nothing() -> None:
    text = NET + "".join(NET.partition("\n\n\n")[2].replace("Net", f"Net{i}") for i in range(4))
    broken = replaced("y = self.conv(x)", "y = self.conv(x", text)
    found = ENGINE.analyze(broken, None, ENGINE.analyze(text, follow=True))
    renamed = broken.replace("self.", "me.").replace("self", "me")
    found = ENGINE.analyze(renamed, None, found)
    assert found.stale and names(found).count("torch.nn.Conv2d") == 5
    assert_placed(found)
    repaired = replaced("y = me.conv(x", "y = me.conv(x)", renamed)
    assert_same(ENGINE.analyze(repaired, None, found), ENGINE.analyze(repaired))


def test_two_edits_that_break_the_file_may_be_right_together() -> None:
    found = ENGINE.analyze(NET, follow=True)
    opened = replaced("class Net", "'''\nclass Net")
    found = ENGINE.analyze(opened, None, found)
    assert found.stale
    closed = replaced("def scale", "'''\ndef scale", opened)
    assert_same(ENGINE.analyze(closed, None, found), ENGINE.analyze(closed))


@pytest.mark.parametrize(
    ("old", "new", "kept", "gone"),
    [
        ("y = self.conv(x)", "y = self.conv(x", ["torch.nn.Conv2d", "torch.Tensor.mul", "torch.tensor"], []),
        ("def forward(self, x):", "def forward(self, x:", ["torch.nn.Conv2d", "torch.Tensor.mul"], ["torch.Tensor.view"]),
        ("def scale(x: torch.Tensor):", "def scale(x: torch.Tensor:", ["torch.nn.Conv2d", "torch.ones"], []),
        ("import torch\n", "import torch\nx = = 3\n", ["torch.nn.Conv2d", "torch.Tensor.mul"], []),
    ],
)  # fmt: skip
def test_a_file_that_is_broken_when_opened_gives_what_parses(
    old: str, new: str, kept: list[str], gone: list[str]
) -> None:
    found = ENGINE.analyze(replaced(old, new), follow=True)

    assert found.stale and found.problems
    assert set(kept) <= set(names(found)) and not set(gone) & set(names(found))
    assert_placed(found)
    assert_same(ENGINE.analyze(NET, None, found), ENGINE.analyze(NET))


def test_what_is_typed_after_a_name_takes_its_finding_away() -> None:
    found = ENGINE.analyze(NET, follow=True)
    found = ENGINE.analyze(replaced("nn.Conv2d(3", "nn.Conv2dx((3"), None, found)
    assert found.stale and "torch.nn.Conv2d" not in names(found)


@given(st.text("ab\n", max_size=12), st.text("ab\n", max_size=12))
def test_a_change_is_all_that_differs(old: str, new: str) -> None:
    span = change(old, new)
    end = len(new) - (len(old) - span.end)
    assert 0 <= span.start <= span.end <= len(old) and span.start <= end
    assert old[: span.start] + new[span.start : end] + old[span.end :] == new
    assert list(LineIndex(old).edited(Span(span.start, span.end), new).starts) == list(LineIndex(new).starts)

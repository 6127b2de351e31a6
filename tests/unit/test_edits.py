"""What an edit makes of an analysis is what analysing the new text would have given."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import pytest
from edited import ENGINE, NET, assert_placed, assert_same, replaced
from hypothesis import given, settings
from hypothesis import strategies as st

from mindport.text import LineIndex, Span, change

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import random_edits  # noqa: E402

EXAMPLES = sorted((ROOT / "examples").rglob("*.py"))


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


def test_a_line_before_a_method_may_belong_to_the_one_above() -> None:
    found = ENGINE.analyze(NET, follow=True)
    edited = replaced("    def count", "        y = torch.relu(x)\n    def count", NET)
    assert_same(ENGINE.analyze(edited, None, found), ENGINE.analyze(edited))


@given(st.text("ab\n", max_size=12), st.text("ab\n", max_size=12))
def test_a_change_is_all_that_differs(old: str, new: str) -> None:
    span = change(old, new)
    end = len(new) - (len(old) - span.end)
    assert 0 <= span.start <= span.end <= len(old) and span.start <= end
    assert old[: span.start] + new[span.start : end] + old[span.end :] == new
    assert list(LineIndex(old).edited(Span(span.start, span.end), new).starts) == list(LineIndex(new).starts)

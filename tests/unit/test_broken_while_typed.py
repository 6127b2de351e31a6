"""A text that an edit breaks keeps what was known of the rest, and is as new when it parses again."""

from __future__ import annotations

import pytest
from edited import ENGINE, NET, assert_placed, assert_same, names, replaced


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

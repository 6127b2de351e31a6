"""What an edit inside a long display makes of its tree is what parsing the new text gives."""

from __future__ import annotations

import ast
import random
from functools import lru_cache

import pytest

from mindport.syntax import splicing
from mindport.syntax.blocks import Blocks
from mindport.text import LineIndex, Span

ITEM = """    'item_{0}': make(url='a/b', size=(3, {0}, 384), mean=[.5, -0.25], **more, last=None),  # and a comment
    "other_{0}": dict(
        first=[lambda x: x + {0}, x if y else {{1, 2}}], second=(1,), third=f'{{x}} {{y!r:>{{z}}}}',
        text='a' 'b', walrus=(w := {0})), **more, 'é_{0}': 'ü' + make(1),
    key({0}): [make(x for x in range({0})), {{**a, 'b': c}}, *rest],
"""
LONG = (
    "import torch\n\n\nTABLE = register({\n"
    + "".join(ITEM.format(number) for number in range(7, 13))
    + "})\nAFTER = 1\n"
)


def _trees(before: str, after: str) -> tuple[str, str] | None:
    """The tree that an edit leaves, and that of the new text; None where the edit must be looked at otherwise."""
    tree = ast.parse(before)
    lines, new = LineIndex(before), LineIndex(after)
    at = next((i for i, (a, b) in enumerate(zip(before, after)) if a != b), min(len(before), len(after)))
    same = 0
    while same < min(len(before), len(after)) - at and before[-1 - same] == after[-1 - same]:
        same += 1
    statement = next(one for one in tree.body if isinstance(one, ast.Assign))
    gone = splicing.splice(statement, 0, lines, Span(at, len(before) - same), new)
    if gone is None:
        assert _dump(tree) == _dumped(before)
        return None
    return _dump(tree), _dumped(after)


def _dump(tree: ast.Module) -> str:
    return ast.dump(tree, include_attributes=True)


@lru_cache
def _dumped(text: str) -> str:
    return _dump(ast.parse(text))


@pytest.mark.parametrize("seed", range(2))
def test_characters_that_come_and_go_in_a_table(seed: int) -> None:
    hand = random.Random(seed)
    spliced = 0
    for _ in range(100):
        at = hand.randrange(LONG.index("{"), LONG.index("})\nAFTER"))
        with_one = LONG[:at] + hand.choice("019 .,()[]{}:='\"#-+*@xf") + LONG[at:]
        for before, after in ((LONG, with_one), (LONG, LONG[:at] + LONG[at + 1 :])):
            found = _trees(before, after)
            spliced += found is not None
            assert found is None or found[0] == found[1], after[at - 80 : at + 80]
    assert spliced > 40


@pytest.mark.parametrize(
    ("old", "new", "spliced"),
    [
        ("(3, 7, 384)", "(3, 71, 384)", True),
        ("'item_7': make", "'item_7': made", True),
        ("url='a/b', size=(3, 7", "urls='a/b', size=(3, 7", True),
        ("(3, 7, 384)", "(3, 7, 8, 384)", True),
        ("lambda x: x + 7", "lambda x: x + 7, 8", False),  # Python has no exact places in the text behind it
        ("x for x in range(7)", "x for x in range(77)", True),
        ("make(x for x in range(7)", "made(x for x in range(7)", True),
        ("'item_7': make", "'item_7': 1#make", False),
        ("'item_7': make", "'item_7': x := make", False),
        ("'item_7': make", "'item_7': yield make", False),
        ("'item_7': make", "'item_7': *make", False),
        ("'item_7': make", "'item_7', make", False),
        ("AFTER = 1", "AFTER = 2", False),
    ],
)
def test_what_may_be_parsed_alone(old: str, new: str, spliced: bool) -> None:
    found = _trees(LONG, LONG.replace(old, new, 1))
    assert (found is not None) is spliced
    assert found is None or found[0] == found[1]


def test_an_edit_of_a_table_leaves_the_other_blocks() -> None:
    tree = ast.parse(LONG)
    blocks = Blocks(tree)
    lines = LineIndex(LONG)
    for old, new in (("(3, 9, 384)", "(3, 900, 384)"), ("import torch\n", "import torch\n\n"), ("(3, 900,", "(3, 9,")):
        at = lines.text.index(old)
        text = lines.text.replace(old, new, 1)
        after = LineIndex(text)
        assert blocks.apply(lines, Span(at, at + len(old)), after) is not None
        lines = after
    blocks.settle()
    assert _dump(tree) == _dumped(lines.text)

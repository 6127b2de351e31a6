"""Code that Python can no longer read."""

from __future__ import annotations

import pytest

from mindport.syntax.dated import revived


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("y = x.cuda(async=True)\n", "y = x.cuda(non_blocking=True)\n"),
        ("y = x.cuda(0,\n           async = True)\n", "y = x.cuda(0,\n           non_blocking = True)\n"),
        (
            "# f(async=True)\n'''f(x, async=1)'''\ny = f('(async=1', async=True)  # (async=2)\n",
            "# f(async=True)\n'''f(x, async=1)'''\ny = f('(async=1', non_blocking=True)  # (async=2)\n",
        ),
        ("async = True\n", None),
        ("if x.async == 1: pass\n", None),
        ("print('f(async=True)')\n", None),
        ("async def f(a=1): pass\n", None),
    ],
)
def test_only_the_argument_gets_its_new_name(text: str, expected: str | None) -> None:
    assert revived(text) == expected

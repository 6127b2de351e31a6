"""What calls give for ``**kwargs``, and classes that are asked of an object."""

from __future__ import annotations

import pytest
from found_uses import members


@pytest.mark.parametrize(
    ("does", "found"),
    [
        ("options['mask'].round()", ["T.round"]),
        ("options.get('mask').round()", ["T.round"]),
        ("options.pop('mask', None).round()", ["T.round"]),
        ("mask = options['mask']\n    mask.round()", ["T.round"]),
        # what other callers may give
        ("options['size'].round(), options['other'].round(), options['mode'].round()", []),
        ("[one.round() for one in options.values()]", []),
        ("x.round(), options['x'].round()", []),
    ],
)
def test_parameters_by_name(does: str, found: list[str]) -> None:
    assert (
        members(
            f"def f(x, *, mode=1, **options):\n    {does}\n\nf(1, mode=torch.ones(2), mask=torch.ones(3), size=3)\n"
        )
        == found
    )


def test_several_calls() -> None:
    body = "def f(**options):\n    options['a'].round(), options['b'].round()\n\nf(a=torch.ones(3), b=1)\nf(a=torch.ones(2), b=2)\n"
    assert members(body) == ["T.round"]


@pytest.mark.parametrize(
    ("made", "found"),
    [
        ("self.__class__(self.held)", ["T.round"]),
        ("type(self)(self.held)", ["T.round"]),
        ("type(self.name)('a')", []),
        ("self.name.__class__('a')", []),
    ],
)
def test_the_class_of_an_object(made: str, found: list[str]) -> None:
    body = f"""
    class Held:
        def __init__(self, held):
            self.held, self.name = held, "a"

        def again(self):
            return {made}

    Held(torch.ones(3)).again().held.round()
    """
    assert members(body) == found

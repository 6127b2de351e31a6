"""What becomes of each argument follows from the row's two signatures."""

from __future__ import annotations

import ast

import pytest

from mindport.mapping import conditions, translate
from mindport.mapping.conditions import Answer
from mindport.mapping.row import Equivalent
from mindport.mapping.translate import Fate
from mindport.syntax import signature

_CONV = "(in_channels, out_channels, kernel_size, stride=1, padding=0, groups=1, bias=True, padding_mode='zeros', device=None)"
_MS_CONV = "(in_channels, out_channels, kernel_size, stride=1, pad_mode='same', padding=0, group=1, has_bias=False)"


def _fates(call: str, torch: str, equivalent: Equivalent) -> dict[str, Fate]:
    node = ast.parse(call, mode="eval").body
    assert isinstance(node, ast.Call)
    bound = signature.bind(node, signature.parse(torch))
    assert bound is not None
    general: dict[str, str | list[str]] = {"device": "any"}
    moves = translate.translate(equivalent, bound, general, lambda _: "unknown").moves
    return {m.torch or m.mindspore or "": m.fate for m in moves}


_EQUIVALENT = Equivalent(
    "mindspore.nn.Conv2d",
    {"cpu": "2.0"},
    signature=_MS_CONV,
    rename={"groups": "group", "bias": "has_bias"},
    write={"pad_mode": "'pad'"},
)


def test_given_arguments_are_kept_renamed_dropped_or_missing() -> None:
    fates = _fates("f(3, 8, 3, padding=1, groups=2, device=d, padding_mode=m)", _CONV, _EQUIVALENT)

    assert fates["padding"] is Fate.KEPT
    assert fates["groups"] is Fate.RENAMED
    assert fates["device"] is Fate.DROPPED
    assert fates["padding_mode"] is Fate.MISSING
    assert fates["pad_mode"] is Fate.ADDED


def test_a_default_that_differs_is_written_out_and_an_equal_one_is_not() -> None:
    fates = _fates("f(3, 8, 3)", _CONV, _EQUIVALENT)

    assert fates["bias"] is Fate.DEFAULT
    assert "stride" not in fates


def test_saying_a_default_aloud_is_as_good_as_leaving_it_out() -> None:
    assert _fates("f(3, 8, 3, padding_mode='zeros')", _CONV, _EQUIVALENT)["padding_mode"] is Fate.DROPPED


def test_a_converted_default_is_compared_after_conversion() -> None:
    norm = Equivalent(
        "mindspore.nn.BatchNorm2d",
        {"cpu": "2.0"},
        signature="(num_features, eps=1e-5, momentum=0.9)",
        convert={"momentum": "1 - {momentum}"},
    )

    assert _fates("f(8)", "(num_features, eps=1e-05, momentum=0.1)", norm) == {"num_features": Fate.KEPT}
    assert _fates("f(8, momentum=m)", "(num_features, eps=1e-05, momentum=0.1)", norm)["momentum"] is Fate.CONVERTED


@pytest.mark.parametrize(
    ("call", "when", "answer"),
    [
        ("f()", {"dim": "absent"}, Answer.YES),
        ("f(1)", {"dim": "absent"}, Answer.NO),
        ("f(*a)", {"dim": "absent"}, Answer.UNKNOWN),
        ("f(mode)", {"dim": ["'same'"]}, Answer.UNKNOWN),
        ("f('same')", {"dim": ["'same'", "'valid'"]}, Answer.YES),
        ("f(2)", {"dim": "int"}, Answer.YES),
        ("f((1, 2))", {"dim": "sequence"}, Answer.YES),
        ("f((1, 2))", {"dim": "int"}, Answer.NO),
    ],
)
def test_conditions_hold_or_not_or_cannot_be_known(call: str, when: conditions.Conditions, answer: Answer) -> None:
    node = ast.parse(call, mode="eval").body
    assert isinstance(node, ast.Call)
    bound = signature.bind(node, signature.parse("(dim=None)"))

    assert conditions.holds(when, bound, lambda _: "unknown") is answer

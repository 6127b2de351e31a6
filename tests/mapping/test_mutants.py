"""Rows that are broken on purpose: their examples notice."""

from __future__ import annotations

import pytest

from mindport.authoring import mutate
from mindport.authoring.mutate import MutationReport
from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.render.evidence import Evidence

pytestmark = pytest.mark.slow

ENGINE = Engine(Settings(Target.CPU))
_WITH_TABLES = [
    name
    for name in ENGINE.index.names()
    if any(
        set(e) & {"rename", "convert", "write", "template"}
        for e in (ENGINE.index.search(name) or {}).get("equivalents", ())
    )
]


@pytest.fixture(scope="module")
def report() -> MutationReport:
    return mutate.run(ENGINE, _WITH_TABLES[:: max(1, len(_WITH_TABLES) // 220)])


def test_a_lost_rename_conversion_or_argument_is_noticed(report: MutationReport) -> None:
    kinds = report.by_kind()
    caught = sum(kinds.get(kind, (0, 0))[0] for kind in ("rename", "convert", "write", "template", "state"))
    total = sum(kinds.get(kind, (0, 0))[1] for kind in ("rename", "convert", "write", "template", "state"))

    assert report.rows >= 100
    assert total >= 100
    assert caught / total >= 0.9, [f"{m.row}: {m.what}" for m in report.survivors()]


def test_a_row_whose_example_shows_nothing_is_not_taken_for_tested() -> None:
    """The check itself: an example that never calls the API lets every mutant live."""
    raw = {
        "torch": "torch.sum",
        "kind": "function",
        "returns": "tensor",
        "signature": "(input, dim=None, keepdim=False, *, dtype=None)",
        "equivalents": [
            {
                "mindspore": "mindspore.ops.sum",
                "on": {"cpu": "2.0"},
                "signature": "(input, dim=None, keep_dims=False, *, dtype=None)",
                "rename": {"keepdim": "keep_dims"},
            }
        ],
        "examples": [{"torch": "y = torch.sum(x)", "mindspore": "y = ops.sum(x)", "target": "cpu", "compare": ["y"]}],
    }
    index = ENGINE.index.with_rows({"torch.sum": raw}, {}, {})
    engine = Engine(ENGINE.settings, index)
    found = next(iter(mutate.mutants("torch.sum", raw)))
    row = index.get("torch.sum")
    assert row is not None and not mutate.caught(engine, row, found)


def test_failing_samples_have_to_be_stated() -> None:
    from mindport.authoring.stated import unstated

    row = ENGINE.row("torch.nn.Sigmoid")
    assert row is not None and not row.note

    class Known(Engine):
        def evidence(self, row: object) -> tuple[Evidence, ...]:
            return (Evidence("cpu", "2.13.0", "2.10.0", True, samples_passed=11, samples=12),)

    assert unstated(Known(ENGINE.settings), row) == "1 of 12 samples and 0 of 0 gradients fail"
    assert unstated(ENGINE, row) is None


def test_a_lost_difference_is_noticed_by_an_example_with_notes() -> None:
    raw = {
        "torch": "torch.sum",
        "kind": "function",
        "returns": "tensor",
        "signature": "(input, dim=None)",
        "equivalents": [
            {
                "mindspore": "mindspore.ops.sum",
                "on": {"cpu": "2.0"},
                "signature": "(input, dim=None)",
                "differences": [{"kind": "dtype-support", "effect": "note"}, {"kind": "behaviour", "effect": "limit"}],
            }
        ],
        "examples": [
            {
                "torch": "y = torch.sum(x)",
                "mindspore": "y = ops.sum(x)",
                "target": "cpu",
                "inputs": {"x": {"shape": [2, 3]}},
                "compare": ["y"],
                "notes": ["behaviour", "dtype-support"],
            }
        ],
    }
    index = ENGINE.index.with_rows({"torch.sum": raw}, {}, {})
    row = index.get("torch.sum")
    assert row is not None
    engine = Engine(ENGINE.settings, index)
    found = list(mutate.mutants("torch.sum", raw))

    assert [(m.kind, mutate.caught(engine, row, m)) for m in found] == [("difference", True), ("difference", True)]

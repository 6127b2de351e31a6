"""Examples of rows, run in both frameworks."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.mapping.row import StateEntry
from mindport.verify import rows
from mindport.verify.row_case import RowCase
from mindport.verify.session import Limits

pytestmark = pytest.mark.frameworks

X = {"x": {"shape": [4, 3], "dtype": "float32", "seed": 0}}
NORM = {
    "weight": StateEntry("gamma"),
    "bias": StateEntry("beta"),
    "running_mean": StateEntry("moving_mean"),
    "running_var": StateEntry("moving_variance"),
}
MAPS = {"torch.nn.BatchNorm1d": [NORM]}


def case(name: str, torch: str, mindspore: str, *compare: str, **more: object) -> RowCase:
    return RowCase(name, torch, mindspore, X, compare or ("y",), **more)  # type: ignore[arg-type]


GOOD = [
    case("softmax", "y = F.softmax(x, dim=-1)", "y = ops.softmax(x, axis=-1)", grad=("x",)),
    case(
        "running statistics",
        "bn = nn.BatchNorm1d(3, momentum=0.2)\ny = bn(x)",
        "bn = nn.BatchNorm1d(3, momentum=1 - 0.2)\ny = bn(x)",
        "y",
        "bn.running_mean",
        mode="train",
    ),
    case("no name", "y = nn.Linear(3, 2)(x)", "y = mint.nn.Linear(3, 2)(x)", grad=("x",)),
    case("a part", "m = nn.Sequential(nn.Linear(3, 2))\ny = m(x)", "m = nn.SequentialCell(nn.Dense(3, 2))\ny = m(x)"),
    case(
        "helper", "y = x * 2", "from mindport_helpers import twice\ny = twice(x)", helpers="def twice(x): return x + x"
    ),
    case("plain values", "s = x.shape\nn = x.size(0)", "s = x.shape\nn = x.shape[0]", "s", "n"),
]
BAD = [
    (case("another formula", "y = F.gelu(x)", "y = ops.gelu(x, approximate='tanh')"), "outputs"),
    (case("an error", "y = x", "y = x.nothing"), "mindspore_error"),
    (case("a crash", "y = x", "import os; os.abort()"), "crashed"),
    (case("a hang", "y = x", "import time; time.sleep(600)"), "timed_out"),
    (case("unsupported", "y = F.gelu(x)", "y = mint.nn.functional.gelu(x)"), "unsupported_device"),
    (case("other results", "y = x", "y = (x, x)"), "structure"),
]


def test_every_example_is_judged_by_itself(tmp_path: Path) -> None:
    cases = [*(one for one, _ in BAD), *GOOD]
    report = rows.run(cases, MAPS, names=["never run"], directory=tmp_path, limits=Limits(request=5.0))
    found = {row.name: (row.evidence.passed, row.evidence.reason) for row in report.rows}
    assert found == {**{one.name: (False, reason) for one, reason in BAD}, **{one.name: (True, None) for one in GOOD}}
    assert (report.not_run, report.passed, report.failed) == (("never run",), len(GOOD), len(BAD))


def test_what_passed_is_not_run_again(tmp_path: Path) -> None:
    first = rows.run(GOOD[:1], MAPS, directory=tmp_path)
    second = rows.run(GOOD[:1], MAPS, directory=tmp_path)
    changed = rows.run([case("softmax", "y = F.relu(x)", "y = ops.relu(x)")], MAPS, directory=tmp_path)
    assert [report.rows[0].fresh for report in (first, second, changed)] == [True, False, True]


def test_several_jobs_share_the_examples(tmp_path: Path) -> None:
    report = rows.run(GOOD, MAPS, directory=tmp_path, jobs=2)
    assert (report.passed, report.failed, report.reason) == (len(GOOD), 0, None)

"""``mindport verify``: usage without the frameworks, and verdicts with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import check_refused, mindport

EXAMPLE = Path(__file__).parents[2] / "examples" / "vit-classifier" / "model.py"
BUILD = ("--build", "Net()", "--input", "x=float32[2,4]", "--target", "cpu")


# -- usage -------------------------------------------------------------------------------------------------------------


def test_file_is_needed() -> None:
    check_refused(mindport("verify", "--build", "Net()"), "FILE")


def test_build_is_needed(project: Path) -> None:
    check_refused(mindport("verify", project / "model.py"), "--build")


def test_missing_file_is_refused(tmp_path: Path) -> None:
    check_refused(mindport("verify", tmp_path / "gone.py", *BUILD), "gone.py")


def test_missing_mindspore_file_is_refused(project: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone_ms.py"
    check_refused(mindport("verify", project / "model.py", *BUILD, "--mindspore-file", gone), "gone_ms.py")


@pytest.mark.parametrize("value", ["x", "x=float32", "x=float33[2]", "x=float32[a]"])
def test_input_that_is_none_is_refused(project: Path, value: str) -> None:
    check_refused(mindport("verify", project / "model.py", "--build", "Net()", "--input", value), value)


def test_rows_take_no_model() -> None:
    check_refused(mindport("verify", "--rows", "--build", "Net()"), "--build")


def test_unknown_row_is_refused() -> None:
    check_refused(mindport("verify", "--rows", "torch.no_such"), "torch.no_such")


# -- verdicts ----------------------------------------------------------------------------------------------------------


@pytest.mark.frameworks
def test_migrated_model_is_equivalent(project: Path) -> None:
    done = mindport("verify", project / "model.py", *BUILD, "--grad", "--format", "json")
    report = done.json()

    assert (done.status, report["verdict"], report["reason"]) == (0, "equivalent", None)
    assert [o["shape"] for o in report["outputs"]] == [[2, 2]]
    assert report["gradients"] != []
    assert set(report["versions"]) == {"torch", "mindspore"}


@pytest.mark.frameworks
def test_wrong_translation_is_different_and_located(project: Path, tmp_path: Path) -> None:
    mindport("migrate", project / "model.py", "-o", tmp_path / "out", "--target", "cpu")
    wrong = tmp_path / "out" / "model.py"
    text = wrong.read_text(encoding="utf-8")
    assert "self.fc(x)" in text
    wrong.write_text(text.replace("self.fc(x)", "self.fc(x) * 2"), encoding="utf-8")

    done = mindport("verify", project / "model.py", *BUILD, "--mindspore-file", wrong, "--format", "json")
    assert (done.status, done.json()["verdict"]) == (1, "different")


@pytest.mark.frameworks
def test_input_of_the_wrong_shape_is_inconclusive(project: Path) -> None:
    command = ("verify", project / "model.py", "--build", "Net()", "--input", "x=float32[2,5]", "--target", "cpu")
    done = mindport(*command)

    assert done.status == 1
    assert "Verdict: inconclusive" in done.stdout
    assert "Reason: " in done.stdout


@pytest.mark.frameworks
def test_page_shows_the_verdict(project: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    mindport("verify", project / "model.py", *BUILD, "--format", "html", "-o", page)

    assert '<span id="verdict" class="equivalent">' in page.read_text(encoding="utf-8")


@pytest.mark.frameworks
@pytest.mark.usefixtures("evidence_kept")
def test_a_row_is_run_in_both_frameworks() -> None:
    done = mindport("verify", "--rows", "torch.nn.functional.softmax", "--format", "json")

    assert (done.status, done.json()["summary"]["passed"]) == (0, 1)


@pytest.mark.frameworks
def test_example_project_is_equivalent() -> None:
    done = mindport(
        "verify", EXAMPLE, "--target", "cpu", "--build", "vit_tiny(num_classes=4)",
        "--input", "images=float32[2,3,32,32]", "--grad", "--format", "json",
    )  # fmt: skip

    assert (done.status, done.json()["verdict"]) == (0, "equivalent")

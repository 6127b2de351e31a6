"""Reports of stored documents: a fresh result and one read back from disk look the same."""

from __future__ import annotations

import json

import pytest

from mindport.render.report import columns, equivalence, html, migration, row_examples, scan

SCAN = {
    "schema": 1,
    "root": ".",
    "target": "cpu",
    "mindspore": "2.10.0",
    "summary": {"files": 2, "uses": 1, "by_compatibility": {"divergent": 1}, "seconds": 0.1},
    "files": [
        {"path": "bad.py", "problems": [{"kind": "binary", "message": "no text", "line": 1, "column": 1}], "uses": []},
        {
            "path": "m.py",
            "problems": [],
            "uses": [
                {
                    "api": "torch.nn.Dropout",
                    "line": 3,
                    "column": 5,
                    "end_line": 3,
                    "end_column": 15,
                    "role": "call",
                    "certainty": "imported",
                    "compatibility": "divergent",
                    "mindspore": "mindspore.nn.Dropout",
                    "fix": "unsafe",
                    "notes": [{"kind": "random", "message": 'other, "random" numbers'}],
                }
            ],
        },
    ],
}
FIGURES = {"name": "out", "shape": [2, 4], "dtype": "float32", "max_abs": 1e-7, "max_rel": 2e-6, "cosine": 1.0}
VERIFY = {
    "schema": 1,
    "verdict": "different",
    "reason": "outputs",
    "outputs": [{**FIGURES, "within": False}],
    "gradients": [{**FIGURES, "name": f"layer{i}", "within": i != 30} for i in range(40)],
    "layers": [],
    "first_divergence": "blocks.0",
    "versions": {"torch": "2.13.0", "mindspore": "2.10.0"},
    "stand_ins": [],
    "seconds": 3.25,
}


def test_scan_text_names_problems_uses_and_totals() -> None:
    text = scan.as_text(SCAN, "en")

    assert "bad.py\n  1:1  no text" in text
    assert "3:5  torch.nn.Dropout  divergent  mindspore.nn.Dropout" in text
    assert text.endswith("1 use in 2 files, target cpu, MindSpore 2.10.0\n")


def test_csv_quotes_what_needs_it() -> None:
    assert scan.as_csv(SCAN).splitlines()[1].endswith('"other, ""random"" numbers"')


def test_sarif_counts_columns_in_code_points_and_names_problems() -> None:
    (run,) = json.loads(scan.as_sarif(SCAN, "en"))["runs"]
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]

    assert run["columnKind"] == "unicodeCodePoints"
    assert region == {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 15}
    assert run["results"][0]["level"] == "warning"
    assert [n["message"]["text"] for n in run["invocations"][0]["toolExecutionNotifications"]] == ["no text"]


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_pages_are_complete_in_both_languages(language: str) -> None:
    for page in (html.scan(SCAN, language), html.verify(VERIFY, language)):
        assert f'<html lang="{language}">' in page
        assert page.rstrip().endswith("</html>")


def test_long_lists_keep_what_is_out_of_tolerance() -> None:
    text = equivalence.as_text(VERIFY, "en")

    assert "layer30" in text
    assert "layer29" not in text
    assert "27 more" in text


def test_verdict_comes_with_reason_and_place() -> None:
    text = equivalence.as_text({**VERIFY, "side": "mindspore", "stage": "forward"}, "en")

    assert "Verdict: different" in text
    assert "Reason: the outputs differ (MindSpore, in the forward pass)" in text
    assert "First difference at blocks.0" in text


def test_inconclusive_check_has_no_figures_but_a_reason() -> None:
    bare = {"verdict": "inconclusive", "reason": "timed_out", "detail": "60 s", "side": "torch", "stage": None}

    assert equivalence.as_text(bare, "en") == "Verdict: inconclusive\nReason: the time limit passed (torch)\n  60 s\n"


def test_migration_text_names_what_is_left() -> None:
    left = [{"line": 7, "column": 2, "api": "torch.foo", "reason": "no mapping"}]
    file = {"path": "m.py", "output": "out/m.py", "uses": 3, "converted": 2, "left": left}
    text = migration.as_text({"files": [file], "helpers": ["pad"], "summary": {"uses": 3}}, "en")

    assert "m.py: 2 of 3 uses converted\n  7:2  torch.foo  no mapping\n" in text
    assert "mindport_helpers.py: pad" in text


def test_rows_that_fail_say_why() -> None:
    rows = [
        {"name": "torch.cat", "passed": True, "max_error": 0.0},
        {"name": "torch.sin", "passed": False, "max_error": None, "reason": "outputs", "detail": "y: 0.1"},
    ]
    report = {"summary": {"passed": 1, "failed": 1, "not_run": 2}, "rows": rows, "reason": None}

    assert row_examples.failed(report)
    assert "torch.sin  different" in row_examples.as_text(report, "en")
    assert row_examples.as_text(report, "en").endswith("1 row agrees, 1 does not, 2 not run\n")


def test_columns_line_up_in_chinese() -> None:
    assert columns.lay_out([["中文", "a"], ["abc", "b"]]) == ["中文  a", "abc   b"]

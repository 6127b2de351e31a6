"""``mindport row``: what rows cover, whether they are right."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import check_refused, mindport

from mindport.authoring import draft
from mindport.mapping import load, schema
from mindport.syntax import signature

TABLE = "api\tuses\tkind\ntorch.cat\t9\tcall:8+annotation:1\ntorch.nothing_such\t2\tcall:2\ntorch.Tensor.backward\t1\tcall:1\n"


def test_stats_weigh_uses_without_annotations(tmp_path: Path) -> None:
    table = tmp_path / "uses.tsv"
    table.write_text(TABLE)
    uses = mindport("row", "stats", "--frequency", table, "--format", "json").json()["uses"]

    assert (uses["total"], uses["row"], uses["lacking"]) == (11, 9, {"torch.nothing_such": 2})
    assert uses["on"]["cpu"] == 9  # a rule converts backward


def test_stats_count_the_files_that_are_covered_whole(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text("import torch\ny = torch.cat([torch.ones(2), torch.ones(2)])\n")
    (tmp_path / "bad.py").write_text("import torch\ny = torch.cat([torch.nothing_such(2)])\n")
    (tmp_path / "none.py").write_text("y = 1\n")
    files = mindport("row", "stats", "--files", tmp_path, "--format", "json").json()["files"]

    assert (files["total"], files["row"], files["on"]["cpu"]) == (2, 1, 1)
    assert files["lacking"] == {"torch.nothing_such": 1}


def test_stats_as_text_say_what_rests_on_documentation() -> None:
    for language, words in (("en", "by documentation"), ("zh-CN", "依据文档")):
        done = mindport("row", "stats", "--language", language)
        assert done.status == 0
        assert words in done.stdout
        assert "torch.nn.functional" in done.stdout


def test_a_table_that_is_none_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "uses.tsv"
    table.write_text("name,count\n")
    check_refused(mindport("row", "stats", "--frequency", table), "api")


def test_a_row_that_is_not_there_is_refused() -> None:
    check_refused(mindport("row", "test", "torch.nothing_such"), "torch.nothing_such")


@pytest.mark.frameworks
@pytest.mark.usefixtures("evidence_kept")
def test_a_sound_row_passes_every_check() -> None:
    done = mindport("row", "test", "torch.std", "torch.nn.Conv2d", "--format", "json")
    assert done.status == 0, done.stdout
    assert done.json()["summary"] == {"rows": 2, "sound": 2, "faults": 0}


@pytest.mark.frameworks
def test_a_draft_reads_both_packages_and_marks_what_it_guesses(tmp_path: Path) -> None:
    path = tmp_path / "norm.yaml"
    done = mindport("row", "new", "torch.linalg.norm", "-o", path)
    assert (done.status, done.stdout) == (0, "")
    text = path.read_text()
    assert 'signature: "(input, ord=None, dim=None, keepdim=False, *, out=None, dtype=None)"' in text
    assert "rename: {input: A}  # guessed" in text
    assert schema.errors(load.read_raw(path)) == []
    check_refused(mindport("row", "new", "torch.linalg.norm", "-o", path), "norm.yaml")
    check_refused(mindport("row", "new", "torch.nothing_such"), "torch.nothing_such")


@pytest.mark.parametrize(
    ("torch", "mindspore", "expected", "lacking"),
    [
        ("(input, dim=None, keepdim=False)", "(x, axis=None, keep_dims=False)", ["x", "axis", "keep_dims"], []),
        ("(input, other)", "(input, other)", [], []),
        ("(a, out=None)", "(a)", [], ["out"]),
    ],
)
def test_renames_are_guessed_by_name_and_place(
    torch: str, mindspore: str, expected: list[str], lacking: list[str]
) -> None:
    guessed, without = draft.renames(signature.parse(torch), signature.parse(mindspore))
    assert (list(guessed.values()), without) == (expected, lacking)


def test_a_draft_of_no_name_is_refused() -> None:
    check_refused(mindport("row", "new", "Conv2d"), "torch.nn.Conv2d")


@pytest.mark.frameworks
def test_names_without_a_row_are_listed() -> None:
    found = mindport("row", "missing", "torch.linalg", "torch.nn.init", "--format", "json").json()["namespaces"]
    assert found["torch.linalg"]["public"] > 35
    assert "torch.nn.init.kaiming_normal_" not in found["torch.nn.init"]["missing"]
    check_refused(mindport("row", "missing", "torch.nothing_such"), "torch.nothing_such")

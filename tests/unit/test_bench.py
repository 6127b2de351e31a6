"""What the benchmark works on is what it says: files of the asked length, edits that do what their kind says."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

import receivers
import sources
from resolving.absent import Absent
from resolving.bare import bare, measure
from resolving.chains import chains
from resolving.observe import runs
from resolving.recorder import other
from typing_hands import Keystroke, Typist

CASES = Path(__file__).parents[2] / "bench" / "resolving"


@pytest.mark.parametrize("lines", [100, 300, 1500, 5000])
def test_a_generated_file_has_the_asked_length_and_parses(lines: int) -> None:
    text = sources.model(lines)

    ast.parse(text)
    assert len(text.splitlines()) == lines


def test_a_generated_file_defines_every_name_once() -> None:
    names = [node.name for node in ast.parse(sources.model(1500)).body if isinstance(node, ast.ClassDef)]

    assert len(set(names)) == len(names) > 40


def test_a_project_has_the_asked_size(tmp_path: Path) -> None:
    files, lines = sources.project(tmp_path, 5000)

    assert len(list(tmp_path.rglob("*.py"))) == files
    assert 5000 <= lines <= 7000


def test_only_breaking_edits_break_a_file() -> None:
    text = sources.model(300)
    for edit in Typist(text).edits(10):
        text = _typed(text, edit)
        assert _parses(text) == (edit.kind != "breaking")


def test_a_burst_is_taken_back() -> None:
    text = typed = sources.model(300)
    for edit in Typist(text).burst(10):
        typed = _typed(typed, edit)

    assert typed == text


@pytest.mark.parametrize("cases", sorted(CASES.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_code_of_every_case_compiles(cases: Path) -> None:
    for run in runs(cases):
        for text in (run.case.get("code", ""), *run.case.get("each", ())):
            compile(text, f"<{run.project}>", "exec")


def test_what_a_case_puts_there_is_told_from_the_project_s_own() -> None:
    put: dict[str, object] = {"__name__": "case"}
    exec("def load(url): ...", put)

    assert [other(one) for one in (Absent("tensorboard"), put["load"])] == ["stand-in", "stand-in"]
    assert [other(one) for one in (Keystroke, len, 3)] == ["other", "other", "other"]


def _typed(text: str, edit: Keystroke) -> str:
    lines = text.splitlines(keepends=True)
    line = lines[edit.line]
    lines[edit.line] = line[: edit.start] + edit.text + line[edit.end :]
    return "".join(lines)


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def test_annotations_are_blanked_out_and_nothing_moves() -> None:
    text = 'def f(a: int, *b: "é", c: list[\n    int] = ()) -> tuple[int]:\n    d: int = 3\n    return lambda e: e\n'

    assert bare(text) == "def f(a     , *b     , c       \n         = ())              :\n" + text.partition(":\n")[2]
    assert bare("def f(a: (int)): pass") == "def f(a: (int)): pass"
    assert bare("def f() -> tuple[\n    int]: pass") == "def f() -> tuple[\n    int]: pass"
    assert bare("def f(") == "def f("


def test_what_is_found_without_annotations(tmp_path: Path) -> None:
    code = "import torch\ndef f(x: torch.Tensor, y: torch.Tensor):\n    return x.unsqueeze(0), y.real\n"
    (tmp_path / "one.py").write_text(code)

    found = measure(tmp_path)

    assert (found.known, found.kept, len(found.lost), found.other) == (2, 1, 1, [])
    assert found.lost[0].endswith("one.py:3:30 torch.Tensor.real")


def test_chains_are_counted_by_the_step_that_they_end_with(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(
        "import torch\ntorch.ones(1).sum()\ndef f(x: torch.Tensor, y):\n    return x.abs(), y.view(1)\n", "utf-8"
    )

    found = chains(tmp_path, [path])

    assert found.ends == {"call.torch": 1, "parameter.annotated": 1, "parameter.uses": 1}
    assert str(found).startswith("100.0% of 3 chains end at evidence") and not found.silent


def test_sites_of_which_no_file_is_there_are_no_figure(tmp_path: Path) -> None:
    sites = tmp_path / "sites.tsv"
    sites.write_text("id\tfile\tline\tend_col\tattr\truntime_types\na\tm.py\t1\t16\tshape\tTensor\n", "utf-8")
    with pytest.raises(SystemExit, match="none of the files"):
        receivers.measure(sites, tmp_path)

    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "m.py").write_text("import torch; torch.ones(1).shape\n", "utf-8")
    with sites.open("a", encoding="utf-8") as stream:
        stream.write("b\tgone.py\t1\t1\tshape\tTensor\n")

    found = receivers.measure(sites, tmp_path)

    assert found.tensors == 1 and [Path(one).name for one in found.absent] == ["gone.py"]

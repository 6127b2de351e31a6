"""``mindport scan``: what it prints in every form, and what it does with bad input."""

from __future__ import annotations

import csv
import io
import json
import multiprocessing
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from running import check_refused, mindport

USE_FIELDS = {
    "api", "line", "column", "end_line", "end_column", "role", "certainty", "compatibility", "mindspore", "fix", "notes"
}  # fmt: skip


def apis(document: object) -> list[str]:
    assert isinstance(document, dict)
    return [use["api"] for file in document["files"] for use in file["uses"]]


def test_json_has_every_field(project: Path) -> None:
    document = mindport("scan", project, "--format", "json", "--target", "cpu", "--mindspore", "2.10.0").json()

    assert {"schema", "root", "target", "mindspore", "summary", "files"} == set(document)
    assert (document["schema"], document["target"], document["mindspore"]) == (1, "cpu", "2.10.0")
    assert [file["path"] for file in document["files"]] == ["model.py", "pkg/plain.py"]
    assert all(set(use) == USE_FIELDS for file in document["files"] for use in file["uses"])
    assert document["summary"]["uses"] == len(apis(document))


def test_span_is_that_of_the_name_as_written(project: Path) -> None:
    document = mindport("scan", project / "model.py", "--format", "json").json()
    softmax = next(u for u in document["files"][0]["uses"] if u["api"] == "torch.nn.functional.softmax")
    line = (project / "model.py").read_text(encoding="utf-8").splitlines()[softmax["line"] - 1]

    assert line[softmax["column"] - 1 : softmax["end_column"] - 1] == "F.softmax"
    assert (softmax["role"], softmax["certainty"]) == ("call", "imported")


def test_base_class_has_its_role(project: Path) -> None:
    document = mindport("scan", project / "model.py", "--format", "json").json()
    roles = {use["api"]: use["role"] for use in document["files"][0]["uses"] if use["role"] != "import"}

    assert roles["torch.nn.Module"] == "base_class"


def test_text_lists_uses_and_totals(project: Path) -> None:
    done = mindport("scan", project, "--target", "cpu")

    assert done.status == 0
    assert "torch.nn.Linear" in done.stdout
    assert "target cpu" in done.stdout.splitlines()[-1]


def test_csv_has_one_line_for_each_use(project: Path) -> None:
    uses = apis(mindport("scan", project, "--format", "json").json())
    lines = list(csv.DictReader(io.StringIO(mindport("scan", project, "--format", "csv").stdout)))

    assert [line["api"] for line in lines] == uses


def test_sarif_locates_every_use(project: Path) -> None:
    uses = apis(mindport("scan", project, "--format", "json").json())
    sarif = mindport("scan", project, "--format", "sarif").json()
    run = sarif["runs"][0]

    assert sarif["version"] == "2.1.0"
    assert len(run["results"]) == len(uses)
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} <= rules


def test_html_is_one_page_without_links_outside(project: Path) -> None:
    page = mindport("scan", project, "--format", "html").stdout

    assert page.startswith("<!doctype html>")
    assert "<wbr>Linear</code>" in page
    assert "http" not in page


def test_html_escapes_what_the_code_says(tmp_path: Path) -> None:
    folder = tmp_path / "<b>"
    folder.mkdir()
    (folder / "m.py").write_text("import torch\ntorch.zeros(1)\n", encoding="utf-8")

    assert "<b>" not in mindport("scan", folder, "--format", "html").stdout


def test_output_goes_to_the_file(project: Path, tmp_path: Path) -> None:
    done = mindport("scan", project, "--format", "json", "-o", tmp_path / "new" / "scan.json")

    assert done.stdout == ""
    assert json.loads((tmp_path / "new" / "scan.json").read_text(encoding="utf-8"))["schema"] == 1


def test_several_processes_find_the_same(project: Path) -> None:
    for number in range(8):
        (project / f"more{number}.py").write_text("import torch\ntorch.zeros(1)\n", encoding="utf-8")

    alone = mindport("scan", project, "--format", "json", "--jobs", "1").json()
    together = mindport("scan", project, "--format", "json", "--jobs", "2").json()

    assert apis(together) == apis(alone)


def test_fail_on_counts_what_is_as_bad_or_worse(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("import torch\ntorch.no_such_function(1)\n", encoding="utf-8")

    assert mindport("scan", tmp_path, "--fail-on", "divergent").status == 1
    assert mindport("scan", tmp_path).status == 0


def test_messages_come_in_chinese(project: Path) -> None:
    done = mindport("scan", project, "--language", "zh-CN", "--target", "cpu")

    assert "目标设备 cpu" in done.stdout.splitlines()[-1]


# -- settings ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [("mindport.toml", 'target = "gpu"\n'), ("pyproject.toml", '[tool.mindport]\ntarget = "gpu"\n')],
)
def test_settings_of_the_project_choose_the_target(project: Path, name: str, text: str) -> None:
    (project / name).write_text(text, encoding="utf-8")

    assert mindport("scan", project / "model.py", "--format", "json").json()["target"] == "gpu"
    assert mindport("scan", project, "--target", "cpu", "--format", "json").json()["target"] == "cpu"


def test_target_is_ascend_when_nobody_says(project: Path) -> None:
    assert mindport("scan", project, "--format", "json").json()["target"] == "ascend"


def test_settings_of_the_project_exclude_folders(project: Path) -> None:
    (project / "mindport.toml").write_text('exclude = ["pkg"]', encoding="utf-8")

    paths = [file["path"] for file in mindport("scan", project, "--format", "json").json()["files"]]
    assert paths == ["model.py"]


@pytest.mark.parametrize("text", ['target = "tpu"', "target = [", 'colour = "red"', "jobs = 0"])
def test_bad_settings_are_named(project: Path, text: str) -> None:
    (project / "mindport.toml").write_text(text, encoding="utf-8")

    check_refused(mindport("scan", project), "mindport.toml")


# -- bad input ---------------------------------------------------------------------------------------------------------


def test_missing_file_is_refused(tmp_path: Path) -> None:
    check_refused(mindport("scan", tmp_path / "gone.py"), "gone.py", "does not exist")


def test_unknown_target_is_refused(project: Path) -> None:
    check_refused(mindport("scan", project, "--target", "tpu"), "tpu", "ascend", "cpu", "gpu")


def test_version_that_is_none_is_refused(project: Path) -> None:
    check_refused(mindport("scan", project, "--mindspore", "new"), "new")


def test_unknown_option_is_refused(project: Path) -> None:
    check_refused(mindport("scan", project, "--frobnicate"), "--frobnicate")


def test_folder_without_python_is_refused(tmp_path: Path) -> None:
    check_refused(mindport("scan", tmp_path), str(tmp_path))


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", "binary"),
        (b"import torch\nname = '\xff\xfe\xfa'\n", "encoding"),
        (b"# -*- coding: no-such-codec -*-\nimport torch\n", "encoding"),
        (b"import torch\ndef f(:\n    torch.relu(\n", "syntax-error"),
    ],
)
def test_file_that_cannot_be_read_is_a_problem_and_the_rest_is_scanned(
    project: Path, content: bytes, kind: str
) -> None:
    (project / "bad.py").write_bytes(content)

    done = mindport("scan", project, "--format", "json")
    files = {file["path"]: file for file in done.json()["files"]}

    assert done.status == 0
    assert [problem["kind"] for problem in files["bad.py"]["problems"]] == [kind]
    assert files["model.py"]["uses"] != []


def test_what_is_no_notebook_is_named_as_not_read(project: Path) -> None:
    (project / "demo.ipynb").write_text("{}", encoding="utf-8")

    files = {file["path"]: file for file in mindport("scan", project, "--format", "json").json()["files"]}
    assert [problem["kind"] for problem in files["demo.ipynb"]["problems"]] == ["notebook"]


def test_source_in_its_declared_encoding_is_read(tmp_path: Path) -> None:
    text = "# -*- coding: gbk -*-\nimport torch\nx = '中文'; y = torch.zeros(1)\n"
    (tmp_path / "m.py").write_bytes(text.encode("gbk"))

    uses = mindport("scan", tmp_path, "--format", "json").json()["files"][0]["uses"]
    zeros = next(use for use in uses if use["api"] == "torch.zeros")
    assert (zeros["line"], zeros["column"]) == (3, text.splitlines()[2].index("torch") + 1)


def test_ten_thousand_lines_are_scanned(tmp_path: Path) -> None:
    body = "".join(f"def f{i}(x):\n    return torch.relu(x) + {i}\n\n\n" for i in range(2_500))
    (tmp_path / "long.py").write_text("import torch\n\n\n" + body, encoding="utf-8")

    document = mindport("scan", tmp_path, "--format", "json").json()

    assert apis(document).count("torch.relu") == 2_500
    assert document["summary"]["seconds"] < 20


def test_environments_and_caches_are_left_out(project: Path) -> None:
    for folder in ("venv", "__pycache__", ".git", "node_modules"):
        (project / folder).mkdir()
        (project / folder / "m.py").write_text("import torch\n", encoding="utf-8")
    (project / "venv" / "pyvenv.cfg").write_text("", encoding="utf-8")

    paths = [file["path"] for file in mindport("scan", project, "--format", "json").json()["files"]]
    assert paths == ["model.py", "pkg/plain.py"]


def test_link_that_leads_back_up_ends(project: Path) -> None:
    (project / "pkg" / "up").symlink_to(project, target_is_directory=True)

    paths = [file["path"] for file in mindport("scan", project, "--format", "json").json()["files"]]
    assert paths == ["model.py", "pkg/plain.py"]


_ENDED = """
import os, signal, sys
from mindport.cli import group
from mindport.project import scan

describe = scan.describe_file

def ended(describer, task, *more):
    if task.file.relative == "model.py":
        os.kill(os.getpid(), signal.SIGKILL)
    return describe(describer, task, *more)

if sys.argv[1] == "ended":
    scan.describe_file = ended
sys.exit(group.run(["scan", sys.argv[2], "--jobs", "2", "--format", "json"]))
"""


@pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="replaces a function in a copied process"
)
def test_a_process_that_is_ended_leaves_out_one_file_which_is_scanned_another_time(
    project: Path, tmp_path: Path
) -> None:
    def scan(how: str) -> dict[str, Any]:
        done = subprocess.run(
            [sys.executable, "-c", _ENDED, how, str(project)],
            env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
            capture_output=True,
            check=True,
        )
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    first = scan("ended")

    assert [problem["kind"] for problem in first["files"][0]["problems"]] == ["process-ended"]
    assert "SIGKILL" in first["files"][0]["problems"][0]["message"]
    assert [file["path"] for file in first["files"]] == ["model.py", "pkg/plain.py"]
    assert scan("as ever")["summary"]["uses"] > 0 == first["summary"]["uses"]

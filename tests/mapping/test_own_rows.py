"""A project's own rows extend and override MindPort's; one that is wrong is named and harms nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from mindport.engine import Engine, Settings
from mindport.mapping import own_files
from mindport.mapping.row import Target
from mindport.project import config

RELU = """\
torch: torch.relu
kind: function
returns: tensor
signature: "(input)"
equivalents:
- mindspore: mindspore.ops.selu
  on: {cpu: "2.0"}
"""
FUSED = """\
torch: torch.ops.ours.fused
kind: function
returns: tensor
signature: "(input, scale=1.0)"
equivalents:
- helper: fused
  on: {cpu: "2.0", ascend: "2.0"}
"""


def project(folder: Path, **rows: str) -> Path:
    (folder / ".mindport" / "rows").mkdir(parents=True)
    (folder / ".mindport" / "helpers").mkdir()
    for name, text in rows.items():
        (folder / ".mindport" / "rows" / f"{name}.yaml").write_text(text)
    return folder


def engine(folder: Path) -> Engine:
    return Engine(Settings(Target.CPU, own=own_files.find(folder)))


def test_a_row_of_the_project_overrides_ours_and_leaves_the_rest(tmp_path: Path) -> None:
    made = engine(project(tmp_path, relu=RELU))

    assert made.row_errors == ()
    text = made.migrate_text("import torch\ny = torch.relu(torch.ones(2))\n").text
    assert "ops.selu(" in text and "mint.ones(" in text
    assert Engine(Settings(Target.CPU)).row("torch.relu") != made.row("torch.relu")


def test_a_row_of_the_project_may_bring_its_helper(tmp_path: Path) -> None:
    project(tmp_path, fused=FUSED)
    (tmp_path / ".mindport" / "helpers" / "fused.py").write_text(
        'def fused(input, scale=1.0):\n    """Ours."""\n    return input\n'
    )
    made = engine(tmp_path)
    migrated = made.migrate_text("import torch\ny = torch.ops.ours.fused(torch.ones(2), scale=2.0)\n")

    assert "fused(" in migrated.text and migrated.helpers == {"fused"}
    assert "def fused(input, scale=1.0)" in made.helpers_module(migrated.helpers)


def test_rows_are_found_from_a_file_deep_in_the_project(tmp_path: Path) -> None:
    project(tmp_path, relu=RELU)
    file = tmp_path / "a" / "b" / "model.py"
    file.parent.mkdir(parents=True)
    file.write_text("import torch\n")

    found = config.load(file).rows
    assert found is not None and found.folder == (tmp_path / ".mindport").resolve()
    assert own_files.find(tmp_path.parent) is None or own_files.find(tmp_path.parent) != found


def test_errors_name_file_line_and_field_and_disable_nothing_else(tmp_path: Path) -> None:
    made = engine(
        project(
            tmp_path,
            field=FUSED.replace("returns:", "yields:").replace("fused", "other"),
            helper=FUSED,
            relu=RELU,
            signature=RELU.replace("torch.relu", "torch.sigmoid").replace('"(input)"', '"(input"'),
            spelling=RELU.replace("torch.relu", "torch.ceil").replace("mindspore.ops", "ops"),
            tpu=RELU.replace("torch.relu", "torch.tanh").replace("cpu:", "tpu:"),
            yaml="torch: [\n",
            zz_twice=RELU,
        )
    )
    heads = [line.split(": ", 2)[:2] for line in made.row_errors]

    assert heads == [
        [".mindport/rows/field.yaml:3", "yields"],
        [".mindport/rows/helper.yaml:6", "equivalents[0].helper"],
        [".mindport/rows/signature.yaml:4", "signature"],
        [".mindport/rows/spelling.yaml:6", "equivalents[0].mindspore"],
        [".mindport/rows/tpu.yaml:7", "equivalents[0].on"],
        heads[5],
        [".mindport/rows/zz_twice.yaml:1", "torch"],
    ]
    assert heads[5][0].startswith(".mindport/rows/yaml.yaml:")
    assert "ops.selu(" in made.migrate_text("import torch\ny = torch.relu(torch.ones(2))\n").text


def test_the_command_line_follows_them_and_names_what_is_wrong(tmp_path: Path) -> None:
    project(tmp_path, relu=RELU, bad=RELU.replace("kind: function", "kind: thing").replace("relu", "tanh"))
    (tmp_path / "m.py").write_text("import torch\ny = torch.relu(torch.ones(2))\n")
    command = [sys.executable, "-m", "mindport", "scan", "m.py", "--target", "cpu", "--format", "json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)

    assert done.returncode == 0
    assert done.stderr.startswith("mindport: .mindport/rows/bad.yaml:2: kind: expected one of")
    assert "mindspore.ops.selu" in done.stdout

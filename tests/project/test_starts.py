"""Programs that start below a project's root find its helpers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.project.migration import HELPERS_FILE
from mindport.project.starts import Written, folders, forwarding

_HELPED = "from mindport_helpers import DataLoader\n"


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"src/train.py": "from model import Net\n", "src/model.py": _HELPED}, ["src"]),
        ({"src/train.py": "from nets.model import Net\n", "src/nets/model.py": _HELPED}, ["src"]),
        ({"train.py": "from nets.model import Net\n", "nets/model.py": _HELPED}, []),
        ({"train.py": "from nets import model\n", "nets/model.py": _HELPED, "nets/__init__.py": ""}, []),
        ({"nets/model.py": _HELPED, "nets/__init__.py": "from .model import Net\n"}, []),
        ({"a/b/main.py": _HELPED, "a/c/main.py": "import numpy\n", "d.py": _HELPED}, ["a/b"]),
        ({"tools/train.py": "if __name__ == '__main__':\n    " + _HELPED, "tools/__init__.py": ""}, ["tools"]),
        ({"lib/base.py": "from . import other\n" + _HELPED, "lib/other.py": ""}, []),
        ({"nets/broken.py": "from (\n" + _HELPED}, []),
    ],
)
def test_a_folder_is_one_that_programs_start_in(files: dict[str, str], found: list[str]) -> None:
    assert folders(Written(path, text, text.endswith(_HELPED)) for path, text in files.items()) == found


def test_what_stands_there_for_the_helpers_is_the_helpers(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    (tmp_path / HELPERS_FILE).write_text("class DataLoader:\n    pass\n")
    (folder / HELPERS_FILE).write_text(forwarding("a/b", HELPERS_FILE))
    (folder / "main.py").write_text(
        _HELPED + "import mindport_helpers\nprint(mindport_helpers.DataLoader is DataLoader)\n"
    )

    done = subprocess.run([sys.executable, folder / "main.py"], capture_output=True, text=True, check=False)

    assert done.stdout == "True\n", done.stderr


def test_a_migrated_folder_of_programs_has_them(tmp_path: Path) -> None:
    (tmp_path / "in" / "src").mkdir(parents=True)
    (tmp_path / "in" / "src" / "train.py").write_text(
        "from torch.utils.data import DataLoader\n\nloader = DataLoader(range(4), collate_fn=list)\n"
    )
    Engine(Settings(target=Target.CPU)).migrate([tmp_path / "in"], tmp_path / "out")

    assert (tmp_path / "out" / HELPERS_FILE).is_file()
    assert (tmp_path / "out" / "src" / HELPERS_FILE).is_file()

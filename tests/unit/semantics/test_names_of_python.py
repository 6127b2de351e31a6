"""Modules of a project that are named as one of the standard library."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.engine import Engine

_MODULE = "import torch\n\n\ndef make():\n    return torch.ones(2)\n"


def _found(folder: Path, file: str, text: str, files: dict[str, str]) -> list[str]:
    for name, content in {"setup.py": "", **files, file: text}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, "utf-8")
    return [use.api for use in Engine().analyze(text, folder / file).uses if use.receiver is not None]


@pytest.mark.parametrize(
    "text",
    [
        "import torch\nfrom code import make\nmake().sum()\n",
        "import torch\nimport code\ncode.make().sum()\n",
        "import torch\nimport code as c\nc.make().sum()\n",
        "import torch\ndef f():\n    from code import make as made\n    return made().sum()\n",
        "import torch\nfrom code import *\nmake().sum()\n",
        "from code import make\nmake().sum()\n",
    ],
)
def test_a_file_beside_the_program_comes_first(tmp_path: Path, text: str) -> None:
    assert _found(tmp_path, "train.py", text, {"code.py": _MODULE}) == ["torch.Tensor.sum"]


def test_a_package_comes_first_a_mere_folder_does_not(tmp_path: Path) -> None:
    text = "import torch\nfrom code.parts import make\nmake().sum()\n"

    assert _found(tmp_path / "a", "t.py", text, {"code/parts.py": _MODULE, "code/__init__.py": ""}) == [
        "torch.Tensor.sum"
    ]
    assert _found(tmp_path / "b", "t.py", text, {"code/parts.py": _MODULE}) == []


def test_within_a_package_what_lies_beside_is_not_meant(tmp_path: Path) -> None:
    text = "import torch\nfrom queue import make\nfrom code import make as other\nmake().sum()\nother().mean()\n"
    files = {"net/__init__.py": "", "net/queue.py": _MODULE, "code.py": _MODULE}

    assert _found(tmp_path, "net/a.py", text, files) == ["torch.Tensor.mean"]


def test_what_python_has_at_its_start_is_pythons(tmp_path: Path) -> None:
    text = "import torch\nfrom os import make\nfrom typing import make as other\nmake().sum()\nother().mean()\n"

    assert _found(tmp_path, "a.py", text, {"os.py": _MODULE, "typing.py": _MODULE}) == []


def test_what_the_file_does_not_bind_is_what_it_was(tmp_path: Path) -> None:
    text = "import torch\nfrom argparse import Namespace\nimport argparse\n\n\ndef f(a: argparse.Namespace, b: Namespace):\n"
    text += "    return a.x.sum(), b.x.sum(), argparse.make()\n"

    alone = _found(tmp_path / "a", "a.py", text, {})

    assert _found(tmp_path / "b", "a.py", text, {"argparse.py": _MODULE}) == alone

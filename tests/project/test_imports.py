"""Which files of a project a file needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.project import walk
from mindport.project.imports import closure, is_package, package_root


def project(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_the_root_is_above_the_outermost_package(tmp_path: Path) -> None:
    project(tmp_path, net__layers__conv="import torch")
    (tmp_path / "net" / "__init__.py").touch()
    (tmp_path / "net" / "layers" / "__init__.py").touch()
    assert package_root(tmp_path / "net" / "layers" / "conv.py") == tmp_path


def test_a_package_without_init_files_is_known_by_its_imports(tmp_path: Path) -> None:
    project(tmp_path, models__net="from models.parts import g", models__parts="import torch")
    root = package_root(tmp_path / "models" / "net.py")
    assert root == tmp_path
    found = closure(tmp_path / "models" / "net.py", root)
    assert [path.name for path in found] == ["net.py", "parts.py"]


def test_installed_packages_do_not_move_the_root(tmp_path: Path) -> None:
    project(tmp_path, models__net="import torch, numpy, os", torch__x="")
    assert package_root(tmp_path / "models" / "net.py") == tmp_path / "models"


def test_a_file_that_does_not_parse_stands_alone(tmp_path: Path) -> None:
    project(tmp_path, net="def (")
    assert closure(tmp_path / "net.py", package_root(tmp_path / "net.py")) == [tmp_path / "net.py"]


@pytest.mark.parametrize(
    ("text", "package"),
    [
        ("from agents.base import Base\n", False),
        ("import agents\n", False),
        ("from .base import Base\n", True),
        ("from ..top import Top\nfrom agents.base import Base\n", True),
        ("from . import base\nfrom agents import base\n", False),
        ("import logging\nimport elsewhere\n", True),
    ],
)
def test_a_root_with_an_init_that_programs_start_in_is_no_package(tmp_path: Path, text: str, package: bool) -> None:
    (tmp_path / "agents").mkdir()
    for name in ("__init__.py", "top.py", "logging.py", "agents/__init__.py"):
        (tmp_path / name).write_text("")
    (tmp_path / "agents" / "base.py").write_text("Base = 1\n")
    (tmp_path / "agents" / "other.py").write_text(text.replace("from .base", "from .. import top\nfrom .base"))

    assert is_package(walk.walk([tmp_path])) is package


@pytest.mark.parametrize(
    ("text", "package"), [("import agents\nfrom top import Top\n", False), ("import agents\n", True)]
)
def test_an_init_that_nobody_imports_makes_no_package(tmp_path: Path, text: str, package: bool) -> None:
    (tmp_path / "agents").mkdir()
    (tmp_path / "__init__.py").write_text("from . import top\n")
    for name in ("top.py", "agents/__init__.py"):
        (tmp_path / name).write_text("")
    (tmp_path / "train.py").write_text(text)

    assert is_package(walk.walk([tmp_path])) is package


def test_a_package_with_a_module_of_its_own_name_is_one(tmp_path: Path) -> None:
    root = tmp_path / "layers"
    root.mkdir()
    (root / "__init__.py").write_text("from layers.layers import Layer\n")
    (root / "layers.py").write_text("Layer = 1\n")
    (root / "wrapper.py").write_text("from layers.layers import Layer\nfrom layers import wrapper\n")

    assert is_package(walk.walk([root]))


def test_a_root_without_an_init_is_no_package(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("from . import two\n")

    assert not is_package(walk.walk([tmp_path]))

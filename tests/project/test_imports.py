"""Which files of a project a file needs."""

from __future__ import annotations

from pathlib import Path

from mindport.project.imports import closure, package_root


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

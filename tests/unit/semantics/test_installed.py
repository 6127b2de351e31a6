"""Packages that are installed beside the one that is analysed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mindport.engine import Engine, Settings

_MAKES = "import torch\n\n\ndef make():\n    return torch.ones(2)\n"
_USES = "import torch\nfrom other import make\nmake().sum()\n"


def _install(folder: Path, distribution: str, packages: str, *needed: str, named: str | None = None) -> None:
    metadata = folder / f"{distribution}-1.0.dist-info"
    metadata.mkdir(parents=True)
    lines = ["Metadata-Version: 2.4", f"Name: {distribution}", *(f"Requires-Dist: {one}" for one in needed)]
    (metadata / "METADATA").write_text("\n".join([*lines, "", "Requires-Dist: torch, says the text below.", ""]))
    if named is not None:
        (metadata / "top_level.txt").write_text(f"{named}\n")
    for package in packages.split():
        (folder / package).mkdir()
        (folder / package / "__init__.py").write_text(_MAKES)


def _found(folder: Path, file: str = "mine/net.py", text: str = _USES, *, snapshot: bool = False) -> list[str]:
    (folder / file).parent.mkdir(exist_ok=True)
    (folder / file).write_text(text)
    engine = Engine(Settings(), snapshot=snapshot)
    return [use.api for use in engine.analyze(text, folder / file).uses if use.receiver is not None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    _install(tmp_path, "mine", "mine", "other")
    return tmp_path


@pytest.mark.parametrize("snapshot", [False, True])
@pytest.mark.parametrize("needed", [(), ("numpy>=1.2", "torchmetrics; extra == 'x'")])
def test_one_that_needs_torch_is_followed(folder: Path, needed: tuple[str, ...], snapshot: bool) -> None:
    _install(folder, "other", "other", *needed)

    assert _found(folder, snapshot=snapshot) == (["torch.Tensor.sum"] if needed else [])


@pytest.mark.parametrize("needed", ["torch", "torch>=2,<3", "torchvision (>=0.1)", 'Torch[opt]==2; extra == "all"'])
def test_also_where_it_is_an_option(folder: Path, needed: str) -> None:
    _install(folder, "other", "other", "numpy", needed)

    assert _found(folder) == ["torch.Tensor.sum"]


def test_also_through_what_it_needs(folder: Path) -> None:
    _install(folder, "other", "other", "Some.Layers>=2")
    _install(folder, "some_layers", "layers", "other", "torch")

    assert _found(folder) == ["torch.Tensor.sum"]


def test_not_through_what_it_may_need(folder: Path) -> None:
    _install(folder, "other", "other", "some-layers; extra == 'tests'")
    _install(folder, "some_layers", "layers", "torch")

    assert _found(folder) == []


def test_a_package_may_be_named_otherwise_than_what_installed_it(folder: Path) -> None:
    _install(folder, "An_Other", "other", "numpy", named="_other\nother")

    assert _found(folder) == []


def test_what_nothing_speaks_of_is_followed(folder: Path) -> None:
    (folder / "other.py").write_text(_MAKES)

    assert _found(folder) == ["torch.Tensor.sum"]


def test_a_package_is_no_stranger_to_itself(folder: Path) -> None:
    (folder / "mine" / "parts.py").write_text(_MAKES)
    (folder / "mine" / "within").mkdir()
    (folder / "mine" / "within" / "__init__.py").write_text("")

    assert _found(folder, "mine/within/net.py", _USES.replace("other", "mine.parts")) == ["torch.Tensor.sum"]


def test_a_name_that_begins_alike_is_another_package(folder: Path) -> None:
    _install(folder, "oth", "oth")
    _install(folder, "other", "other")
    (folder / "other" / "net.py").write_text("")

    assert _found(folder, "other/net.py", _USES.replace("other", "oth")) == []


def test_a_module_beside_the_packages_is_no_package(folder: Path) -> None:
    _install(folder, "other", "other")

    assert _found(folder, "net.py") == []


def test_a_project_that_is_not_installed_has_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "__init__.py").write_text(_MAKES)

    assert _found(tmp_path) == ["torch.Tensor.sum"]


def test_what_is_installed_later_counts(folder: Path) -> None:
    _install(folder, "other", "other")
    assert _found(folder) == []
    engine = Engine(Settings())
    file = folder / "mine" / "net.py"
    assert not [use for use in engine.analyze(_USES, file).uses if use.receiver is not None]

    metadata = folder / "other-1.0.dist-info" / "METADATA"
    metadata.write_text("Name: other\nRequires-Dist: torch\n")
    os.utime(folder, ns=(1, 1))  # as installing does

    assert [use.api for use in engine.analyze(_USES, file).uses if use.receiver is not None] == ["torch.Tensor.sum"]

"""Modules that a call imports by their name."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from found_uses import NO_ROWS, analysis

from mindport.analysis.analyze import analyze
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source


def _certain(text: str) -> list[str]:
    found = analysis(textwrap.dedent(text)).uses
    return [use.api for use in found if use.certainty.value != "guessed" and use.role.value != "import"]


@pytest.mark.parametrize(
    "imported",
    [
        "import importlib\nt = importlib.import_module('torch')",
        "from importlib import import_module\nt = import_module('torch')",
        "import torch\nfrom utils import lazy_import\nt = lazy_import('torch')",
        "import torch\nt = __import__('torch.nn')",
        "import torch, pytest\nt = pytest.importorskip('torch', '2.0')",
        "import torch\nfrom monai.utils import optional_import\nt, has_torch = optional_import('torch')",
        "import torch\nt = LazyModule('torch')",
        "from utils import LazyLoader\nt = LazyLoader('t', globals(), 'torch')",
    ],
)
def test_torch_that_is_imported_by_a_call(imported: str) -> None:
    assert _certain(f"{imported}\nt.ones(3).sum()") == ["torch.ones", "torch.Tensor.sum"]


@pytest.mark.parametrize(
    "imported",
    [
        "t = lazy_import(name)",
        "t = import_module('.torch', 'package')",
        "t = optional_import('torch.utils', 'data')",
        "t, there = optional_import('torch.utils', name='data')",
        "t = reimport('torch')",
        "t = lazy_import('a b')",
        "t = LazyLoader('torch', globals(), 'net')",
        "t = LazyLoader('torch', globals(), name)",
        "t = LazyLoader('torch', there, 'torch')",
        "t = load_module('torch', globals(), 'torch')",
    ],
)
def test_what_a_call_gives_otherwise_is_no_module(imported: str) -> None:
    assert _certain(f"import torch\n{imported}\nt.ones(3)") == []


@pytest.mark.parametrize("library", ["h5py", "numpy", "nibabel"])
def test_arrays_of_a_library_that_a_call_imports_are_none_of_torch_s(library: str) -> None:
    text = f"""
    import torch
    def f(path):
        lib = lazy_import('{library}')
        with lib.File(path) as file:
            return file['x'].shape, file['x'][:].tolist(), lib.load(path)[..., 0].mean(0)
    """
    assert _certain(text) == []


def test_a_module_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "parts.py").write_text("import torch\ndef make():\n    return torch.ones(2)\n")
    file = tmp_path / "main.py"
    file.write_text("import importlib, torch\nparts = importlib.import_module('parts')\nparts.make().sum()\n")
    found = analyze(read_source(file), NO_ROWS, ProjectFiles(NO_ROWS, tmp_path)).uses

    assert [use.api for use in found if use.receiver is not None] == ["torch.Tensor.sum"]

"""Names that branches take from torch or from a library: what an import brings is converted, a variable stays what it is."""

from __future__ import annotations

from pathlib import Path

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))
NORMS = """try:
    from apex.normalization import FusedLayerNorm as LayerNorm
except ImportError:
    from torch.nn import LayerNorm
"""


def _migrated(folder: Path, **files: str) -> dict[str, str]:
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return {name: _ENGINE.migrate_text(text, folder / f"{name}.py").text for name, text in files.items()}


def test_what_an_import_of_a_branch_brings_is_converted_also_elsewhere(tmp_path: Path) -> None:
    use = "norm = LayerNorm(3)\nprint(isinstance(norm, LayerNorm))\n"

    found = _migrated(tmp_path, norms=NORMS + use, other="from norms import LayerNorm\n" + use)

    converted = "norm = nn.LayerNorm((3,), epsilon=1e-05)\nprint(isinstance(norm, nn.LayerNorm))\n"
    assert found["other"] == "from mindspore import nn\n" + converted
    assert found["norms"].endswith("except ImportError:\n    pass\n" + converted)


def test_that_it_may_be_another_is_said(tmp_path: Path) -> None:
    findings = _ENGINE.analyze(NORMS + "LayerNorm(3)\n", tmp_path / "a.py").findings

    assert findings[-1].notes[0].kind == "unresolved-condition"
    assert findings[-1].fix.value == "unsafe"


def test_a_variable_that_a_branch_gives_a_library_s_keeps_its_name(tmp_path: Path) -> None:
    text = """import torch
from torch import nn
from apex.normalization import FusedLayerNorm

if fused:
    Norm = FusedLayerNorm
else:
    Norm = nn.GroupNorm
print(Norm(1, 3), isinstance(norm, Norm))
"""

    found = _migrated(tmp_path, norms=text, other="import torch\nfrom norms import Norm\n\nprint(Norm(1, 3))\n")

    assert "    Norm = TorchGroupNorm\nprint(Norm(1, 3), isinstance(norm, Norm))\n" in found["norms"]
    assert found["other"] == "from norms import Norm\n\nprint(Norm(1, 3))\n"


def test_a_name_that_holds_an_element_type_of_another_file_is_left_to_that_file(tmp_path: Path) -> None:
    use = "import torch\nfrom macro import DTYPE\nx = torch.zeros(3, dtype=DTYPE)\n"

    found = _migrated(tmp_path, macro="import torch\nDTYPE = torch.float32\n", other=use)

    assert "DTYPE = ms.float32" in found["macro"]
    assert "dtype=DTYPE" in found["other"]


def test_a_try_between_places_of_torch_goes_where_nothing_reads_what_it_brings(tmp_path: Path) -> None:
    text = """import torch

try:
    from torch.optim.lr_scheduler import LRScheduler
except ImportError:
    from torch.optim.lr_scheduler import _LRScheduler as LRScheduler


class Warmup(LRScheduler):
    pass
"""
    kept = text.replace("except ImportError:", "except ImportError:  # before 2.0")

    found = _migrated(tmp_path, plain=text, kept=kept)

    assert found["plain"] == (
        "from mindspore.experimental import optim\n\n\nclass Warmup(optim.lr_scheduler.LRScheduler):\n    pass\n"
    )
    assert "try:\n    pass\nexcept ImportError:  # before 2.0\n    pass\n" in found["kept"]


def test_it_stays_where_something_does(tmp_path: Path) -> None:
    brings = """try:
    from torch._C import _set_worker_pids as told
except ImportError:
    from torch._C import _update_worker_pids as told
"""

    found = _migrated(tmp_path, workers=f"import torch\n{brings}told(id(torch.relu(x)))\n")

    assert brings in found["workers"]
    assert found["workers"].endswith("\ntold(id(mint.nn.functional.relu(x)))\n")

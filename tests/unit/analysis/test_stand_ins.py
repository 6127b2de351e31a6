"""Names that one branch takes from torch and another from a library, and torch's names that other files import."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import apis, members, uses

from mindport.engine import Engine

FLAGGED = "try:\n    from torch.amp import GradScaler as Scaler\n    NEW = True\nexcept ImportError:\n    from torch.cuda.amp import GradScaler as Scaler\n    NEW = False"
AFTER = "\nlayer = Norm(3)\nisinstance(layer, Norm)\n"
EITHER = [
    "try:\n    from apex.normalization import FusedLayerNorm as Norm\nexcept ImportError:\n    from torch.nn import LayerNorm as Norm",
    "if fused:\n    from apex.normalization import FusedLayerNorm as Norm\nelse:\n    from torch.nn import LayerNorm as Norm",
    "if fused:\n    from torch.nn import LayerNorm as Norm\nelse:\n    from apex.normalization import FusedLayerNorm as Norm",
    "if one:\n    from torch.nn import LayerNorm as Norm\nelif two:\n    from ops.one import Norm\nelse:\n    from ops.two import Norm",
    "if one:\n    from ops.one import Norm\nelif two:\n    from torch.nn import LayerNorm as Norm\nelse:\n    raise ValueError",
    "from torch.nn import LayerNorm as Norm\ntry:\n    from apex.normalization import FusedLayerNorm as Norm\n    print()\nexcept ImportError:\n    pass",
]
MADE_OF_ONE = """
try:
    from apex.normalization import FusedLayerNorm
    class Norm(FusedLayerNorm):
        def forward(self, x):
            return super().forward(x)
except ImportError:
    from torch.nn import LayerNorm as Norm"""
EITHER.append(MADE_OF_ONE)
NOTHING = """
if here:
    from torch.nn import LayerNorm as Norm
else:
    class Norm:
        def __init__(self, *args, **kwargs):
            pass
        def __getattr__(self, name):
            return lambda *args: ..."""
EITHER.append(NOTHING)
LOADER = NOTHING.replace("torch.nn import LayerNorm as", "torch.utils.data import DataLoader as")
ASSIGNED = [
    "if one:\n    from ops.one import Norm\nelif two:\n    from ops.two import Norm\nelse:\n    Norm = nn.LayerNorm",
    "try:\n    import apex\n    Norm = apex.normalization.FusedLayerNorm\nexcept ImportError:\n    Norm = nn.LayerNorm",
    "try:\n    from apex.normalization import FusedLayerNorm as Norm\nexcept ImportError:\n    Norm = None\nif Norm is None:\n    Norm = nn.LayerNorm",
    "if fused:\n    from apex.normalization import FusedLayerNorm as One\nelse:\n    from torch.nn import LayerNorm as One\nNorm = One",
]
NEITHER = [
    "if fused:\n    from jax.nn import relu as Norm\nelse:\n    from torch import relu as Norm",
    "if fused:\n    from scipy.special import erf as Norm\nelse:\n    from torch.special import erf as Norm",
    "if fused:\n    from numpy import prod as Norm\nelse:\n    from torch import prod as Norm",
    "if fused:\n    from math import sqrt as Norm\nelse:\n    from torch import sqrt as Norm",
    "if fused:\n    from contextlib import nullcontext as Norm\nelse:\n    from torch.cuda.amp import autocast as Norm",
    "if fused:\n    class Norm:\n        pass\nelse:\n    from torch.nn import LayerNorm as Norm",
    "if fused:\n    class Norm:\n        def __init__(self, *a, **k):\n            self.a = a\nelse:\n    from torch.nn import LayerNorm as Norm",
    "if fused:\n    def Norm(n):\n        pass\nelse:\n    from torch.nn import LayerNorm as Norm",
    MADE_OF_ONE.replace("apex", ".apex"),
    MADE_OF_ONE.replace("Norm(FusedLayerNorm)", "Norm(nn.LayerNorm)"),
    "if fused:\n    from .mine import Norm\nelse:\n    from torch.nn import LayerNorm as Norm",
    "if fused:\n    from apex.one import Norm\nelse:\n    from apex.two import Norm",
    "if one:\n    from apex.one import Norm\nelif two:\n    from torch.nn import BatchNorm2d as Norm\nelse:\n"
    "    from torch.nn import LayerNorm as Norm",
    "if fused:\n    from apex.one import Norm\nelse:\n    Norm = nn.LayerNorm(3)",
    "if fused:\n    import cupy as Norm\nelse:\n    import torch as Norm",
    "if fused:\n    import apex as Norm\nelse:\n    from torch.nn import LayerNorm as Norm",
    "if fused:\n    import apex\n    Norm = apex.make()\nelse:\n    from torch.nn import LayerNorm as Norm",
    "kinds = [nn.LayerNorm, Fused]\nfor Norm in kinds:\n    pass",
]


@pytest.mark.parametrize("branches", EITHER)
def test_what_a_library_may_stand_in_for_is_torchs(branches: str) -> None:
    found = uses("import torch\nfrom torch import nn\n" + branches + AFTER)

    assert found[-2:] == ["torch.nn.LayerNorm call inferred [Norm]", "torch.nn.LayerNorm reference inferred [Norm]"]


def test_what_does_nothing_stands_in_for_a_class_that_is_no_module() -> None:
    assert uses("import torch" + LOADER + AFTER)[-2:] == [
        "torch.utils.data.DataLoader call inferred [Norm]",
        "torch.utils.data.DataLoader reference inferred [Norm]",
    ]


@pytest.mark.parametrize("branches", ASSIGNED)
def test_a_variable_that_may_hold_a_librarys_stays_what_it_is(branches: str) -> None:
    found = uses("import torch\nfrom torch import nn\n" + branches + AFTER)

    assert found[-2:] == ["torch.nn.LayerNorm reference inferred [Norm]"] * 2


@pytest.mark.parametrize("branches", NEITHER)
def test_what_may_be_something_else_is_not(branches: str) -> None:
    found = uses("import torch\nfrom torch import nn\n" + branches + AFTER)

    assert not [one for one in found if one.endswith("[Norm]")], found


def test_one_of_two_in_an_expression() -> None:
    head = (
        "import torch\nfrom torch import nn\nfrom apex.normalization import FusedLayerNorm\nfrom jax.nn import relu\n"
    )

    assert apis(head + "Norm = FusedLayerNorm if fused else nn.LayerNorm\nNorm(3)\n")[-1] == "torch.nn.LayerNorm"
    assert apis(head + "act = relu if fused else torch.relu\nact(3)\n") == ["torch.relu"]
    assert apis(head + "tt = torch.cuda if gpu else torch\ntt.FloatTensor(3)\n")[-1] == "torch.FloatTensor"
    assert apis(head + "Norm = FusedLayerNorm(3) if fused else nn.LayerNorm(3)\nNorm(3)\n") == ["torch.nn.LayerNorm"]


def test_what_torch_is_tried_for_first_is_an_import_as_before() -> None:
    text = "try:\n    from torch.nn import GELU\nexcept ImportError:\n    from ops.nn import GELU\nGELU()\n"

    assert uses(text) == ["torch.nn.GELU call imported [GELU]"]


def test_what_such_a_layer_gives_is_known() -> None:
    text = """
    try:
        from apex.normalization import FusedLayerNorm as LayerNorm
    except ImportError:
        from torch.nn import LayerNorm
    class Net(nn.Module):
        def __init__(self, n):
            super().__init__()
            self.norm = LayerNorm(n)
        def forward(self, x: torch.Tensor):
            return self.norm(x).view(1)
    """

    assert members(text) == ["T.view"]


def _uses_of_import(folder: Path, files: dict[str, str], text: str) -> list[str]:
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    for name, content in files.items():
        (folder / name).write_text("import torch\nfrom torch import nn\n" + content, encoding="utf-8")
    found = Engine().analyze("import torch\nfrom torch import nn\n" + text, folder / "a.py").uses
    return [f"{use.api} {use.role.value} {use.certainty.value}" for use in found if use.role.value != "import"]


def test_a_class_that_another_file_gives_a_name_is_a_use_by_that_name(tmp_path: Path) -> None:
    files = {
        "kinds.py": "Norm = nn.BatchNorm2d\nact = torch.relu\nkind = torch.float32\nsize = 3\nlayer = nn.ReLU()\n",
        "again.py": "from kinds import Norm, act, layer\n",
    }
    text = (
        "from again import Norm, act, layer\nfrom kinds import kind, size\nimport kinds\n"
        "class Mine(Norm):\n    pass\nisinstance(x, (Norm, nn.GroupNorm))\nact(Norm(size), kind, layer)\nkinds.Norm\n"
    )

    assert _uses_of_import(tmp_path, files, text) == [
        "torch.nn.BatchNorm2d base_class inferred",
        "torch.nn.BatchNorm2d reference inferred",
        "torch.nn.GroupNorm reference imported",
        "torch.relu call inferred",
        "torch.nn.BatchNorm2d call inferred",
        "torch.float32 reference inferred",
        "torch.nn.BatchNorm2d reference inferred",
    ]


def test_an_element_type_that_another_file_holds_is_a_use_where_it_is_read(tmp_path: Path) -> None:
    files = {"kinds.py": "DTYPE = torch.float32\nWIDE = torch.float64 if wide else torch.float32\n"}
    text = (
        "from kinds import DTYPE, WIDE\nimport kinds\ntorch.ones(1, dtype=DTYPE)\ntorch.ones(1, dtype=kinds.DTYPE)\n"
        "def make(kind=DTYPE):\n    own = DTYPE\n    return torch.ones(1, dtype=kind), torch.ones(1, dtype=own), WIDE\n"
    )

    found = _uses_of_import(tmp_path, files, text)

    assert [one for one in found if "float" in one] == ["torch.float32 reference inferred"] * 4


def test_a_star_import_brings_them_too(tmp_path: Path) -> None:
    files = {"kinds.py": "Norm = nn.BatchNorm2d\n_Norm = nn.LayerNorm\n"}

    assert _uses_of_import(tmp_path, files, "from kinds import *\nisinstance(x, (Norm, _Norm))\n") == [
        "torch.nn.BatchNorm2d reference inferred"
    ]


def test_a_function_that_gives_several_classes(tmp_path: Path) -> None:
    files = {
        "kinds.py": (
            "VERSION = torch.__version__\n"
            "def _norms():\n    if VERSION == 'tuned':\n        from tuned.nn import _BatchNorm, Sync\n    else:\n"
            "        from torch.nn.modules.batchnorm import _BatchNorm\n        Sync = nn.SyncBatchNorm\n"
            "    return _BatchNorm, Sync, nn.Linear\n"
            "_BatchNorm, Sync, Full = _norms()\n"
            "def _mine():\n    from mine import A\n    return A, 3\n"
            "A, B = _mine()\n"
        ),
        "mine.py": "class A:\n    pass\n",
    }
    text = "from kinds import _BatchNorm, Full, Sync, A, B\nisinstance(layer, (_BatchNorm, Sync, Full, nn.GroupNorm, A, B))\n"

    assert _uses_of_import(tmp_path, files, text) == [
        "torch.nn.modules.batchnorm._BatchNorm reference imported",
        "torch.nn.SyncBatchNorm reference inferred",
        "torch.nn.Linear reference inferred",
        "torch.nn.GroupNorm reference imported",
    ]


def test_the_projects_own_class_beside_torchs_leaves_it_open(tmp_path: Path) -> None:
    files = {
        "mine.py": "class Norm:\n    pass\n",
        "kinds.py": "if fused:\n    from mine import Norm\nelse:\n    from torch.nn import LayerNorm as Norm\n"
        "if fused:\n    from apex.normalization import Fused\nelse:\n    Fused = nn.LayerNorm\n",
    }

    assert _uses_of_import(tmp_path, files, "from kinds import Norm, Fused\nNorm(3)\nFused\n") == [
        "torch.nn.LayerNorm reference inferred"
    ]


def test_classes_that_torch_keeps_to_itself_are_classes() -> None:
    text = "from torch.nn.modules.conv import _ConvTransposeMixin, _ntuple\nisinstance(x, _ConvTransposeMixin)\nprint(_ntuple)\n"

    assert uses(text) == ["torch.nn.modules.conv._ConvTransposeMixin reference imported [_ConvTransposeMixin]"]


def test_the_import_that_works_comes_first_where_a_flag_is_set_beside_it() -> None:
    assert apis(f"{FLAGGED}\nScaler('cpu')")[-1] == "torch.amp.GradScaler"

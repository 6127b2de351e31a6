"""Star imports of torch and torchvision: exactly what is used comes instead, in the file and in those that import it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))


def _migrated(folder: Path, **files: str) -> dict[str, str]:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    out: dict[str, str] = {}
    for name, text in files.items():
        made = Engine(_ENGINE.settings, _ENGINE.index).migrate_text(text, folder / f"{name}.py").text
        compile(made, name, "exec")
        out[name] = made
    return out


LAYERS = """from torch.nn import *
from torchvision.models import *
from torchvision.transforms import *


class Mine(Module):
    pass
"""


def test_what_stays_is_imported_by_name() -> None:
    text = "from torchvision.models import *\n\nnet = regnet_y_8gf()\n\n\ndef other():\n    return maxvit_t(), sorted([])\n"
    lines = [line for line in _ENGINE.migrate_text(text).text.splitlines() if not line.strip().startswith("#")]

    assert lines[0] == "from torchvision.models import regnet_y_8gf"
    assert "    from torchvision.models import maxvit_t" in lines


def test_a_name_without_a_row_comes_from_the_only_star_import() -> None:
    text = "from torchvision.models import *\n\nwhich = MaxVit_T_Weights.DEFAULT\nprint(which)\n"

    assert _ENGINE.migrate_text(text).text == text.replace("import *", "import MaxVit_T_Weights")


@pytest.mark.parametrize("other", ["torchvision.models", "elsewhere"])
def test_star_imports_stay_where_a_name_may_be_of_either(other: str) -> None:
    text = f"from torchvision.transforms import *\nfrom {other} import *\n\nt = [ToTensor()]\nprint(unheard_of)\n"
    made = _ENGINE.migrate_text(text).text

    assert f"from torchvision.transforms import *\nfrom {other} import *\n" in made
    assert "t = [ds.vision.ToTensor()]" in made and made.endswith("print(unheard_of)\n")


def test_names_that_come_by_way_of_a_file_do_without_it(tmp_path: Path) -> None:
    found = _migrated(
        tmp_path,
        layers=LAYERS,
        member="import layers\n\nfc = layers.Linear(2, 3)\nt = [layers.ToTensor()]\nnet = layers.Mine()\n",
        named="from layers import Linear, Mine, ToTensor, maxvit_t\n\nfc = Linear(2, 3)\nt = [ToTensor()]\nnet = maxvit_t()\n",
        star="from layers import *\n\nfc = Linear(2, 3)\nt = [ToTensor()]\nnet = Mine()\n",
    )

    assert found["layers"] == "from mindspore import nn\n\n\nclass Mine(nn.Cell):\n    pass\n"
    for name, text in found.items():
        assert name == "layers" or ("mint.nn.Linear(2, 3)" in text and "ds.vision.ToTensor()" in text), text
    assert found["member"].startswith("import layers\n") and found["member"].endswith("net = layers.Mine()\n")
    assert "from layers import Mine\nfrom torchvision.models import maxvit_t\n" in found["named"]
    assert found["star"].startswith("from layers import *\n")


def test_a_helper_gives_way_to_the_file_s_own_class() -> None:
    text = "from torchvision.datasets import *\n\n\nclass MNIST:\n    data = FashionMNIST('data')\n"
    made = _ENGINE.migrate_text(text + "\n\nprint(MNIST)\n").text

    assert "from mindport_helpers import FashionMNIST\n" in made and "class MNIST:" in made


def test_names_of_the_project_s_own_star_import_are_not_torchvision_s(tmp_path: Path) -> None:
    found = _migrated(
        tmp_path,
        crops="from torchvision.transforms import Resize\n\n__all__ = ['Crop', 'crop']\n\nclass Crop:\n    pass\n\n"
        "def crop(x):\n    return Resize(3)\n",
        build="from torchvision.transforms import *\nfrom crops import *\n\nall = [Crop(), crop(1), ToTensor()]\n",
    )

    assert found["build"] == (
        "from crops import *\nimport mindspore.dataset as ds\n\nall = [Crop(), crop(1), ds.vision.ToTensor()]\n"
    )


def test_a_variable_that_is_called_like_an_import_is_none() -> None:
    text = (
        "from torchvision import datasets, transforms\n\n"
        "def load(path):\n    transforms = options(path)\n    return datasets.ImageFolder(path, transform=transforms)\n\n"
        "def options(path, datasets=None):\n    return transforms.Compose([transforms.ToTensor(), datasets.LSUN])\n"
    )

    assert _ENGINE.migrate_text(text).text == (
        "import mindspore.dataset as ds\nfrom mindport_helpers import Compose, ImageFolder\n\n"
        "def load(path):\n    transforms = options(path)\n    return ImageFolder(path, transform=transforms)\n\n"
        "def options(path, datasets=None):\n    return Compose([ds.vision.ToTensor(), datasets.LSUN])\n"
    )

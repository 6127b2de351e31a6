"""Pictures on their way into tensors: what transforms give to code that is torch's, and who reads a data set."""

from __future__ import annotations

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

_ENGINE = Engine(Settings(target=Target.CPU))
_DATA = """\
from torch.utils.data import DataLoader, Dataset


class Pictures(Dataset):
    def __init__(self, paths, transform):
        self.paths, self.transform = paths, transform

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, i):
        picture = {get}
        return picture, i


loader = DataLoader(Pictures([], None), batch_size=2, num_workers=4)
"""


def test_a_picture_made_a_tensor_is_one() -> None:
    source = (
        "import torch\nfrom torchvision import transforms\nimport torchvision.transforms.functional as TF\n\n"
        "x = transforms.ToTensor()(picture).unsqueeze(0)\ny = TF.to_tensor(picture)\nt = transforms.ToTensor()\n"
    )

    made = _ENGINE.migrate_text(source).text

    assert "x = to_tensor(picture).unsqueeze(0)\ny = to_tensor(picture)\nt = to_tensor\n" in made


def test_transforms_that_may_compute_run_in_threads() -> None:
    assert "num_parallel_workers=4, python_multiprocessing=False" in _read("self.transform(self.paths[i])")
    assert "python_multiprocessing" not in _read("open(self.paths[i])")


def _read(get: str) -> str:
    return _ENGINE.migrate_text(_DATA.replace("{get}", get)).text

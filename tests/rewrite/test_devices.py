"""Which device a script runs on: MindSpore is told its number, where torch is."""

from __future__ import annotations

import pytest

from mindport.engine import Engine, Settings
from mindport.mapping.row import Target

WORKER = """import torch


def worker(rank, args):
    device = {chosen}
    torch.cuda.set_device(device)
    return device
"""


@pytest.mark.parametrize(
    ("chosen", "number"),
    [
        ('torch.device("cuda", rank)', ", rank"),
        ('torch.device("cuda", index=args.rank)', ", args.rank"),
        ('torch.device(f"cuda:{rank}")', ", rank"),
        ('torch.device(f"cuda:{args.ranks[0]}")', ", args.ranks[0]"),
        ('torch.device("cuda:3")', ", 3"),
        ('torch.device("cuda")', ""),
        ('torch.device("cpu")', ""),
        ('torch.device("cuda", torch.cuda.current_device())', ""),
        ('torch.device(f"{args.device}:{rank}")', ""),
        ("torch.device(args.device)", ""),
    ],
)
def test_the_number_of_a_device_is_told(chosen: str, number: str) -> None:
    text = WORKER.format(chosen=chosen)
    found = Engine(Settings(target=Target.ASCEND)).migrate_text(text).text
    assert found == (
        "import mindspore as ms\n\n\ndef worker(rank, args):\n"
        f'    device = "Ascend"\n    ms.set_device(device{number})\n    return device\n'
    )
    alone = Engine(Settings(target=Target.CPU)).migrate_text(text).text
    assert '    device = "CPU"\n    ms.set_device(device)\n    return device\n' in alone


def test_a_device_by_its_number_alone_is_set() -> None:
    text = "import torch\n\n\ndef worker(gpu):\n    torch.cuda.set_device(gpu)\n"
    found = Engine(Settings(target=Target.ASCEND)).migrate_text(text).text
    assert found.endswith('    ms.set_device("Ascend", gpu)\n')


def test_a_number_is_told_also_where_something_may_have_run_before() -> None:
    text = 'import torch\nimport own\n\ndevice = torch.device("cuda", own.rank)\n'
    found = Engine(Settings(target=Target.ASCEND)).migrate_text(text).text
    guard = 'if ms.get_context("device_target") != device or ms.get_context("device_id") != own.rank:\n'
    assert found.endswith(f'device = "Ascend"\n{guard}    ms.set_device(device, own.rank)\n')


@pytest.mark.parametrize(
    "chosen",
    ['torch.device("cpu") if device is None else device', 'device if device is not None else torch.device("cpu")'],
)
def test_a_device_of_which_none_means_a_default_is_one(chosen: str) -> None:
    text = f"import torch\n\n\nclass Runner:\n    def __init__(self, device=None):\n        self.device = {chosen}\n\n"
    text += '    def on_gpu(self):\n        return self.device.type == "cuda"\n'
    found = Engine(Settings(target=Target.CPU)).migrate_text(text).text
    assert "self.device.type" not in found, found

"""Dicts that are declared to hold anything: batches, and the states of models."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import NO_ROWS, members

from mindport.analysis.analyze import analyze
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source


def _certain(code: str) -> list[str]:
    return [one for one in members(code) if one.startswith("T.") and not one.endswith("?")]


@pytest.mark.parametrize("annotation", ["", ": dict[str, Any]", ": dict", ": Dict[str, Any]"])
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("batch['image'].float()", ["T.float"]),
        ("batch['label'].type(torch.int32).cpu()", ["T.cpu", "T.type"]),
        ("batch['model'].float()", []),
        ("batch['text'].split()", []),
    ],
)
def test_what_a_batch_that_is_given_holds(annotation: str, text: str, found: list[str]) -> None:
    code = f"from typing import Any, Dict\ndef f(self, batch{annotation}):\n    return {text}\n"

    assert sorted(_certain(code)) == found


def test_what_is_not_given_or_no_batch_may_be_anything() -> None:
    assert _certain("def f(parts: dict):\n    return parts['image'].float()\n") == []
    assert _certain("def f():\n    batch = load()\n    return batch['image'].float()\n") == []


@pytest.mark.parametrize("annotation", ["", ": dict[str, Any]", ": Dict[str, Any]"])
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("state_dict[f'{prefix}.weight'].to(dtype)", ["T.to"]),
        ("state_dict[prefix + 'weight'].to(dtype)", ["T.to"]),
        ("[v.to(dtype) for k, v in state_dict.items()]", ["T.to"]),
        ("state_dict[prefix].to(dtype)", ["T.to"]),
        ("state_dict.get(prefix).to(dtype)", ["T.to"]),
        ("state_dict.pop(prefix).shape", ["T.shape"]),
        ("state_dict[3].to(dtype)", []),
    ],
)
def test_what_a_state_dict_that_is_given_holds(annotation: str, text: str, found: list[str]) -> None:
    code = f"from typing import Any, Dict\ndef f(state_dict{annotation}, prefix, dtype):\n    return {text}\n"

    assert _certain(code) == found


def test_what_a_sharded_module_holds() -> None:
    text = (
        "from torch.distributed.fsdp import FSDPModule\ndef f(net: 'FSDPModule', full_sd: dict, optimizer_sd: dict):\n"
        "    state = net.state_dict()\n    for name, one in full_sd.items():\n        one.to(state.get(name).dtype)\n"
        "    for one in optimizer_sd.values():\n        one.to(0)\n"
    )

    assert _certain(text) == ["T.dtype"]
    assert sorted(_certain(text.replace(": dict", ""))) == ["T.dtype", "T.to"]


TRAINING = """
import torch
from torch.utils.data import DataLoader
from steps import shown


def train(data):
    for batch in {0}:
        shown(batch, 1)


def sample(one):
    shown(one, 2)
"""


@pytest.mark.parametrize(
    ("file", "loader", "found"),
    [
        # arrays are at work here, so that nothing but what is given tells a tensor
        (
            "import numpy as np\ndef shown(part, n: int):\n    return np.stack([part['a'][n].cpu()])\n",
            "DataLoader(data)",
            ["cpu"],
        ),
        ("import numpy as np\ndef shown(part, n: int):\n    return np.stack([part['a'][n].cpu()])\n", "data", []),
        (
            "import torch\nimport numpy as np\ndef shown(batch: dict, n: int):\n    return np.stack([batch['a'].shape[n]])\n",
            "DataLoader(data)",
            ["shape"],
        ),
        (
            "import torch\nimport numpy as np\nfrom typing import Any\ndef shown(batch: dict[str, Any], n: int):\n"
            "    return np.stack([batch['a'].shape[n]])\n",
            "DataLoader(data)",
            ["shape"],
        ),
        (
            "import torch\nimport numpy as np\ndef shown(batch: dict, n: int):\n    return np.stack([batch['a'].shape[n]])\n",
            "data",
            [],
        ),
        # only batches are asked of other files, by their name
        (
            "import torch\nimport numpy as np\ndef shown(part: dict, n: int):\n    return np.stack([part['a'].shape[n]])\n",
            "DataLoader(data)",
            [],
        ),
    ],
)
def test_a_batch_that_another_file_gives(tmp_path: Path, file: str, loader: str, found: list[str]) -> None:
    (tmp_path / "steps.py").write_text(file, "utf-8")
    (tmp_path / "train.py").write_text(TRAINING.format(loader), "utf-8")

    uses = analyze(read_source(tmp_path / "steps.py"), NO_ROWS, ProjectFiles(NO_ROWS, tmp_path)).uses

    certain = [use.api for use in uses if use.certainty.value != "guessed"]
    assert [api.removeprefix("torch.Tensor.") for api in certain if "Tensor" in api] == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("for k in keys:\n        kept[k].shape\n        kept[k] = torch.as_tensor(kept[k])", []),
        ("for k in keys:\n        kept[k] = torch.as_tensor(kept[k])\n        kept[k].shape", ["T.shape"]),
        ("for k in keys:\n        kept[k] = torch.as_tensor(kept[k])\n    kept['a'].shape", ["T.shape"]),
        (
            "kept = {}\n    for k in keys:\n        kept.get(k).shape\n        kept[k] = torch.as_tensor(keys[k])",
            ["T.shape"],
        ),
    ],
)
def test_what_a_given_dict_holds_before_each_of_it_is_made_a_tensor(body: str, found: list[str]) -> None:
    code = f"import torch\nimport numpy as np\nimport cv2\ndef f(kept: dict, keys):\n    {body}\n"
    assert [one for one in members(code) if one.startswith("T.")] == found

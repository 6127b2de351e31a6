"""What is handed to a function of the user's own that takes it for no tensor is none: ``batch.to(device)``."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import NO_ROWS, apis, uses

from mindport.analysis.analyze import analyze
from mindport.engine import Engine
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source

LOOP = "import torch\n{}def train(loader, device):\n    for batch in loader:\n        batch = batch.to(device)\n        {}\n"


def is_tensor(text: str) -> bool:
    return any(line.startswith("torch.Tensor.to call inferred") for line in uses(text))


@pytest.mark.parametrize(
    ("body", "given"),
    [
        ("return data.input_ids", False),
        ("return data['input_ids']", False),
        ("return data.mean()", True),
        ("return data[0]", True),
        ("data = wrap(data)\n    return data.input_ids", True),
        ("return data.input_ids if hasattr(data, 'input_ids') else data", True),
        ("return data['x'] if isinstance(data, dict) else data", True),
        ("return data._base_shape", True),
    ],
)
def test_what_the_function_reads_of_it_counts(body: str, given: bool) -> None:
    assert is_tensor(LOOP.format(f"def step(data):\n    {body}\n", "step(batch)")) is given
    assert is_tensor(LOOP.format(f"def step(x, data=None):\n    {body}\n", "step(1, data=batch)")) is given


@pytest.mark.parametrize(
    ("body", "given", "found"),
    [
        ("return torch.ones(n) * like", "like=x", True),
        ("return torch.ones(n) * like", "x", True),
        ("return like.run(n)", "like=x", False),
        ("return like(n)", "x", False),
        ("return torch.ones(n) * like", "other=x", False),
    ],
)
def test_what_lies_on_a_device_and_is_computed_with_elsewhere_is_a_tensor(
    tmp_path: Path, body: str, given: str, found: bool
) -> None:
    (tmp_path / "helpers.py").write_text(f"import torch\ndef noise(like, n=1, **k):\n    {body}\n")
    use = tmp_path / "use.py"
    use.write_text(f"import numpy as np\nimport helpers\ndef f(x):\n    return helpers.noise({given}), x.device\n")
    analysis = analyze(read_source(use), NO_ROWS, ProjectFiles(NO_ROWS, tmp_path))
    assert ("torch.Tensor.device" in [one.api for one in analysis.uses]) is found


@pytest.mark.parametrize(
    ("annotation", "given"),
    [
        ("dict | Batch", False),
        ("Union[Dict[str, torch.Tensor], Batch]", False),
        ("Union[Dict, torch.Tensor]", True),
        ("object", True),
        ("Batch", True),
    ],
)
def test_so_does_what_it_is_declared_to_be(annotation: str, given: bool) -> None:
    head = f"def step(data: {annotation}):\n    return data\n"
    assert is_tensor(LOOP.format(head, "step(batch)")) is given


@pytest.mark.parametrize(
    ("annotation", "given"), [("Batch", False), ("object", False), ("torch.Tensor", True), ("'torch.Tensor'", True)]
)
def test_what_is_read_counts_beside_a_declaration_but_that_of_a_tensor(annotation: str, given: bool) -> None:
    head = f"def step(data: {annotation}):\n    return data.input_ids\n"
    assert is_tensor(LOOP.format(head, "step(batch)")) is given


def test_what_goes_to_other_keywords_is_not_a_variable_of_that_name() -> None:
    assert is_tensor(LOOP.format("def step(**more):\n    return data.input_ids\n", "step(data=batch)"))


@pytest.mark.parametrize("call", ["net(batch)", "net.forward(batch)", "net.loss(batch)", "other.loss(batch)"])
def test_methods_and_modules_of_other_files_take_it_as_well(call: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "nets.py").write_text(
        "import torch\n\n\nclass Net(torch.nn.Module):\n    def forward(self, data):\n        return data.input_ids\n\n"
        "    def loss(self, data):\n        return self(data).mean() + data['labels']\n\n\n"
        "class Other:\n    def loss(self, data):\n        return data.labels\n"
    )

    def certainty(call: str) -> list[str]:
        text = LOOP.format("from nets import Net, Other\nnet = Net()\nother = Other()\n", call)
        found = Engine().analyze(text, tmp_path / "a.py").analysis.uses
        return [one.certainty.value for one in found if one.api == "torch.Tensor.to"]

    assert certainty(call) == ["guessed"]
    assert certainty(call.replace("batch", "batch[0]")) == ["inferred"]


def test_a_lambda_s_variable_of_the_name_is_another() -> None:
    head = "def keys(x):\n    return x.keys()\ndef apply(x, f):\n    return x.input_ids\n"
    text = f"import torch\n{head}def f(x):\n    return apply(x, lambda x: x.detach().numpy())\n"
    assert "torch.Tensor.detach" in apis(text)

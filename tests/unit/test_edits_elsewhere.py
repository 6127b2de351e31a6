"""What an edit in one place of a file means for others."""

from __future__ import annotations

import pytest
from edited import ENGINE, NET, assert_same, names, replaced

from mindport.engine import FileAnalysis


def test_what_an_edit_means_for_others_is_settled_later() -> None:
    found = ENGINE.analyze(NET, follow=True)
    edited = replaced("return self.norm(y).view(-1)", "return 3", NET)
    edited = replaced("z = scale", "z = Net()(torch.ones(1)).sum(), scale", edited)
    found = ENGINE.analyze(edited, None, found)
    assert_same(found, ENGINE.analyze(edited))

    edited = replaced("self.norm = nn.BatchNorm2d(8)", "self.norm = 3", edited)
    found = ENGINE.analyze(edited, None, found)
    assert found.provisional and "torch.nn.BatchNorm2d" not in names(found)
    assert_same(found, ENGINE.analyze(edited))


@pytest.mark.parametrize("line", ["import numpy as np", "from PIL import Image", "if x:\n        import tensorflow"])
def test_what_a_function_imports_tells_of_the_others(line: str) -> None:
    """Where arrays are at work, what has a shape may be one."""
    text = "import torch\n\n\ndef first(x):\n    return x.shape\n\n\ndef second(x):\n    pass\n    return x.cpu().numpy()\n"
    with_import = text.replace("pass", line)
    found = ENGINE.analyze(text, follow=True)
    for edited in (with_import, text):
        found = ENGINE.analyze(edited, None, found)
        assert_same(found, ENGINE.analyze(edited))

    assert next(f.use.api for f in ENGINE.analyze(text).findings) == "torch.Tensor.shape"
    assert "torch.Tensor.shape" not in [f.use.api for f in ENGINE.analyze(with_import).findings]


def test_what_a_function_reads_of_a_parameter_tells_of_those_that_call_it() -> None:
    text = (
        "import torch\n\n\ndef step(data):\n    print(data)\n\n\ndef train(loader):\n    for batch in loader:\n"
        "        batch = batch.cuda()\n        step(batch)\n"
    )
    of_dicts = text.replace("print(data)", "print(data['x'])")
    found = ENGINE.analyze(text, follow=True)
    for edited in (
        of_dicts,
        text,
        of_dicts.replace("['x']", "['y']"),
        text.replace("step(batch)", "step(1)"),
        of_dicts,
    ):
        found = ENGINE.settle(ENGINE.analyze(edited, None, found))
        assert_same(found, ENGINE.analyze(edited))

    assert [f.use.certainty.value for f in ENGINE.analyze(text).findings if "cuda" in f.use.api] == ["inferred"]
    assert [f.use.certainty.value for f in ENGINE.analyze(of_dicts).findings if "cuda" in f.use.api] == ["guessed"]


def test_what_a_function_asks_of_its_argument_tells_of_those_that_call_it() -> None:
    text = (
        "import numpy as np\nimport torch\n\n\ndef _is_one(x):\n    return isinstance(x, torch.Tensor)\n\n\n"
        "def is_tensor(x):\n    return _is_one(x)\n\n\ndef f(x):\n    if is_tensor(x):\n        x.mean()\n"
    )
    outer, inner = text.replace("return _is_one(x)", "return x"), text.replace("torch.Tensor", "list")
    found = ENGINE.analyze(text, follow=True)
    for edited in (outer, text, inner, text, outer, inner, text.replace("_is_one(x)\n", "not _is_one(x)\n"), text):
        found = ENGINE.settle(ENGINE.analyze(edited, None, found))
        assert_same(found, ENGINE.analyze(edited))
        assert ("torch.Tensor.mean" in names(found)) is (edited == text)


def test_what_a_function_computes_with_a_parameter_tells_of_what_was_saved() -> None:
    text = (
        "import torch\n\n\ndef scaled(x):\n    return x / 2\n\n\nx = torch.load('x').cuda()\nscaled(x)\n\n\n"
        "def f(device):\n    y = torch.load('y').to(device)\n    return scaled(y)\n"
    )
    of_objects = text.replace("x / 2", "x.edges / 2")
    found = ENGINE.analyze(text, follow=True)
    for edited in (of_objects, text, text.replace("x / 2", "x['a'] / 2"), of_objects, text):
        found = ENGINE.settle(ENGINE.analyze(edited, None, found))
        assert_same(found, ENGINE.analyze(edited))

    def moved(analysed: FileAnalysis) -> list[str]:
        return [f.use.api for f in analysed.findings if f.use.api.endswith((".cuda", ".to"))]

    assert moved(ENGINE.analyze(text)) == ["torch.Tensor.cuda", "torch.Tensor.to"]
    assert moved(ENGINE.analyze(of_objects)) == []


def test_what_other_methods_do_with_what_the_object_holds() -> None:
    text = (
        "import torch\n\n\nclass Data(torch.utils.data.Dataset):\n    def __init__(self, x):\n        self.x.shape\n"
        "        o = self.net(x)\n\n    def start(self, y):\n        self.net.eval()\n\n\nData(1)\n"
    )
    found = ENGINE.analyze(text, follow=True)
    for edited in (text.replace("self.net(x)", "x[0]"), text):
        found = ENGINE.settle(ENGINE.analyze(edited, None, found))
        assert_same(found, ENGINE.analyze(edited))


def test_the_first_device_of_a_file() -> None:
    text = "import torch\nimport numpy as np\n\n\ndef f(d):\n    x = load(d)\n    n = x.shape\n    return n, x.dtype\n"
    found = ENGINE.analyze(text, follow=True)
    for edited in (replaced("x.dtype", "x.device", text), text):
        found = ENGINE.analyze(edited, None, found)
        assert_same(found, ENGINE.analyze(edited))

"""A class that is named as a type is the class of what calls make, whatever arguments it takes, and no helper."""

from __future__ import annotations

import ast

import pytest

from mindport.analysis.type_tests import names_a_type
from mindport.analysis.uses import Role
from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.render import summary
from mindport.syntax.source import SourceFile

HEAD = "import torch\nimport typing\nfrom torch import nn\nfrom torch.autograd import Variable\n"


@pytest.mark.parametrize(
    "line",
    [
        "isinstance(m, nn.Conv2d)",
        "isinstance(m, (nn.Conv2d, list))",
        "isinstance(m, nn.Conv2d | list)",
        "issubclass(type(m), nn.Conv2d)",
        "type(m) is nn.Conv2d",
        "type(m) in [nn.Conv2d]",
        "counts = {nn.Conv2d: 1}",
        "plain = (nn.Conv2d, nn.Conv2d)",
        "kind = typing.Optional[nn.Conv2d]",
        "kind = typing.Dict[str, nn.Conv2d]",
        "kind = typing.Dict[str, nn.Conv2d | None]",
        "layer = typing.cast(nn.Conv2d, m)",
        "count.register(nn.Conv2d)(of_layer)",
    ],
)
def test_as_a_type(line: str) -> None:
    found = Engine(Settings(target=Target.CPU)).analyze(f"{HEAD}{line}\n").findings
    layers = [one for one in found if one.use.api == "torch.nn.Conv2d"]
    assert layers
    assert all(one.use.type_test or one.use.role is Role.ANNOTATION for one in layers)
    assert {(summary.replacement(one), one.fix.value, one.notes) for one in layers} == {
        ("mindspore.nn.Conv2d", "safe", ())
    }


@pytest.mark.parametrize(
    "line",
    [
        "layer = nn.Conv2d",
        "make(nn.Conv2d)",
        "make(m, nn.Conv2d)",
        "makers = {'conv': nn.Conv2d}",
        "makers = [nn.Conv2d]",
        "isinstance(nn.Conv2d, type)",
        "checks.isinstance(m, nn.Conv2d)",
        "nn.Conv2d[0]",
    ],
)
def test_as_what_makes_one(line: str) -> None:
    source = SourceFile.parse(f"{HEAD}{line}\n")
    assert source.tree is not None
    nodes = [one for one in ast.walk(source.tree) if isinstance(one, ast.Attribute) and one.attr == "Conv2d"]
    assert not any(names_a_type(one, source) for one in nodes)


@pytest.mark.parametrize("name", ["torch.Tensor", "Variable", "nn.Module", "nn.PReLU"])
def test_what_a_call_takes_makes_no_difference_to_a_type(name: str) -> None:
    engine = Engine(Settings(target=Target.CPU))
    found = engine.analyze(f"{HEAD}if isinstance(x, {name}):\n    print(x)\n").findings
    (one,) = [one for one in found if one.use.role.value == "reference"]
    assert (one.compatibility.value, one.fix.value) == ("consistent", "safe")
    (made,) = [one for one in engine.analyze(f"{HEAD}make({name})\n").findings if one.use.role.value == "reference"]
    assert made.fix.value == "unsafe"


def test_an_edit_makes_a_type_of_it() -> None:
    engine = Engine(Settings(target=Target.CPU))
    before = engine.analyze(f"{HEAD}\n\ndef f(x):\n    return make(x, torch.Tensor)\n", follow=True)
    text = f"{HEAD}\n\ndef f(x):\n    return isinstance(x, torch.Tensor)\n"
    after = engine.analyze(text, previous=before)
    (one,) = [one for one in after.findings if one.use.api == "torch.Tensor"]
    assert one.use.type_test
    moved = engine.analyze(f"\n\n{text}", previous=after)
    assert [one.use.type_test for one in moved.findings if one.use.api == "torch.Tensor"] == [True]


def test_a_class_of_one_element_type_is_asked_for_it() -> None:
    engine = Engine(Settings(target=Target.CPU))
    found = engine.analyze("import torch\nif isinstance(x, torch.LongTensor):\n    print(x)\n").findings
    assert [(summary.replacement(one), one.fix.value) for one in found] == [("mindport_helpers.long_tensor", "unsafe")]
    found = engine.analyze("import torch\ndef f(x: torch.LongTensor):\n    print(x)\n").findings
    assert [(summary.replacement(one), one.fix.value) for one in found] == [("mindspore.Tensor", "safe")]


@pytest.mark.parametrize(
    "text",
    [
        "kinds = (nn.Conv1d, nn.Conv2d)\nlayer = kinds[dims - 1](1, 2, 3)\n",
        "kinds = (nn.Conv1d, nn.Conv2d)\nlayers = [kind(1, 2, 3) for kind in kinds]\n",
        "kinds = (nn.Conv1d, nn.Conv2d)\nfor kind in kinds:\n    print(kind(1, 2, 3))\n",
        "flat, layer = nn.Conv1d, nn.Conv2d\n",
        "def kind_of(dims):\n    kinds = (nn.Conv1d, nn.Conv2d)\n    return kinds[dims - 1]\n",
    ],
)
def test_a_tuple_of_which_one_is_taken_is_no_type(text: str) -> None:
    assert "TorchConv2d" in Engine(Settings(target=Target.CPU)).migrate_text(HEAD + text).text


@pytest.mark.parametrize(
    "text",
    [
        "kinds = (nn.Conv1d, nn.Conv2d)\nprint([isinstance(m, kind) for kind in kinds])\n",
        "kinds = (nn.Conv1d, nn.Conv2d)\nprint(isinstance(m, kinds))\n",
    ],
)
def test_a_tuple_that_is_asked_for_its_classes_is_a_type(text: str) -> None:
    assert "TorchConv2d" not in Engine(Settings(target=Target.CPU)).migrate_text(HEAD + text).text

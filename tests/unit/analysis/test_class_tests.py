"""What is told by tests of a value's exact class, and by several tests at once."""

from __future__ import annotations

import textwrap

import pytest
from found_uses import analysis, members

from mindport.engine import Engine, Settings

ASKED = """
import numpy as np
def f(x, plain):
    if {test}:
        return x.sort()
"""


@pytest.mark.parametrize(
    ("test", "found"),
    [
        ("type(x) == torch.Tensor", ["T.sort"]),
        ("type(x) is torch.Tensor", ["T.sort"]),
        ("not type(x) != torch.Tensor", ["T.sort"]),
        ("plain and type(x) is torch.Tensor", ["T.sort"]),
        ("type(x) in (torch.Tensor, nn.Parameter)", ["T.sort"]),
        ("isinstance(x, torch.Tensor) or isinstance(x, nn.Parameter)", ["T.sort"]),
        ("not (x is None or not isinstance(x, torch.Tensor))", ["T.sort"]),
        ("issubclass(type(x), torch.Tensor)", ["T.sort"]),
        ("issubclass(type(x), np.ndarray)", []),
        ("issubclass(plain, torch.Tensor)", []),
        ("type(x) != torch.Tensor", []),
        ("type(x) is not torch.Tensor", []),
        ("type(x) is np.ndarray", []),
        ("type(x) in (torch.Tensor, np.ndarray)", []),
        ("type(x) is type(plain)", []),
        ("plain or type(x) is torch.Tensor", []),
        ("type(x) is torch.Tensor and x.sort()", ["T.sort", "T.sort"]),
        ("type(x) is np.ndarray and x.sort()", []),
        ("isinstance(x, torch.Tensor) or isinstance(x, np.ndarray)", []),
    ],
)
def test_the_exact_class(test: str, found: list[str]) -> None:
    assert members(ASKED.format(test=test)) == found


def test_an_array_is_none_though_it_is_called_a_tensor() -> None:
    text = """
    import numpy as np
    def f(tensor):
        assert type(tensor) is np.ndarray
        return tensor[..., None].dtype, tensor.data, tensor.new_zeros
    """
    assert members(textwrap.dedent(text)) == []


DOCUMENTED = """
import numpy as np
def f(x=None, plain=True):
    \"\"\"Runs.

    Args:
        x (Union[Tensor, ndarray]): what is run
    \"\"\"
    if {test}:
        x = torch.tensor(x)
    return x.transpose(1, 0)
"""


@pytest.mark.parametrize(
    ("test", "found"),
    [
        ("not isinstance(x, torch.Tensor)", ["T.transpose"]),
        ("x is not None and not isinstance(x, torch.Tensor)", ["T.transpose"]),
        ("x is not None and type(x) is not torch.Tensor", ["T.transpose"]),
        ("not (x is None or isinstance(x, torch.Tensor))", ["T.transpose"]),
        ("plain and not isinstance(x, torch.Tensor)", []),
        ("x is not None and not isinstance(x, np.ndarray)", []),
    ],
)
def test_what_is_made_a_tensor_unless_it_is_one_or_none(test: str, found: list[str]) -> None:
    assert members(DOCUMENTED.format(test=test)) == found


@pytest.mark.parametrize("word", ["and", "or"])
def test_long_and_deep_conditions_end(word: str) -> None:
    other = "or" if word == "and" else "and"
    flat = f" {word} ".join(["isinstance(x, torch.Tensor)", "x is None"] * 2000)
    deep = "x is None"
    for place in range(60):
        deep = f"({deep} {(word, other)[place % 2]} isinstance(x, torch.Tensor))"
    for test in (flat, deep):
        assert members(f"def f(x, y):\n    if {test}:\n        pass\n    return y.unsqueeze(0)") == ["T.unsqueeze"]


NO_TENSOR = """
from elsewhere import Trace
def f(x):
    if {test}:
        return x.tolist(), x.shape
"""


@pytest.mark.parametrize(
    ("test", "found"),
    [
        # one of several, of which one only is a Tensor: what is done with it does not tell which
        ("torch.is_tensor(x) or isinstance(x, Trace)", []),
        ("isinstance(x, Trace) or isinstance(x, torch.Tensor)", []),
        ("isinstance(x, torch.Tensor | Trace)", []),
        ("isinstance(x, (torch.Tensor, Trace))", []),
        # asked, and none
        ("not torch.is_tensor(x)", []),
        ("not isinstance(x, torch.Tensor)", []),
        ("not isinstance(x, (torch.Tensor, Trace))", []),
        # another Tensor than a Parameter it may still be
        ("not isinstance(x, nn.Parameter)", ["T.shape", "T.tolist"]),
        ("torch.is_tensor(x)", ["T.shape", "T.tolist"]),
        ("torch.is_tensor(x) or isinstance(x, nn.Parameter)", ["T.shape", "T.tolist"]),
    ],
)
def test_what_was_asked_is_not_taken_for_a_tensor_by_what_is_done_with_it(test: str, found: list[str]) -> None:
    text = "import torch\nfrom torch import nn\n" + NO_TENSOR.format(test=test)
    certain = [one for one in analysis(text).uses if one.receiver is not None and one.certainty.value != "guessed"]
    assert sorted(one.api.replace("torch.Tensor", "T") for one in certain) == found


def test_in_a_module_what_is_no_tensor_has_none_of_its_members_but_may_hold_tensors() -> None:
    text = """
    import torch
    from torch import nn
    class Block(nn.Module):
        def forward(self, x):
            if isinstance(x, torch.Tensor):
                return x
            x.view(3), x.mean(0), x.shape
            return x.feats.detach()
    """
    assert [one.api for one in analysis(text).uses if one.receiver is not None] == ["torch.Tensor.detach"]


NAMED = """
def f(m):
    name = m.__class__.__name__
    if {test}:
        return m.weight
"""


@pytest.mark.parametrize(
    ("test", "layer"),
    [
        ('name.find("Conv") != -1', "Conv2d"),
        ('name.find("Linear") != -1', "Linear"),
        ('hasattr(m, "weight") and (name.find("Conv") != -1 or name.find("Linear") != -1)', "Conv2d"),
        ('"BatchNorm" in name', "BatchNorm2d"),
        ('name == "Conv1d"', "Conv1d"),
        ('name.startswith("Lazy")', "Module"),
    ],
)
def test_a_class_by_a_part_of_its_name_is_the_likeliest(test: str, layer: str) -> None:
    findings = Engine(Settings()).analyze(f"from torch import nn\n{NAMED.format(test=test)}").findings
    found = [one.use.api for one in findings if one.use.api.endswith(".weight")]
    assert found == ([] if layer == "Module" else [f"torch.nn.{layer}.weight"])


CLASSES = """
import numpy as np
KINDS = (np.ndarray, torch.Tensor, nn.Parameter)
TENSORS = (torch.Tensor, nn.Parameter)
def checked(x, low=None):
    if x is None:
        return None
    if low is not None:
        if isinstance(x, {kinds}):
            if (x < low).sum():
                raise ValueError
        elif x < low:
            raise ValueError
    return x
"""


@pytest.mark.parametrize("kinds", ["KINDS", "(np.ndarray, torch.Tensor)", "np.ndarray | torch.Tensor", "(KINDS, list)"])
@pytest.mark.parametrize("made", ["torch.ones(n)", "model(n)"])
def test_what_a_function_checks_and_gives_back_is_what_it_was(kinds: str, made: str) -> None:
    text = CLASSES.format(kinds=kinds) + f"model = nn.Linear(3, 4)\ndef f(n):\n    return checked({made}, 0).sort()\n"

    assert members(text)[-1:] == ["T.sort"]


def test_an_array_that_is_checked_is_none() -> None:
    text = CLASSES.format(kinds="KINDS") + "def f(n):\n    return checked(np.ones(n), 0).sort(), checked(3, 0).sort()\n"

    assert "T.sort" not in members(text)


@pytest.mark.parametrize(("named", "found"), [("TENSORS", ["T.sort"]), ("KINDS", [])])
def test_classes_that_a_variable_holds_are_asked_for(named: str, found: list[str]) -> None:
    text = CLASSES.format(kinds="KINDS") + f"def f(x):\n    if isinstance(x, {named}):\n        return x.sort()\n"

    assert [one for one in members(text) if one == "T.sort"] == found


PARTS = """
class Patches:
    def __init__(self, p):
        self.p = p
    def sort(self):
        return self
def f(model, x):
    a = model(x)
    return a[0][1].sort() if isinstance(a[0][1], Patches) else a[0][1].transpose(0, 1).sort()
"""


def test_a_part_that_is_of_a_class_of_ones_own_is_no_tensor() -> None:
    assert members(PARTS) == ["T.transpose", "T.sort"]


def test_what_is_asked_for_its_name_is_none() -> None:
    text = "def f(net: nn.Module, x):\n    y = net(x)\n    print(y.name, y.grad_fn)\n"

    assert members(text) == ["T.grad_fn"]

"""Functions that call themselves, objects that make attributes of methods, and what is read before it is known."""

from __future__ import annotations

import pytest
from found_uses import members


def test_a_function_that_calls_itself_gives_what_it_ends_with() -> None:
    code = """
def deep(x, n):
    if n == 0:
        return torch.relu(x)
    return deep(x, n - 1)
deep(y, 3).mean()
"""
    assert members(code) == ["T.mean"]


def test_what_is_unknown_in_what_it_gives_is_no_tensor_beside_one() -> None:
    code = "def f(xs):\n    if isinstance(xs, list):\n        return [f(x) for x in xs]\n    return xs.other()\n"
    assert members(code + "z = f([y])[0]\nif y:\n    z = torch.ones(3)\nz.mean()\n") == []


def test_a_search_gives_what_it_finds() -> None:
    code = """
def first(tree):
    if torch.is_tensor(tree):
        return tree
    for one in tree:
        found = first(one)
        if found is not None:
            return found
    return None
first([1, [torch.ones(2)]]).mean()
"""
    assert members(code) == ["T.mean"]


def test_a_function_that_only_calls_itself_gives_nothing_known() -> None:
    assert members("def f(x):\n    return f(x)\nf(1).mean()\n") == []


@pytest.mark.parametrize("decorator", ["lazy", "kept"])
def test_a_descriptor_of_the_users_own_makes_an_attribute_of_a_method(decorator: str) -> None:
    code = f"""
class {decorator}:
    def __init__(self, function):
        self.function = function
    def __get__(self, instance, owner):
        return self.function(instance)
class Spectrum:
    @{decorator}
    def values(self):
        return torch.relu(torch.eye(3))
Spectrum().values.max()
"""
    assert members(code) == ["T.max"]


def test_a_decorator_that_keeps_results_leaves_a_function_what_it_is() -> None:
    code = """
def memoize(fn):
    kept = {}
    def wrapper(*args):
        if args not in kept:
            kept[args] = fn(*args)
        return kept[args]
    return wrapper
@memoize
def gram(n):
    return torch.ones(n, n)
gram(3).sum()
"""
    assert members(code) == ["T.sum"]
    assert members(code.replace("= fn(*args)", "= list(fn(*args))")) == []


def test_what_the_module_itself_reads_of_a_variable_before_it_is_known() -> None:
    code = "from models import net\nfor k, v in net.items():\n    print(k, v.shape, v.unsqueeze(0))\n"
    assert members(code) == ["T.shape", "T.unsqueeze"]
    two = "from models import net\nv = net()\nprint(v.shape)\nv = net(1)\nprint(v.unsqueeze(0))\n"
    assert members(two) == ["T.unsqueeze"]


def test_windows_and_counts_are_tensors() -> None:
    assert members("def f(x):\n    return x.unfold(-1, 3, 1), x\n") == ["T.unfold"]
    assert members("def f(x):\n    return x.count_nonzero()\n") == ["T.count_nonzero"]
    assert members("def f(x):\n    return x.unfold(3)\n") == []


def test_the_data_of_data_sets() -> None:
    code = """
from torch.utils.data import ConcatDataset, Dataset, TensorDataset
class Own(Dataset):
    def __getitem__(self, i):
        return {"image": torch.ones(3), "y": i}
    def __len__(self):
        return 3
ConcatDataset([Own(), Own()])[4]["image"].mean()
TensorDataset(torch.ones(3)).tensors[0].size()
"""
    assert members(code) == ["T.mean", "T.size"]


@pytest.mark.parametrize("name", ["xp", "self.xp", "lib", "ops"])
def test_a_library_of_arrays_is_no_array(name: str) -> None:
    assert members(f"def f(self, xp, lib, ops, x):\n    return {name}.softmax({name}.logsumexp(x, 0), -1)\n") == []


def test_pairs_of_lambdas_are_told_apart() -> None:
    code = """
LOSSES = {
    "a": (lambda r, f: (r - f).abs(), lambda f: f.mean()),
    "b": (lambda r, f: (r * f).sum(), lambda f: f.sqrt()),
}
for name, (one, two) in LOSSES.items():
    one(torch.ones(2), torch.ones(2)), two(torch.ones(2))
"""
    assert sorted(members(code)) == ["T.abs", "T.mean", "T.sqrt", "T.sum"]


def test_a_sequence_that_is_asked_whether_it_is_one_holds_what_it_held() -> None:
    code = "def f(xs: list[torch.Tensor]):\n    assert isinstance(xs, (list, tuple))\n    return xs[0]\nf(y).mean()\n"
    assert members(code) == ["T.mean"]


def test_the_parts_of_a_loss_are_tensors() -> None:
    code = "import numpy as np\ndef f(net, x):\n    losses = net(x)\n    return {k: v.item() for k, v in losses.items()}, np.mean(1)\n"
    assert members(code) == ["T.item"]
    assert members(code.replace("losses", "parts")) == []


def test_a_call_that_gives_none_says_nothing_of_the_others() -> None:
    code = """
    class Net(nn.Module):
        def forward(self, x, mels):
            if self.training:
                _, _, n = mels.size()
            return x
        def generate(self, x):
            return self.forward(x, None)
    """
    assert members(code) == ["M.training", "T.size"]

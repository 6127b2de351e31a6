"""Ways of Python to hand values on: library functions over sequences, operators of own classes, delegation, patterns."""

from __future__ import annotations

import pytest
from found_uses import apis, members

XS = "xs = [torch.ones(3) for _ in range(3)]\n"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("for a, b in itertools.product(xs, [1]):\n    a.round(), b.round()", ["T.round"]),
        ("for a, b in itertools.zip_longest(xs, [1]):\n    a.round(), b.round()", ["T.round"]),
        ("for a, b in itertools.combinations(xs, 2):\n    b.round()", ["T.round"]),
        ("for a, b in itertools.pairwise(xs):\n    b.round()", ["T.round"]),
        ("for a in itertools.chain(xs, xs):\n    a.round()", ["T.round"]),
        ("for a in itertools.chain.from_iterable([xs]):\n    a.round()", ["T.round"]),
        ("for a in itertools.islice(xs, 2):\n    a.round()", ["T.round"]),
        ("for a in itertools.takewhile(bool, xs):\n    a.round()", ["T.round"]),
        ("next(itertools.cycle(xs)).round()", ["T.round"]),
        ("for a in itertools.repeat(xs[0], 3):\n    a.round()", ["T.round"]),
        ("for a in itertools.count():\n    a.round()", []),
        ("for a, in itertools.product(xs, repeat=1):\n    a.round()", []),
        ("functools.reduce(lambda a, b: a.add(b), xs).round()", ["T.add", "T.round"]),
        ("functools.reduce(lambda a, b: a + b, [1, 2]).round()", []),
        ("functools.reduce(torch.add, xs).round()", ["T.round"]),
        ("functools.reduce(operator.mul, xs).round()", ["T.round"]),
        ("functools.reduce(operator.mul, [1, 2]).round()", []),
        ("operator.add(xs[0], 1).round(), operator.add(1, 1).round()", ["T.round"]),
        ("random.choice(xs).round(), random.sample(xs, 2)[0].abs(), random.choice([1]).round()", ["T.round", "T.abs"]),
        ("sorted(xs, key=lambda x: x.sum())[0].round()", ["T.sum", "T.round"]),
        ("max(xs, key=lambda x: x.sum())", ["T.sum"]),
        ("sorted([1.], key=lambda x: x.round())", []),
        ("list(filter(lambda x: x.any(), xs))[0].round()", ["T.any", "T.round"]),
        ("a, b = map(list, zip(*[(x, 1) for x in xs]))\na[0].round(), b[0].round()", ["T.round"]),
        ("sum([xs, xs], [])[0].round()", ["T.round"]),
        ("d = {}\nd.setdefault('a', []).append(xs[0])\nd['a'][0].round()", ["T.round"]),
        ("d = {}\nd.setdefault('a', []).append(1)\nd['a'][0].round()", []),
        ("d = {}\nd.setdefault('a', torch.ones(3)).abs()\nd['a'].round()", ["T.abs", "T.round"]),
    ],
)
def test_functions_over_sequences(body: str, found: list[str]) -> None:
    assert members("import functools, itertools, operator, random\n" + XS + body) == found


BOX = """
class Box:
    def __init__(self, held):
        self.held = held

    def __add__(self, other):
        return Box(self.held + other.held)

    def __rmul__(self, number):
        return self.held * number

    def __matmul__(self, other):
        return other.exp()

    def __neg__(self):
        return -self.held

    def __len__(self):
        return 3


box = Box(torch.ones(3))
"""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("(box + box).held.round()", ["T.round"]),
        ("(2 * box).round()", ["T.round"]),
        ("(box @ torch.ones(2)).round()", ["T.round"]),
        ("(-box).round()", ["T.round"]),
        ("(box - box).round(), (+box).round(), (box + box).round(), (box * 2).round()", []),
    ],
)
def test_operators_of_own_classes(body: str, found: list[str]) -> None:
    assert [one for one in members(BOX + body) if not one.startswith("T.exp")] == found


def test_what_an_operator_is_given() -> None:
    assert members(BOX + "box @ torch.ones(2)") == ["T.exp"]


WRAPPED = """
class Wrapped:
    def __init__(self, module):
        self.module = module
        self.name = "a"

    def __getattr__(self, name):
        if name == "module":
            raise AttributeError
        return getattr(self.module, name)


"""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("Wrapped(nn.Linear(3, 3)).train()", ["M.train"]),
        ("Wrapped(nn.Linear(3, 3)).weight.round()", ["torch.nn.Linear.weight", "T.round"]),
        ("Wrapped(torch.ones(3)).round()", ["T.round"]),
        ("Wrapped(torch.ones(3)).name.round()", []),
        ("Wrapped([]).round(), Wrapped({}).data", []),
    ],
)
def test_what_is_asked_of_another_object(body: str, found: list[str]) -> None:
    assert members(WRAPPED + body) == found


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("torch.Tensor():\n            return x.round()", ["T.round"]),
        ("torch.Tensor() as y:\n            return y.round()", ["T.round"]),
        ("[torch.Tensor() as y, *_]:\n            return y.round()", ["T.round"]),
        ("{'a': torch.Tensor() as y}:\n            return y.round()", ["T.round"]),
        ("float() as y:\n            return x.round(), y.round()", []),
        ("[y, torch.Tensor()]:\n            return x.round(), y.round()", []),
    ],
)
def test_patterns(pattern: str, found: list[str]) -> None:
    assert members(f"def f(x):\n    match x:\n        case {pattern}\n") == found


@pytest.mark.parametrize(
    ("cases", "found"),
    [
        ("x, n:\n        case y, 3:\n            y.real", ["T.real"]),
        ("x, n:\n        case (y, None) if y is not None:\n            y.real", ["T.real"]),
        ("x, n:\n        case (3, y):\n            y.real", []),
        ("x:\n        case y:\n            y.real", ["T.real"]),
        ("(x, (n, x)):\n        case _, (_, y):\n            y.real", ["T.real"]),
        ("[x, x]:\n        case [y, _]:\n            y.real", ["T.real"]),
        ("x, n:\n        case [*_, y]:\n            y.real", []),
        ("held(x):\n        case None:\n            pass\n        case y:\n            y.real", ["T.real"]),
        ("x, n:\n        case (y, 1) | (_, y):\n            y.real", []),
    ],
)
def test_what_patterns_name(cases: str, found: list[str]) -> None:
    held = "def held(x: torch.Tensor):\n    return x if x.ndim else None\n"
    assert members(f"{held}def f(x: torch.Tensor, n: int):\n    match {cases}\n") == ["T.ndim", *found]


def test_a_variable_of_the_function_around() -> None:
    body = """
    def outer():
        total = torch.zeros(3)
        count = 0

        def add(x):
            nonlocal total, count
            total = total + x
            count += 1
            return total.round(), count.round()

        add(1)
        return total, count

    outer()[0].mean(), outer()[1].mean()
    """
    assert members(body) == ["T.round", "T.mean"]


def test_a_global_that_one_function_sets_is_known_in_those_before() -> None:
    code = """
        class Net(nn.Module):
            pass
        def clean():
            global net
            if net:
                net = net.cpu()
                net = None
        def init():
            global net
            net = Net()
            net = net.half().to(device)
        def both():
            clean()
        net = None
        """

    assert members(code) == ["M.cpu", "M.half", "M.to"]


def test_a_library_that_a_function_puts_where_none_stood() -> None:
    begin = "def begin():\n    global lib\n    import torch\n    lib = torch\n"
    code = f"lib = None\n{begin}def make():\n    return lib.ones(2).sum()\n"

    assert apis(code) == ["torch.ones", "torch.Tensor.sum"]

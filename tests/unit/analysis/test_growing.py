"""What a class's methods find does not hang on the order in which they are written."""

from __future__ import annotations

import itertools

import pytest
from found_uses import members

BEGIN = """
    def begin(self):
        self.total = torch.tensor(0.0)
        self.mask = torch.ones(3)
        self.count = 0
"""
STEP = """
    def step(self, batch):
        loss = self.compute(batch)
        self.total += loss
        self.mask = self.mask.to(self.place).float()
        self.count += loss
"""
READ = """
    def read(self):
        return self.mask.layout, self.total.layout, self.count.layout
"""
END = """
    def end(self):
        self.mask = None
"""


@pytest.mark.parametrize("methods", list(itertools.permutations([BEGIN, STEP, READ, END])))
def test_what_is_made_of_itself_stays_a_tensor(methods: tuple[str, ...]) -> None:
    found = members("class Meter:\n" + "".join(methods))
    assert sorted(found) == ["T.float", "T.layout", "T.layout", "T.to"]


ASKS = """
    def one(self, ids):
        return self.many(ids), ids.layout
"""
ASKED = """
    def many(self, ids):
        return ids.unsqueeze(0)
"""


@pytest.mark.parametrize("methods", list(itertools.permutations([ASKS, ASKED])))
def test_a_method_that_must_be_given_a_tensor_tells_of_what_it_is_given(methods: tuple[str, ...]) -> None:
    found = members("class Reader:\n" + "".join(methods))
    assert sorted(found) == ["T.layout", "T.unsqueeze"]


def test_what_an_heir_gives_to_the_method_above_says_nothing_of_its_own() -> None:
    found = members("""
        class Assigner:
            def metrics(self, mask):
                return self.overlaps((mask == 0).nonzero())

            def overlaps(self, places):
                return places

        class OfPoses(Assigner):
            def overlaps(self, places):
                return super().overlaps(places), places.layout

        class OfMasks(Assigner):
            def overlaps(self, places):
                return super().overlaps(places), places.layout

        Assigner().metrics(torch.ones(3))
    """)
    assert sorted(found) == ["T.layout", "T.layout", "T.nonzero"]


SCORES = """
    def begin(self):
        self.scores = torch.ones(3)
"""
KEEP = """
    def keep(self, kept):
        self.scores = self.scores[kept]
        self.scores -= self.penalty(kept)
"""
SHOW = """
    def show(self):
        return self.scores.layout
"""


@pytest.mark.parametrize("methods", list(itertools.permutations([SCORES, KEEP, SHOW])))
def test_a_part_of_itself_is_a_tensor_too(methods: tuple[str, ...]) -> None:
    assert members("class Beam:\n" + "".join(methods)) == ["T.layout"]


def test_what_began_in_a_class_above() -> None:
    text = (
        f"class Base:\n{SCORES}\nclass Beam(Base):\n    def __init__(self):\n        self.scores = None\n{KEEP}{SHOW}"
    )

    assert members(text) == ["T.layout"]
    assert members(text.replace("torch.ones(3)", "[1, 2]")) == []


MEANS = """
    def __init__(self):
        self.mean, self.number = None, 0.0
"""
FIRST = """
    def first(self, x):
        self.mean = torch.zeros(3)
"""
UPDATE = """
    def update(self, x, other):
        self.mean = self.rate * self.mean + (1 - self.rate) * x
        self.mean = self.mean.float() + other.mean
        self.number = 0.9 * self.number + x
"""
TOLD = """
    def told(self):
        return self.mean.layout, self.number.layout
"""


@pytest.mark.parametrize("methods", list(itertools.permutations([MEANS, FIRST, UPDATE, TOLD])))
def test_what_arithmetic_makes_of_it_is_a_tensor_too(methods: tuple[str, ...]) -> None:
    assert sorted(members("class Mean:\n" + "".join(methods))) == ["T.float", "T.layout"]


def test_arithmetic_on_something_else_tells_nothing() -> None:
    text = "class Mean:\n" + MEANS + FIRST + UPDATE + TOLD
    assert "T.layout" not in members(text.replace("torch.zeros(3)", "x.records"))
    assert "T.layout" not in members(text.replace("self.rate * self.mean", "self.rate * self.others"))


KEPT = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([nn.Linear(3, 3)])
    def forward(self, x, kinds):
        kept = {}
        for i, kind in enumerate(kinds):
            if kind == "part":
                x = self.parts[i](x)
            else:
                x = ITEM
            kept[i] = x
            x = x.sum()
        return kept[0].data
"""


@pytest.mark.parametrize("item", ["kept[i - 1]", "kept[i - 1] + kept[i - 3]", "kept[i - 1] if i else kept[i - 2]"])
def test_what_a_loop_puts_into_a_dict_it_takes_out_again(item: str) -> None:
    assert members(KEPT.replace("ITEM", item)) == ["T.sum", "T.data"]


@pytest.mark.parametrize("item", ["made(kept[i - 1])", "kinds[i]"])
def test_what_else_is_put_into_the_dict_counts(item: str) -> None:
    assert "T.data" not in members(KEPT.replace("ITEM", item))


def test_what_nothing_is_put_into_stays_unknown() -> None:
    assert (
        members("def f(n):\n    kept = {}\n    for i in range(n):\n        kept[i] = kept[i - 1]\n    kept[0].data\n")
        == []
    )

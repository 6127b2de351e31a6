"""Named tuples whose class a call makes."""

from __future__ import annotations

import pytest
from found_uses import members

MADE = [
    'namedtuple("Out", "loss name")',
    'namedtuple("Out", ["loss", "name"])',
    'collections.namedtuple("Out", field_names=("loss", "name"))',
    'NamedTuple("Out", [("loss", torch.Tensor), ("name", str)])',
]


def found(code: str, made: str = MADE[0]) -> list[str]:
    head = "import collections, random\nfrom collections import deque, namedtuple\nfrom typing import NamedTuple\n"
    return members(f"{head}Out = {made}\n{code}")


@pytest.mark.parametrize("made", MADE)
def test_each_part_is_what_it_was_made_of(made: str) -> None:
    code = "o = Out(torch.ones(2), 'text')\no.loss.data\no.name.data\no[0].grad\na, b = o\na.T\nb.T\n"
    assert found(code, made) == ["T.data", "T.grad", "T.T"]


@pytest.mark.parametrize(
    "value",
    [
        "Out(loss=torch.ones(2), name='text')",
        "Out(*(torch.ones(2), 'text'))",
        "Out(name='text', **more, loss=torch.ones(2))",
        "make()",
        "[Out(torch.ones(2), 'text')][0]",
    ],
)
def test_however_it_is_made(value: str) -> None:
    head = "def make():\n    return Out(torch.ones(2), 'text')\n"
    assert found(f"{head}o = {value}\no.loss.data\no.name.data\n") == ["T.data"]


def test_a_field_is_no_member_of_a_tensor() -> None:
    shaped = 'namedtuple("Shaped", "data shape")'
    assert found("o = Out(torch.ones(1), (2, 3))\no.data\no.shape\no.shape.index(1)\no.data.T", shaped) == ["T.T"]


def test_its_own_methods() -> None:
    code = "o = Out(torch.ones(2), 'text')\no._asdict()['loss'].data\no._asdict()['name'].data\no._replace(name='b')\no._fields[0].data\n"
    assert found(code) == ["T.data"]


def test_a_memory_of_such_tuples() -> None:
    code = """
class Memory:
    def __init__(self, n):
        self.kept = deque([], maxlen=n)
    def push(self, *parts):
        self.kept.append(Out(*parts))
    def sample(self, n):
        return random.sample(self.kept, n)
memory = Memory(3)
memory.push(torch.ones(2), "text")
for one in memory.sample(2):
    one.loss.data
    one.name.data
batch = Out(*zip(*memory.sample(2)))
batch.loss[0].data
batch.name[0].data
"""
    assert found(code) == ["T.data", "T.data"]


def test_names_that_are_not_written_out() -> None:
    assert found("o = Out(torch.ones(2), 'text')\no.name.data", 'namedtuple("Out", names)') == []


def test_names_that_are_not_written_out_of_what_holds_tensors_alone() -> None:
    code = "parts = map(lambda x: torch.cat(x), stored)\no = Out(*list(parts))\no.advantage.data\nOut(a=torch.ones(1)).a.T\no.__class__(*parts).ret.grad\n"
    assert found(code, 'namedtuple("Out", names)') == ["T.data", "T.T", "T.grad"]


HEIR = """
class State(namedtuple("State", ["q", "name"])):
    def norm(self):
        return self.q.norm(), self.name.norm()
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("State(torch.ones(1), 'a')\n", ["T.norm"]),
        ("State(name='a', q=torch.ones(1)).q.abs()\n", ["T.norm", "T.abs"]),
        ("State(torch.ones(1), 'a')\nState(*load())\n", ["T.norm"]),
        ("s = State(torch.ones(1), 'a')\na, b = s\na.abs(), b.abs(), s[0].exp()\n", ["T.norm", "T.abs", "T.exp"]),
        ("State('a', torch.ones(1))\n", ["T.norm"]),
        ("State([1], 'a')\n", []),
    ],
)
def test_what_derives_from_such_a_tuple_has_the_parts_that_calls_give(code: str, expected: list[str]) -> None:
    assert found(HEIR + code) == expected


def test_what_makes_its_parts_itself_is_not_known_by_its_calls() -> None:
    new = "    def __new__(cls, q, name):\n        return super().__new__(cls, list(q), name)\n"
    assert found(HEIR + new + "State(torch.ones(1), 'a')\n") == []

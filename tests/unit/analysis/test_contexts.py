"""What ``with`` gives to a name: by a class's ``__enter__``, or what a function of ``contextlib`` yields."""

from __future__ import annotations

import pytest
from found_uses import members

BEFORE = """
import contextlib
from contextlib import contextmanager


class Opened:
    def __init__(self):
        self.data = torch.ones(3)

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return False


class Pair(Opened):
    def __enter__(self):
        return self.data, "name"


class Net(nn.Module):
    @contextlib.contextmanager
    def moved(self):
        yield self.to("cpu")


class Plain:
    pass


@contextmanager
def made(n: int):
    x = torch.ones(n)
    try:
        yield x
    finally:
        x.zero_()


@contextmanager
def named(name: str):
    yield name


@contextmanager
def nothing():
    yield


@decorated
def unknown():
    yield torch.ones(3)


def values():
    yield torch.ones(3)


with """


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("Opened() as o:\n    o.data.round()", ["T.round"]),
        ("Pair() as (a, b):\n    a.round(), b.round()", ["T.round"]),
        ("made(3) as y:\n    y.round()", ["T.round"]),
        ("Net().moved() as m:\n    m.half()", ["M.half"]),
        ("torch.no_grad(), made(3) as y, Opened() as o:\n    y.round(), o.data.abs()", ["T.round", "T.abs"]),
        ("contextlib.nullcontext(torch.ones(3)) as y:\n    y.round()", ["T.round"]),
        # look-alikes
        ("Opened() as o:\n    o.round(), o.name", []),
        ("Plain() as p:\n    p.round()", []),
        ("named('a') as y:\n    y.round()", []),
        ("nothing() as y:\n    y.round()", []),
        ("unknown() as y:\n    y.round()", []),
        ("values() as y:\n    y.round()", []),
        ("open('a') as y:\n    y.round()", []),
        ("torch.no_grad():\n    made(3).round(), made(3).data", []),
        ("contextlib.nullcontext() as y:\n    y.round()", []),
    ],
)
def test_what_is_entered(body: str, found: list[str]) -> None:
    assert [one for one in members(BEFORE + body) if one not in ("T.zero_", "M.to")] == found

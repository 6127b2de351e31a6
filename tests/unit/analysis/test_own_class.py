"""What a class's methods and their annotations say of its own objects."""

from __future__ import annotations

import pytest
from found_uses import members

_SETTER = """
class Base:
    def keep(self, name, start):
        setattr(self, name, {})


class Count(Base):
    def __init__(self):
        self.keep({})

    def total(self):
        return self.{}.sum()
"""


@pytest.mark.parametrize(
    ("value", "given", "read", "found"),
    [
        ("start", "'hits', torch.zeros(3)", "hits", ["T.sum"]),
        ("start", "name='hits', start=torch.zeros(3)", "hits", ["T.sum"]),
        ("copy.deepcopy(start)", "'hits', torch.zeros(3)", "hits", ["T.sum"]),
        ("start.clone()", "'hits', torch.zeros(3)", "hits", ["T.clone", "T.sum"]),
        # look-alikes
        ("start", "'hits', [1]", "hits", []),
        ("start", "which(), torch.zeros(3)", "hits", []),
        ("start", "'other', torch.zeros(3)", "hits", []),
        ("Meter(start)", "'hits', torch.zeros(3)", "hits", []),
    ],
)
def test_attributes_that_a_method_sets_by_name(value: str, given: str, read: str, found: list[str]) -> None:
    assert members(_SETTER.format(value, given, read)) == found


_REGISTERING = """
class Base(nn.Module):
    def keep(self, name, start=None, more=None):
        {}


class Count(Base):
    def __init__(self):
        super().__init__()
        self.keep({})

    def forward(self):
        return self.hits.sum()
"""


@pytest.mark.parametrize(
    ("does", "given", "found"),
    [
        ("self.register_buffer(name, start)", "'hits', torch.zeros(3)", ["M.register_buffer", "T.sum"]),
        ("self.register_buffer(name=name, tensor=start)", "'hits', start=made()", ["M.register_buffer", "T.sum"]),
        (
            "self.register_buffer(name, start.float())",
            "'hits', torch.zeros(3)",
            ["M.register_buffer", "T.float", "T.sum"],
        ),
        (
            "self.register_parameter(name, nn.Parameter(start))",
            "'hits', torch.zeros(3)",
            ["M.register_parameter", "T.sum"],
        ),
        ("self.register_buffer(name, torch.ones(3))", "'hits'", ["M.register_buffer", "T.sum"]),
        ("setattr(self, name, torch.ones(3))", "'hits'", ["T.sum"]),
        ("setattr(self, name, nn.Parameter(start))", "'hits', torch.zeros(3)", ["T.sum"]),
        # look-alikes
        ("self.register_buffer(name, start)", "which(), torch.zeros(3)", ["M.register_buffer"]),
        ("self.register_buffer(name, start)", "'other', torch.zeros(3)", ["M.register_buffer"]),
        ("self.register_buffer('a' + name, start)", "'hits', torch.zeros(3)", ["M.register_buffer"]),
        ("more.register_buffer(name, start)", "'hits', torch.zeros(3)", []),
        ("setattr(more, name, torch.ones(3))", "'hits'", []),
        ("setattr(self, name, [torch.ones(3)])", "'hits'", []),
        ("setattr(self, name, made())", "'hits'", []),
    ],
)
def test_attributes_that_a_method_registers_by_name(does: str, given: str, found: list[str]) -> None:
    assert members(_REGISTERING.format(does, given)) == found


_MERGING = """
from typing import Iterable, List, Self, TypeVar
{}


class Count:
    def __init__(self):
        self.hits = torch.zeros(3)

    def merge({}, others: {}):
        for one in others:
            print(one.hits.to(self.device))


class Other:
    hits = 3
"""


@pytest.mark.parametrize(
    ("variable", "own", "others", "found"),
    [
        ("T = TypeVar('T')", "self: T", "Iterable[T]", ["T.to"]),
        ("T = TypeVar('T', bound='Count')", "self: T", "Iterable[T]", ["T.to"]),
        ("T = TypeVar('T', bound='Count')", "self", "List[T]", ["T.to"]),
        ("", "self", "list[Self]", ["T.to"]),
        # look-alikes
        ("T = TypeVar('T')", "self", "Iterable[T]", ["T.to?"]),
        ("T = TypeVar('T'); U = TypeVar('U')", "self: T", "Iterable[U]", ["T.to?"]),
        ("T = TypeVar('T', bound='Other')", "self", "Iterable[T]", []),
        ("T = TypeVar('T', bound='T')", "self", "Iterable[T]", ["T.to?"]),
    ],
)
def test_type_variables_that_stand_for_the_class(variable: str, own: str, others: str, found: list[str]) -> None:
    assert members(_MERGING.format(variable, own, others)) == found


_SPARSE = """
class Sparse:
    sizes: int

    def __init__(self, row):
        self.row = row

    def clone(self):
        return self


class Proxy(Sparse):
    def __getattr__(self, name):
        return 1


def f(x: Union[torch.Tensor, {}]):
    {}
"""


@pytest.mark.parametrize(
    ("other", "read", "found"),
    [
        ("Sparse", "x.layout, x.crow_indices()", ["T.layout", "T.crow_indices"]),
        ("Sparse", "x.clone(), x.row, x.sizes", []),
        ("Proxy", "x.layout", []),
        ("Unknown", "x.layout", []),
    ],
)
def test_a_tensor_or_an_own_object_has_what_that_has_not(other: str, read: str, found: list[str]) -> None:
    assert members("from typing import Union\n" + _SPARSE.format(other, read)) == found

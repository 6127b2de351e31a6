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


_MERGING = """
from typing import Iterable, List, Self, TypeVar
{}


class Count:
    def __init__(self):
        self.hits = torch.zeros(3)

    def merge({}, others: {}):
        for one in others:
            self.hits += one.hits.to(self.device)


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

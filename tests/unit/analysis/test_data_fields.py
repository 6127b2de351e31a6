"""What goes over all fields of an object of a data class."""

from __future__ import annotations

import pytest
from found_uses import members

CLASS = """
import dataclasses
import numpy as np
from dataclasses import asdict, astuple, dataclass, fields
from typing import ClassVar
class Base:
    pass
@dataclass
class Pair(Base):
    a: torch.Tensor
    b: torch.Tensor | None = None
    many: ClassVar[int] = 3
    def go(self):
        {code}
"""


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("xs = [getattr(self, one.name) for one in fields(self)]; return [x.dtype for x in xs]", ["T.dtype"]),
        ("for one in dataclasses.fields(Pair): getattr(self, one.name).dtype", ["T.dtype"]),
        ("for one in fields(self): name = one.name; x = getattr(self, name); x.dtype", ["T.dtype"]),
        ("for name, x in asdict(self).items(): x.dtype", ["T.dtype"]),
        ("a, b = astuple(self); a.dtype; b.dtype", ["T.dtype", "T.dtype"]),
        ("for one in fields(self): one.type.dtype; one.a.dtype; one.name.dtype", []),
        ("for one in fields(other): getattr(self, one.name).dtype", []),
    ],
)
def test_all_fields(code: str, found: list[str]) -> None:
    assert members(CLASS.format(code=code)) == found


def test_a_field_of_another_kind() -> None:
    text = CLASS.replace("many: ClassVar[int] = 3", "many: np.ndarray = None").format(
        code="for x in asdict(self).values(): x.dtype"
    )
    assert members(text) == []


def test_fields_of_what_is_not_known() -> None:
    text = CLASS.replace("class Base:", "from elsewhere import Above\nclass Base(Above):")
    assert members(text.format(code="for one in fields(self): getattr(self, one.name).dtype")) == []

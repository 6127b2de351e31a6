"""For all tests: the rows of this checkout do not change while they run, so their files are looked at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mindport.mapping import load


@pytest.fixture(scope="session", autouse=True)
def rows_as_they_are() -> Iterator[None]:
    look, checkout = load.stamp, load.find()
    known = look(checkout)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "stamp", lambda database: known if database == checkout else look(database))
        yield

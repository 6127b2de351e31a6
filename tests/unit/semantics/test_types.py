"""Types that are kept: equal ones are one, but those that tell where something is defined."""

from __future__ import annotations

from mindport.semantics.types import TENSOR, Type, list_of, share


def test_equal_types_become_one() -> None:
    own = object()
    kept = {1: list_of(TENSOR), 2: list_of(TENSOR), 3: Type("class", "Net", (), False, own), 4: Type("class", "Net")}
    held = {5: list_of(Type("class", "Net", (), False, own)), 6: list_of(Type("class", "Net", (), False, object()))}
    types = {**kept, **held}

    share(types)

    assert types == {**kept, **held}
    assert types[1] is types[2]
    assert types[3].definition is own and types[4].definition is None
    assert types[5].items[0].definition is not types[6].items[0].definition

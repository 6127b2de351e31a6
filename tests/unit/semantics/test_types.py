"""Types that are kept: equal ones are one, but those that tell where something is defined."""

from __future__ import annotations

from mindport.semantics.joining import by_length, join
from mindport.semantics.types import TENSOR, Type, list_of, share, tuple_of


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


def test_tuples_of_several_lengths_meet_others_of_the_same() -> None:
    def several() -> Type:
        tuples = (tuple_of(TENSOR, TENSOR), tuple_of(TENSOR, TENSOR, TENSOR))
        return Type("tuple", "...", (TENSOR,)).defined_by(by_length(tuples))

    joined = join(several(), several())
    assert joined == several()
    assert [len(one.items) for one in joined.definition.tuples] == [2, 3]
    assert join(several(), Type("tuple", "...", (TENSOR,))).definition is None

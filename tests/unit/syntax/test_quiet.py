from __future__ import annotations

import warnings

from mindport.syntax import quiet

_ODD = "x = '\\d'\ny = 1 is 1\n"


def test_nothing_is_said_of_odd_code() -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        quiet.parse(_ODD)
        with quiet.quietly():
            quiet.parse(_ODD)
            before = list(warnings.filters)
            quiet.parse(_ODD)
            assert list(warnings.filters) == before
        warnings.warn("heard", UserWarning, stacklevel=1)

    assert [str(one.message) for one in said] == ["heard"]

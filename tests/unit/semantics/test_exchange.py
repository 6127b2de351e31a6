"""Types as files hand them to each other."""

from __future__ import annotations

import pytest

from mindport.semantics.exchange import portable
from mindport.semantics.libraries import objects
from mindport.semantics.types import MODULE, TENSOR, UNKNOWN, Type, list_of


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (TENSOR, TENSOR),
        (list_of(TENSOR), list_of(TENSOR)),
        (objects.GRAPH, objects.GRAPH),
        (objects.TOKENIZER, objects.TOKENIZER),
        (objects.ACCELERATOR, objects.ACCELERATOR),
        (objects.NOISE, objects.NOISE),
        (Type("other", objects.AVERAGE, (MODULE,)), UNKNOWN),
        (Type("other", "of-another-library"), UNKNOWN),
    ],
)
def test_what_a_type_is_in_another_file(value: Type, found: Type) -> None:
    assert portable(value) == found

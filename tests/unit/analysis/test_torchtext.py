"""Vocabularies, vectors and batches of torchtext."""

from __future__ import annotations

import pytest
from found_uses import members


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from torchtext.vocab import GloVe\nGloVe('a').vectors.shape\nGloVe('a').get_vecs_by_tokens(w).data", ["T.shape", "T.data"]),
        ("from torchtext import data\nTEXT = data.Field()\nTEXT.vocab.vectors.data\nTEXT.vocab.data\nTEXT.data", ["T.data"]),
        ("from torchtext.legacy import data\ndata.LabelField().vocab.vectors.data", ["T.data"]),
        ("from torchtext.vocab import build_vocab_from_iterator\nv = build_vocab_from_iterator(i)\nv.get_stoi().data\nv(t)[0].data", []),
        ("from torchtext.data import BucketIterator\nfor b in BucketIterator(d):\n    b.text.data\n    x, n = b.text\n    x.data",
         ["T.data", "T.data"]),
        ("from torchtext.data import BucketIterator\na, b = BucketIterator.splits(d)\nfor one in a:\n    one.label.data\na.dataset",
         ["T.data"]),
        ("from mine import data\ndata.Field().vocab.vectors.data\nfor b in data.BucketIterator(d):\n    b.text.data", []),
        ("from torchtext.data import get_tokenizer\nget_tokenizer('a')(t).data", []),
    ],
)  # fmt: skip
def test_what_is_held(code: str, found: list[str]) -> None:
    assert members(code) == found

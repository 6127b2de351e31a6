"""torchtext: vocabularies, vectors of words, and the batches that its old iterators give (its documentation, to 0.18)."""

from __future__ import annotations

from typing import Final

from mindport.semantics.libraries.objects import TEXTS
from mindport.semantics.types import INT, OUTPUT, STR, TENSOR, UNKNOWN, Type, callable_to, dict_of, iterator_of, list_of
from mindport.semantics.word_sets import words

_HOLDER: Final = Type("other", TEXTS)
_MADE: Final = words("""
    vocab.GloVe vocab.FastText vocab.CharNGram vocab.Vectors vocab.Vocab vocab.vocab vocab.build_vocab_from_iterator
    data.Field data.LabelField data.ReversibleField legacy.data.Field legacy.data.LabelField legacy.data.ReversibleField
""")
_BATCHES: Final = ("data.Iterator", "data.BucketIterator", "data.BPTTIterator")
_MEMBERS: Final = {
    "vocab": _HOLDER,
    "vectors": TENSOR,
    "itos": list_of(STR),
    "stoi": dict_of(STR, INT),
    "get_vecs_by_tokens": callable_to(TENSOR),
    "process": callable_to(OUTPUT),
    "numericalize": callable_to(OUTPUT),
    "get_stoi": callable_to(dict_of(STR, INT)),
    "get_itos": callable_to(list_of(STR)),
    "lookup_indices": callable_to(list_of(INT)),
}


def library(name: str) -> Type:
    """Result of a class or function."""
    rest = name.removeprefix("torchtext.")
    if rest in _MADE:
        return _HOLDER
    plain = rest.removeprefix("legacy.")
    if plain in _BATCHES:  # whose parts are tensors, some with their lengths
        return iterator_of(OUTPUT)
    owner, _, leaf = plain.rpartition(".")
    return Type("tuple", "...", (iterator_of(OUTPUT),)) if leaf == "splits" and owner in _BATCHES else UNKNOWN


def member(name: str) -> Type:
    """A member of one of these."""
    return _MEMBERS.get(name, UNKNOWN)

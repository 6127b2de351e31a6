"""Batches of a DataLoader: what its data set gives, collated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mindport.semantics.arguments import Arguments
from mindport.semantics.sequences import element_of
from mindport.semantics.types import BATCH, OUTPUT, STR, TENSOR, UNKNOWN, Type, dict_of, list_of

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def loader(flow: Flow, loader_type: Type, given: Arguments) -> Type:
    """A DataLoader; its batches follow from what the data set gives, collated."""
    if "collate_fn" in given.keywords:
        return Type("dataloader", loader_type.name, (UNKNOWN,))
    dataset = given.get(0, "dataset") or UNKNOWN
    sample = element_of(flow, dataset) if dataset.kind == "dataset" else UNKNOWN
    if dataset.items:
        sample = dataset.items[0]
    return Type("dataloader", loader_type.name, (_collated(sample),))


def _collated(sample: Type) -> Type:
    if sample.kind in ("tensor", "int", "float", "bool", "ndarray"):
        return TENSOR
    if sample.kind == "tuple":
        items = tuple(_collated_item(item) for item in sample.items)
        return Type("tuple", sample.name, items)
    if sample.kind == "dict" and len(sample.items) == 2:
        return dict_of(sample.items[0], _collated(sample.items[1]) if sample.items[1].kind != "unknown" else OUTPUT)
    return BATCH


def _collated_item(item: Type) -> Type:
    if item.kind == "unknown" or item.kind in ("tensor", "int", "float", "bool", "ndarray"):
        return TENSOR
    return list_of(STR) if item.kind == "str" else UNKNOWN

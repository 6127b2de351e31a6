"""Batches of a DataLoader: what its data set gives, collated."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.joining import fields_of, record_of
from mindport.semantics.sequences import element_of
from mindport.semantics.types import BATCH, OUTPUT, STR, TENSOR, UNKNOWN, Type, dict_of, list_of

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

LOADERS: Final = frozenset([
    "torchdata.stateful_dataloader.StatefulDataLoader", "monai.data.DataLoader", "monai.data.dataloader.DataLoader",
    "webdataset.WebLoader",
])  # fmt: skip
"""Classes of other libraries that derive from torch's ``DataLoader`` and are made as it is."""


def loader(flow: Flow, loader_type: Type, given: Arguments) -> Type:
    """A DataLoader; its batches follow from what the data set gives, collated."""
    dataset = given.get(0, "dataset") or UNKNOWN
    sample = element_of(flow, dataset) if dataset.kind == "dataset" else UNKNOWN
    if dataset.items and dataset.kind != "dataset":
        sample = dataset.items[0]
    collate = given.keywords.get("collate_fn")
    if collate is None or collate.kind == "none" or collate.name.endswith(_DEFAULT):
        batch = collated(sample)
    else:
        batch = _collated_by(flow, collate, sample, given.call)
    return Type("dataloader", loader_type.name, (batch,))


def of_library(flow: Flow, given: Arguments) -> Type:
    """One of ``LOADERS``: what an unknown function collates there are texts to train on, dicts of tensors."""
    found = loader(flow, Type("dataloader"), given)
    return found if found.items != (UNKNOWN,) else Type("dataloader")


def _collated_by(flow: Flow, collate: Type, sample: Type, call: ast.Call) -> Type:
    """What the user's own function makes of a list of samples."""
    from mindport.semantics.calls import result

    if collate.definition is None and not (collate.kind == "function" and collate.name.startswith("torch.")):
        return UNKNOWN
    if collate.kind in ("class", "module_class", "namespace"):
        return UNKNOWN
    samples = list_of(sample)
    given = ast.Call(call.func, [ast.Constant(None)], [])
    return result(flow, given, collate, Arguments(given, [samples], {}))


_DEFAULT: Final = (".default_collate", ".default_convert")


def collated(sample: Type) -> Type:
    """What torch's own function collates of such samples."""
    if sample.kind in ("tensor", "int", "float", "bool", "ndarray"):
        return TENSOR
    if sample.kind == "tuple":
        items = tuple(_collated_item(item) for item in sample.items)
        return Type("tuple", sample.name, items)
    fields = fields_of(sample)
    if fields:
        return record_of({name: _collated_field(found) for name, found in fields.items()})
    if sample.kind == "dict" and sample.items:
        return dict_of(sample.items[0], _collated_field(sample.items[1]))
    return BATCH


def _collated_field(item: Type) -> Type:
    if item.kind == "str":
        return list_of(STR)
    return collated(item) if item.kind != "unknown" else OUTPUT


def _collated_item(item: Type) -> Type:
    if item.kind == "unknown" or item.kind in ("tensor", "int", "float", "bool", "ndarray"):
        return TENSOR
    if item.kind == "dict" and item.items:
        return collated(item)
    return list_of(STR) if item.kind == "str" else UNKNOWN

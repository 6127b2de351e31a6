"""Graphs of PyTorch Geometric: the objects that its data sets and loaders give, and what they hold (facts of version 2.8)."""

from __future__ import annotations

import re
from typing import Final

from mindport.semantics.library_modules import is_module
from mindport.semantics.torch_names import words
from mindport.semantics.types import INT, TENSOR, UNKNOWN, Type, callable_to, list_of

GRAPH: Final = Type("other", "graph")
"""A graph, or several in one: ``Data`` and ``Batch``."""
_TENSORS: Final = words("""
    x edge_index edge_attr edge_weight edge_type y pos batch ptr train_mask val_mask test_mask face normal
""")
_COUNTS: Final = words("num_nodes num_edges num_features num_node_features num_edge_features num_graphs num_faces")
_SAME: Final = words("to cpu cuda clone contiguous detach pin_memory coalesce sort share_memory_ subgraph")
_LOADER: Final = re.compile(r"(?!DataList)\w*Loader|\w*Sampler")


def library(name: str) -> Type:
    """Result of a function or class of ``torch_geometric``; functions that take tensors are known without."""
    _, _, rest = name.partition(".")
    package, _, leaf = rest.partition(".")
    if package == "datasets" and leaf[:1].isupper():
        return Type("dataset", name, (GRAPH,))
    if leaf in ("Data", "Batch", "Batch.from_data_list", "data.Data", "batch.Batch.from_data_list"):
        return GRAPH
    if package in ("loader", "data") and _LOADER.fullmatch(leaf):
        return Type("dataloader", name, (GRAPH,))
    return _module(name)


def instance(name: str) -> Type:
    """What an annotation by a class of ``torch_geometric`` says."""
    return GRAPH if name in _CLASSES else _module(name)


def _module(name: str) -> Type:
    leaf = name.rpartition(".")[2]
    return Type("module", f"torch_geometric.{leaf}") if is_module(name) else UNKNOWN


_CLASSES: Final = frozenset(["torch_geometric.data.Data", "torch_geometric.data.Batch"])


def is_graph(value: Type) -> bool:
    """Whether a value is a graph."""
    return value.name == GRAPH.name and value.definition is None


def member(name: str) -> Type:
    """A member of a graph. Others may be added to each, of which nothing is known."""
    if name in _TENSORS:
        return TENSOR
    if name in _COUNTS:
        return INT
    if name in _SAME:
        return callable_to(GRAPH)
    return callable_to(list_of(GRAPH)) if name == "to_data_list" else UNKNOWN

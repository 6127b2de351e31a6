"""Graphs of PyTorch Geometric: the objects that its data sets and loaders give, and what they hold (facts of version 2.8)."""

from __future__ import annotations

import re
from typing import Final

from mindport.semantics.libraries import modules
from mindport.semantics.libraries.objects import GRAPH
from mindport.semantics.types import INT, PAIR, TENSOR, UNKNOWN, Type, callable_to, list_of, tuple_of
from mindport.semantics.word_sets import words

_TENSORS: Final = words("""
    x edge_index edge_attr edge_weight edge_type y pos batch ptr train_mask val_mask test_mask face normal
""")
_COUNTS: Final = words("num_nodes num_edges num_features num_node_features num_edge_features num_graphs num_faces")
_SAME: Final = words("to cpu cuda clone contiguous detach pin_memory coalesce sort share_memory_ subgraph")
_LOADER: Final = r"(?!DataList)\w*Loader|\w*Sampler"
_ONE_TENSOR: Final = words("""
    global_add_pool global_mean_pool global_max_pool knn knn_graph radius radius_graph fps nearest knn_interpolate
    degree softmax scatter spmm to_dense_adj negative_sampling batched_negative_sampling index_to_mask mask_to_index one_hot
    cumsum geodesic_distance get_self_loop_attr segment normalized_cut lexsort erdos_renyi_graph barabasi_albert_graph
    stochastic_blockmodel_graph
""")
_TWO_TENSORS: Final = words("""
    to_dense_batch dense_to_sparse to_edge_index dropout_edge dropout_path get_laplacian mask_feature shuffle_node add_random_edge
    from_scipy_sparse_matrix index_sort get_ppr
""")
_EDGES: Final = words("add_self_loops remove_self_loops add_remaining_self_loops dropout_adj from_networkit")
"""Functions that give edges, and what belongs to each where that is given."""
_GRAPHS: Final = words("from_networkx from_smiles from_rdmol from_trimesh train_test_split_edges")
_LISTS: Final = words("unbatch unbatch_edge_index get_embeddings")
_WITH_PLACES: Final = frozenset(
    ["scatter_max", "scatter_min", "segment_max_csr", "segment_min_csr", "segment_max_coo", "segment_min_coo"]
)
_OF_GROUPS: Final = r"(?:scatter|segment|gather)(?:_\w+)?|softmax_csr"


def library(name: str) -> Type:
    """Result of a function or class of one of these libraries."""
    root, _, rest = name.partition(".")
    package, _, leaf = rest.partition(".")
    if root == "torch_scatter":
        last = rest.rpartition(".")[2]
        return PAIR if last in _WITH_PLACES else TENSOR if re.fullmatch(_OF_GROUPS, last) else UNKNOWN
    if root == "torch_cluster" or package in ("utils", "nn") and not leaf[:1].isupper():
        found = _function(rest.rpartition(".")[2])
        if found != UNKNOWN:
            return found
    if package == "datasets" and leaf[:1].isupper():
        return Type("dataset", name, (GRAPH,))
    if leaf in ("Data", "Batch", "Batch.from_data_list", "data.Data", "batch.Batch.from_data_list"):
        return GRAPH
    if package in ("loader", "data") and re.fullmatch(_LOADER, leaf):
        return Type("dataloader", name, (GRAPH,))
    return modules.instance(name) if modules.is_module(name) else UNKNOWN


def _function(leaf: str) -> Type:
    if leaf in _ONE_TENSOR:
        return TENSOR
    if leaf in _TWO_TENSORS:
        return PAIR
    if leaf in _EDGES:
        return tuple_of(TENSOR, TENSOR.optionally(True))
    return GRAPH if leaf in _GRAPHS else list_of(TENSOR) if leaf in _LISTS else UNKNOWN


def member(name: str) -> Type:
    """A member of a graph. Others may be added to each, of which nothing is known."""
    if name in _TENSORS:
        return TENSOR
    if name in _COUNTS:
        return INT
    if name in _SAME:
        return callable_to(GRAPH)
    return callable_to(list_of(GRAPH)) if name == "to_data_list" else UNKNOWN

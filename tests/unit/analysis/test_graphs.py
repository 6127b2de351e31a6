"""What graphs of PyTorch Geometric hold."""

from __future__ import annotations

import textwrap

import pytest
from found_uses import members

HEAD = """
from torch_geometric.data import Batch, Data
from torch_geometric.datasets import Planetoid
from torch_geometric.loader import DataListLoader, DataLoader, NeighborLoader
data_set = Planetoid("there", "Cora")
"""


def _found(text: str) -> list[str]:
    return members(HEAD + textwrap.dedent(text))


@pytest.mark.parametrize(
    "graph",
    [
        "data_set[0]",
        "data_set[:9][0].to('cpu')",
        "next(iter(DataLoader(data_set, batch_size=4)))",
        "next(iter(NeighborLoader(data_set[0], [9])))",
        "Data(x=1, edge_index=2)",
        "Batch.from_data_list([]).to_data_list()[0]",
    ],
)
def test_a_graph_holds_tensors_and_counts(graph: str) -> None:
    assert _found(f"g = {graph}\ng.x.mean()\ng.train_mask.sum()\ng.num_nodes.bit_length()\ng.mine.sum()") == [
        "T.mean",
        "T.sum",
    ]


def test_graphs_are_handed_on() -> None:
    text = """
    def count(loader):
        for graph in loader:
            graph = graph.to("cpu")
            graph.batch.max()
    def size(graph: Data):
        return graph.edge_index.size(1)
    for graph in data_set:
        graph.y.sum()
    count(DataLoader(data_set))
    """
    assert _found(text) == ["T.max", "T.size", "T.sum"]


@pytest.mark.parametrize(
    "text",
    [
        "for graphs in DataListLoader(data_set):\n    graphs.x.mean()",
        "class Data:\n    x = []\nData().x.mean()",
        "data_set.x.mean()",
    ],
)
def test_other_objects_are_left(text: str) -> None:
    assert _found(text) == []

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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from torch_geometric.nn import global_mean_pool\nglobal_mean_pool(a, b).data", ["T.data"]),
        ("from torch_geometric.nn.pool import radius_graph\nradius_graph(a, 2).data", ["T.data"]),
        ("from torch_geometric.utils import degree\ndegree(a).data", ["T.data"]),
        ("from torch_geometric.utils import to_dense_batch\na, b = to_dense_batch(c)\na.data\nb.data", ["T.data"] * 2),
        ("from torch_geometric.utils import add_self_loops\na, b = add_self_loops(c)\na.data", ["T.data"]),
        ("from torch_geometric.utils import from_networkx\nfrom_networkx(g).edge_index.data", ["T.data"]),
        ("from torch_geometric.utils import unbatch\nunbatch(a, b)[0].data", ["T.data"]),
        (
            "from torch_scatter import scatter_add, scatter_max\nscatter_add(a, b).data\nscatter_max(a, b)[1].data",
            ["T.data"] * 2,
        ),
        (
            "import torch_scatter\ntorch_scatter.scatter(a, b).data\ntorch_scatter.composite.scatter_softmax(a, b).data",
            ["T.data"] * 2,
        ),
        ("from torch_cluster import knn\nknn(a, b, 2).data", ["T.data"]),
        ("from torch_geometric.utils import get_num_hops, to_networkx\nget_num_hops(a).data\nto_networkx(a).data", []),
        ("from torch_geometric.data import degree\ndegree(a).data", []),
        ("from mine.utils import degree, scatter\ndegree(a).data\nscatter(a).data", []),
        ("from torch_scatter import scatter_max\nscatter_max(a, b).data", []),
        ("def scatter_add(a, b):\n    return [a]\nscatter_add(a, b).data", []),
    ],
)
def test_functions(text: str, found: list[str]) -> None:
    assert members(text) == found

"""Where torch's parameters live in MindSpore."""

from __future__ import annotations

from typing import Any

from mindport.mapping.row import Equivalent, Row, StateEntry, Target
from mindport.weights.state_map import from_rows, places
from mindport.worker.matching import match

NORM = {"weight": StateEntry("gamma"), "bias": StateEntry("beta")}
LAYER = {"linear1": StateEntry("dense1"), "norm1.weight": StateEntry("norm1.gamma")}
CONV = {"weight": StateEntry("weight", unsqueeze=2)}
MAPS = {"torch.nn.LayerNorm": [NORM], "torch.nn.TransformerEncoderLayer": [LAYER], "torch.nn.Conv1d": [CONV]}


def names(name: str, **classes: str) -> list[str]:
    return [place.name for place in places(name, {path.replace("__", "."): [c] for path, c in classes.items()}, MAPS)]


def test_a_class_with_a_state_map_renames() -> None:
    assert names("a.norm.weight", a__norm="torch.nn.LayerNorm") == ["a.norm.gamma", "a.norm.weight"]


def test_a_class_without_one_keeps_its_names() -> None:
    assert names("a.0.weight", a="torch.nn.Sequential") == ["a.0.weight"]


def test_a_map_reaches_into_submodules() -> None:
    assert names("e.linear1.bias", e="torch.nn.TransformerEncoderLayer")[0] == "e.dense1.bias"
    assert names("e.norm1.weight", e="torch.nn.TransformerEncoderLayer")[0] == "e.norm1.gamma"


def test_a_subclass_is_known_by_its_base() -> None:
    found = places("n.weight", {"n": ["my.Norm", "torch.nn.LayerNorm"]}, MAPS)
    assert found[0].name == "n.gamma"


def test_an_added_axis() -> None:
    assert places("c.weight", {"c": ["torch.nn.Conv1d"]}, MAPS)[0].shape([4, 3, 5]) == [4, 3, 1, 5]


class Rows:
    def __init__(self, *rows: Row) -> None:
        self._rows = {row.torch: row for row in rows}

    def names(self) -> list[str]:
        return list(self._rows)

    def get(self, name: str) -> Row | None:
        return self._rows.get(name)


def test_the_maps_of_rows_follow_device_and_version() -> None:
    equivalents = (
        Equivalent("mindspore.mint.nn.X", {"ascend": "2.3"}, state={"weight": StateEntry("w")}),
        Equivalent("mindspore.nn.X", {"cpu": "2.0", "gpu": "2.5"}, state={"weight": StateEntry("gamma")}),
    )
    row = Row("torch.nn.X", "class", "module", ("()",), aliases=("torch.nn.modules.X",), equivalents=equivalents)
    assert from_rows(Rows(row), Target.CPU, "2.10.0")["torch.nn.modules.X"] == [{"weight": StateEntry("gamma")}]
    assert from_rows(Rows(row), Target.GPU, "2.4.1") == {}


def torch(name: str, shape: list[int], *candidates: str, **more: Any) -> dict[str, Any]:
    found = [{"name": c, "shape": shape} for c in (*candidates, name)]
    base = {"name": name, "shape": shape, "kind": "parameter", "array": 0, "same_as": None, "trainable": True}
    return {**base, "candidates": found, **more}


def cell(name: str, shape: list[int], **more: Any) -> dict[str, Any]:
    base = {"name": name, "saved": name, "shape": shape, "kind": "parameter", "same_as": None, "trainable": True}
    return {**base, **more}


def test_every_parameter_finds_its_place() -> None:
    found = match(
        [torch("n.weight", [3], "n.gamma"), torch("f.weight", [2, 3])], [cell("n.gamma", [3]), cell("f.weight", [2, 3])]
    )
    assert [(p["torch"], p["name"]) for p in found["pairs"]] == [("n.weight", "n.gamma"), ("f.weight", "f.weight")]
    assert (found["missing"], found["unexpected"]) == ([], [])


def test_what_finds_no_place_is_named() -> None:
    found = match([torch("a", [3]), torch("b", [2])], [cell("b", [4]), cell("c", [1])])
    assert found["missing"] == ["a [3]", "b [2] (in MindSpore b [4])"]
    assert found["unexpected"] == ["b [4]", "c [1]"]


def test_a_count_of_batches_needs_no_place_and_running_means_do() -> None:
    counts = torch("n.num_batches_tracked", [], kind="buffer")
    mean = torch("n.running_mean", [3], kind="buffer")
    assert match([counts, mean], [])["missing"] == ["n.running_mean [3]"]


def test_an_axis_of_one_more_is_no_obstacle() -> None:
    assert match([torch("c.weight", [4, 3, 5])], [cell("c.weight", [4, 3, 1, 5])])["pairs"][0]["shape"] == [4, 3, 1, 5]


def test_a_lost_sharing_is_told() -> None:
    entries = [torch("a", [3]), torch("b", [3], same_as="a", array=None)]
    apart = match(entries, [cell("a", [3]), cell("b", [3])])
    together = match(entries, [cell("a", [3]), cell("b", [3], same_as="a")])
    assert [pair["array"] for pair in apart["pairs"]] == [0, 0]
    assert (len(apart["notes"]), together["notes"]) == (1, [])

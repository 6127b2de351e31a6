from mindspore import nn


def torch_names(module):
    """What torch calls the entries of a Cell's state that MindSpore has another name for, by MindSpore's name."""
    statistics = {"moving_mean": "running_mean", "moving_variance": "running_var"}
    found = {}
    for path, cell in _cells_by_path("", module):
        names = {}
        if isinstance(cell, (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d, nn.LayerNorm, nn.GroupNorm)):
            names = {"gamma": "weight", "beta": "bias", **statistics}
        elif isinstance(cell, nn.Embedding):
            names = {"embedding_table": "weight"}
        elif isinstance(cell, nn.PReLU):
            names = {"w": "weight"}
        outer = path[: -len(".bn2d")] if path.endswith(".bn2d") else path
        for name in cell._params:
            if name in names:
                found[f"{path}.{name}" if path else name] = f"{outer}.{names[name]}" if outer else names[name]
    return found


def _cells_by_path(path, cell):
    """All cells, one that several hold by each of its paths: so a state lists its entries."""
    yield path, cell
    for name, inner in cell._cells.items():
        if inner is not None:
            yield from _cells_by_path(f"{path}.{name}" if path else name, inner)

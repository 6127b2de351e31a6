import itertools

_PLACES = itertools.count(1)


def name_by_place(cell, name):
    """Names the Parameters of a child that a Cell was given after the Cell itself got its place in a network.

    MindSpore names them by the child alone, so that layers set into several blocks share names, which its optimizers
    refuse. What the Cell's other Parameters are called tells where it stands; without any a number takes that place.
    """
    child = getattr(cell, "_cells", {}).get(name)
    if child is None:
        return
    given = [(path, parameter) for path, parameter in child.parameters_and_names()]
    new = {id(parameter) for _, parameter in given}
    others = [(path, p.name) for path, p in cell.parameters_and_names() if id(p) not in new and p.name.endswith(path)]
    place = max((called[: -len(path)] for path, called in others), key=len, default=f"{next(_PLACES)}.")
    for path, parameter in given:
        parameter.name = f"{place}{name}.{path}"

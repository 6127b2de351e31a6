import itertools

_PLACES = itertools.count(1)


def name_by_place(cell, name):
    """Names the Parameters of the child that a Cell was given in another's place, once the Cell stood in a network.

    MindSpore names them by the child alone, so that layers set into several blocks share names, which its optimizers
    refuse. What the Cell's other Parameters are called tells where it stands; without any a number takes that place.
    """
    given = list(cell._cells[name].parameters_and_names())
    new = {id(parameter) for _, parameter in given}
    others = [(path, p.name) for path, p in cell.parameters_and_names() if id(p) not in new and p.name.endswith(path)]
    places = [called[: -len(path)] for path, called in others] or [f"{next(_PLACES)}."]
    for path, parameter in given:
        parameter.name = f"{max(places, key=len)}{name}.{path}"

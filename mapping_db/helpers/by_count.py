import inspect


def by_count(function, *values):
    """Calls a hook with as many of the values as it takes: versions of Lightning differ in how many there are."""
    taken = inspect.signature(function).parameters.values()
    if any(one.kind is one.VAR_POSITIONAL for one in taken):
        return function(*values)
    return function(*values[: sum(one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) for one in taken)])

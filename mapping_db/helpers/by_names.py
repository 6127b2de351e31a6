import inspect


def by_names(function, **values):
    """Calls a hook with those of the values that it has parameters for."""
    taken = inspect.signature(function).parameters
    every = any(one.kind is one.VAR_KEYWORD for one in taken.values())
    return function(**{name: value for name, value in values.items() if every or name in taken})

def module_pop(cells, key):
    """Takes a Cell out of a list or sequence of Cells and returns it."""
    module = cells[key]
    del cells[key]
    return module

def module_pop(cells, index):
    """Takes a Cell out of a list or sequence of Cells and returns it."""
    module = cells[index]
    del cells[index]
    return module

def sequential_extend(sequence, sequential):
    """Appends Cells to a sequence and returns it."""
    for layer in sequential:
        sequence.append(layer)
    return sequence

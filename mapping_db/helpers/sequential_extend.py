def sequential_extend(sequence, layers):
    """Appends Cells to a sequence and returns it."""
    for layer in layers:
        sequence.append(layer)
    return sequence

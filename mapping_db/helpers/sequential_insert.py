def sequential_insert(sequence, index, module):
    """Puts a Cell before one of a sequence, whose names count anew, and returns the sequence."""
    layers = list(sequence)
    layers.insert(index, module)
    del sequence[:]
    for layer in layers:
        sequence.append(layer)
    return sequence

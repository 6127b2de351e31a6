# needs: to_ntuple
def to_3tuple(x):
    """``x`` three times, or the tuple that it is."""
    return to_ntuple(3)(x)

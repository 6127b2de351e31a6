# needs: to_ntuple
def to_2tuple(x):
    """``x`` twice, or the tuple that it is."""
    return to_ntuple(2)(x)

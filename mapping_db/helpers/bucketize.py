# needs: searchsorted


def bucketize(input, boundaries, *, out_int32=False, right=False):
    """As ``torch.bucketize``: the values come first, and may be a number."""
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)

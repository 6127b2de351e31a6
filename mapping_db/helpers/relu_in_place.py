from mindspore import ops


def relu_in_place(x):
    """As torch's ``relu(x, inplace=True)``: who holds ``x`` sees it activated."""
    return x.copy_(ops.relu(x))

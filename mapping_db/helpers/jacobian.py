import mindspore as ms


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """The Jacobian of a function: a tensor, or a tuple of them for several inputs."""
    differentiate = ms.jacfwd if strategy == "forward-mode" else ms.jacrev
    if not isinstance(inputs, (tuple, list)):
        return differentiate(func)(inputs)
    return differentiate(func, tuple(range(len(inputs))))(*inputs)

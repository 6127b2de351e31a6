# needs: einsum, recorded_matmul


def recorded_einsum(equation, *operands):
    """As ``torch.einsum``, for gradients of gradients."""
    return einsum(equation, *operands, product=recorded_matmul)

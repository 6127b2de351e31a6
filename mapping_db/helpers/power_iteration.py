from mindspore import ops


def power_iteration(matrix, u, v, steps, eps=1e-12):
    """Better guesses of the first singular vectors of a matrix, written into ``u`` and ``v``."""
    a, b, m = u.value(), v.value(), ops.stop_gradient(matrix)
    for _ in range(steps):
        b = ops.matmul(m.T, a)
        b = b / ops.maximum(ops.sqrt((b * b).sum()), eps)
        a = ops.matmul(m, b)
        a = a / ops.maximum(ops.sqrt((a * a).sum()), eps)
    u.set_data(a)
    v.set_data(b)

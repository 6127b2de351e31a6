"""The inverse of the error function."""

from mindspore import ops

_NEAR = (1.50140941, 0.246640727, -0.00417768164, -0.00125372503, 0.000218580870, -4.39150654e-06, -3.52338770e-06)
_NEAR += (3.43273939e-07, 2.81022636e-08)
_FAR = (2.83297682, 1.00167406, 0.00943887047, -0.0076224613, 0.00573950773, -0.00367342844, 0.00134934322)
_FAR += (0.000100950558, -0.000200214257)


def erfinv(input, *, out=None):
    """As ``torch.erfinv``: Giles' polynomials in ``log(1 - x^2)``; MindSpore's own is 0.05 off where x is close to 1."""

    def polynomial(factors, w):
        total = ops.full_like(w, factors[-1])
        for factor in reversed(factors[:-1]):
            total = total * w + factor
        return total

    w = -ops.log((1 - input) * (1 + input))
    near = polynomial(_NEAR, ops.minimum(w, 5.0) - 2.5)
    far = polynomial(_FAR, ops.sqrt(ops.clamp(w, 5.0, 1e4)) - 3)
    out = ops.where(w < 5, near, far) * input
    infinity = ops.full_like(input, float("inf"))
    out = ops.where(input == 1, infinity, ops.where(input == -1, -infinity, out))
    return ops.where(ops.abs(input) > 1, ops.full_like(input, float("nan")), out)

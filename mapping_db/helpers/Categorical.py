# needs: Distribution, softmax
import mindspore as ms
import numpy as np
from mindspore import ops


class Categorical(Distribution):
    """One of several classes, their chances along the last axis, as torch's ``Categorical``."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("give either probs or logits, not both")
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdims=True)
            self.logits = ops.log(ops.clamp(self.probs, 1.1920929e-07, 1 - 1.1920929e-07))
        else:
            self.logits = ops.log_softmax(logits, -1)
            self.probs = softmax(logits, -1)
        super().__init__(self.logits.shape[:-1])

    @property
    def param_shape(self):
        return self.logits.shape

    @property
    def mean(self):
        return ops.full(self.batch_shape, float("nan"), dtype=self.logits.dtype)

    @property
    def mode(self):
        return ops.argmax(self.probs, -1)

    @property
    def variance(self):
        return self.mean

    def _draw(self, shape):
        # The largest of the logits, each with Gumbel noise, is a class drawn by its chance.
        u = ops.clamp(ops.rand((*shape, self.logits.shape[-1])), 1e-7, 1 - 1e-7)
        return ops.argmax(self.logits - ops.log(-ops.log(u)), -1).astype(ms.int64)

    def log_prob(self, value):
        shape = np.broadcast_shapes(value.shape, self.logits.shape[:-1])
        logits = ops.broadcast_to(self.logits, (*shape, self.logits.shape[-1]))
        index = ops.broadcast_to(value.astype(ms.int64), shape).expand_dims(-1)
        return ops.gather_elements(logits, -1, index).squeeze(-1)

    def entropy(self):
        return -(self.probs * ops.clamp(self.logits, min=-3.4028235e38)).sum(-1)

    def _kl(self, other):
        terms = self.probs * (self.logits - other.logits)
        terms = terms.masked_fill(other.probs == 0, float("inf"))
        return terms.masked_fill(self.probs == 0, 0.0).sum(-1)

    def enumerate_support(self, expand=True):
        values = ops.arange(self.logits.shape[-1]).reshape(-1, *(1 for _ in self.batch_shape))
        return ops.broadcast_to(values, (values.shape[0], *self.batch_shape)) if expand else values

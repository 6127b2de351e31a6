import copy

import mindspore as ms
import numpy as np
from mindspore import Tensor, ops


class Distribution:
    """Base of the distributions, with torch's interface; their parameters stay differentiable."""

    has_rsample = False

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self.batch_shape = tuple(batch_shape)
        self.event_shape = tuple(event_shape)

    @staticmethod
    def _together(*values):
        """Numbers and tensors as tensors of one shape."""
        tensors = [v if isinstance(v, Tensor) else Tensor(v, ms.float32) for v in values]
        shape = np.broadcast_shapes(*(t.shape for t in tensors))
        return [t if t.shape == shape else ops.broadcast_to(t, shape) for t in tensors]

    def _shape(self, sample_shape):
        return (*tuple(sample_shape), *self.batch_shape, *self.event_shape)

    def _draw(self, shape):
        raise NotImplementedError(f"{type(self).__name__} draws no samples")

    def sample(self, sample_shape=()):
        """Random values, without a gradient."""
        return ops.stop_gradient(self._draw(self._shape(sample_shape)))

    def rsample(self, sample_shape=()):
        """Random values through which gradients reach the parameters."""
        if not self.has_rsample:
            raise NotImplementedError(f"samples of {type(self).__name__} have no gradient")
        return self._draw(self._shape(sample_shape))

    def sample_n(self, n):
        return self.sample((n,))

    def expand(self, batch_shape, _instance=None):
        """The same distribution for a larger batch."""
        new, ends = copy.copy(self), len(self.batch_shape)
        for name, held in vars(self).items():
            if isinstance(held, Tensor):
                setattr(new, name, ops.broadcast_to(held, (*batch_shape, *held.shape[ends:])))
        new.batch_shape = tuple(batch_shape)
        return new

    @property
    def stddev(self):
        return ops.sqrt(self.variance)

    def perplexity(self):
        return ops.exp(self.entropy())

    def _kl(self, other):
        raise NotImplementedError(f"no divergence between {type(self).__name__} and {type(other).__name__}")

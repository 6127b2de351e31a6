# needs: Categorical
import mindspore as ms
from mindspore import ops


class OneHotCategorical(Categorical):
    """One of several classes, as a vector of zeros and a one: torch's ``OneHotCategorical``."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(probs, logits)
        self.event_shape = self.logits.shape[-1:]

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        return self._vector(super().mode)

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def _vector(self, index):
        return ops.one_hot(index.astype(ms.int32), self.logits.shape[-1]).astype(self.logits.dtype)

    def _draw(self, shape):
        return self._vector(super()._draw(shape[:-1]))

    def log_prob(self, value):
        return super().log_prob(ops.argmax(value, -1))

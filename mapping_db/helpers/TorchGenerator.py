import mindspore as ms
import numpy as np


class TorchGenerator:
    """A generator of random numbers that gives what torch's gives on a CPU for the same seed (it is the same Mersenne twister).
    MindSpore's own has no kernels on a CPU.

    ``uniform``, ``normal``, ``exponential``, ``integers`` and ``permutation`` draw NumPy arrays."""

    def __init__(self, device="CPU"):
        self.manual_seed(67280421310721)

    def manual_seed(self, seed):
        """Begins anew; returns the generator."""
        self._seed = int(seed) % 2**64
        self._words = np.random.RandomState(self._seed % 2**32)
        self._next = None
        return self

    def seed(self):
        """Begins anew with a seed by chance, which it returns."""
        self.manual_seed(int.from_bytes(np.random.bytes(7), "little"))
        return self._seed

    def initial_seed(self):
        """The seed that it began with."""
        return self._seed

    def get_state(self):
        """All that the next numbers depend on, for ``set_state``: bytes, as a tensor."""
        _, words, place, _, _ = self._words.get_state()
        rest = np.array([place, self._seed & 0xFFFFFFFF, self._seed >> 32, self._next is not None], np.uint32)
        last = np.array([self._next or 0.0], np.float64)
        return ms.Tensor(np.frombuffer(words.tobytes() + rest.tobytes() + last.tobytes(), np.uint8).copy())

    def set_state(self, new_state):
        """Goes on from a state that ``get_state`` gave."""
        data = new_state.asnumpy().tobytes()
        words = np.frombuffer(data[: 4 * 624], np.uint32)
        place, low, high, has_next = np.frombuffer(data[4 * 624 : 4 * 628], np.uint32).tolist()
        self._seed = low | high << 32
        self._words.set_state(("MT19937", words, place, 0, 0.0))
        self._next = float(np.frombuffer(data[4 * 628 :], np.float64)[0]) if has_next else None

    def clone_state(self):
        """Another generator that will give the same numbers."""
        other = TorchGenerator()
        other.set_state(self.get_state())
        return other

    def uniform(self, count, double=False):
        """From 0 to 1: float32, or float64."""
        if double:
            return (self._bits64(count) & np.uint64(2**53 - 1)).astype(np.float64) * 2.0**-53
        return (self._bits(count) & np.uint64(2**24 - 1)).astype(np.float32) * np.float32(2**-24)

    def exponential(self, count):
        """Of the rate 1: float64."""
        return -np.log1p(-self.uniform(count, True))

    def normal(self, count, double=False):
        """Of mean 0 and deviation 1: float32, or float64."""
        if count < 16:
            return np.array([self._one_normal() for _ in range(count)], np.float64 if double else np.float32)
        drawn = self.uniform(count, double)
        whole = count // 16 * 16
        drawn[:whole] = self._sixteens(drawn[:whole])
        if whole != count:
            drawn[-16:] = self._sixteens(self.uniform(16, double))
        return drawn

    def integers(self, low, high, count):
        """From ``low``, below ``high``: int64."""
        span = high - low
        bits = self._bits64(count) if span >= 2**28 else self._bits(count)
        return (bits % np.uint64(span)).astype(np.int64) + low

    def permutation(self, count):
        """The numbers below ``count`` in random order: int64."""
        order = list(range(count))
        for i, word in enumerate(self._bits(max(count - 1, 0)).tolist()):
            other = i + word % (count - i)
            order[i], order[other] = order[other], order[i]
        return np.array(order, np.int64)

    def _bits(self, count):
        return self._words.randint(0, 2**32, count, dtype=np.uint32).astype(np.uint64)

    def _bits64(self, count):
        words = self._bits(2 * count).reshape(count, 2)
        return words[:, 0] << np.uint64(32) | words[:, 1]

    def _one_normal(self):
        if self._next is not None:
            value, self._next = self._next, None
            return value
        angle, share = 2 * np.pi * self.uniform(1, True)[0], self.uniform(1, True)[0]
        radius = np.sqrt(-2 * np.log1p(-share))
        self._next = float(radius * np.sin(angle))
        return radius * np.cos(angle)

    @staticmethod
    def _sixteens(uniform):
        rows = uniform.reshape(-1, 2, 8)
        radius, angle = np.sqrt(-2 * np.log(1 - rows[:, 0])), 2 * np.pi * rows[:, 1]
        return np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1).reshape(-1)

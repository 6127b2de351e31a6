import mindspore as ms
from mindspore import Parameter, nn, ops


class TorchEmbeddingBag(nn.Cell):
    """Torch's ``EmbeddingBag``: sums, means or maxima of embeddings over bags of indices."""

    def __init__(
        self,
        num_embeddings,
        embedding_dim,
        max_norm=None,
        norm_type=2.0,
        scale_grad_by_freq=False,
        mode="mean",
        sparse=False,
        _weight=None,
        include_last_offset=False,
        padding_idx=None,
        device=None,
        dtype=None,
    ):
        super().__init__()
        if max_norm is not None or scale_grad_by_freq:
            raise NotImplementedError("EmbeddingBag with max_norm or scale_grad_by_freq")
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.mode = mode
        self.include_last_offset = include_last_offset
        self.padding_idx = padding_idx
        self.weight = Parameter(ops.randn((num_embeddings, embedding_dim)) if _weight is None else _weight)

    def construct(self, input, offsets=None, per_sample_weights=None):
        if input.ndim == 2:
            bags = [input[i] for i in range(input.shape[0])]
            weights = None if per_sample_weights is None else [per_sample_weights[i] for i in range(input.shape[0])]
        else:
            ends = [int(n) for n in offsets.asnumpy()]
            ends = ends if self.include_last_offset else [*ends, input.shape[0]]
            pairs = [(ends[i], ends[i + 1]) for i in range(len(ends) - 1)]
            bags = [input[a:b] for a, b in pairs]
            weights = None if per_sample_weights is None else [per_sample_weights[a:b] for a, b in pairs]
        return ops.stack([self._one(bag, None if weights is None else weights[i]) for i, bag in enumerate(bags)])

    def _one(self, bag, weights):
        if self.padding_idx is not None:
            kept = [i for i, index in enumerate(bag.asnumpy()) if index != self.padding_idx]
            kept = ms.Tensor(kept, ms.int32)
            bag, weights = bag[kept], None if weights is None else weights[kept]
        if bag.shape[0] == 0:
            return ops.zeros((self.embedding_dim,), self.weight.dtype)
        rows = ops.gather(self.weight, bag, 0)
        if weights is not None:
            rows = rows * weights.expand_dims(-1)
        if self.mode == "max":
            return ops.amax(rows, 0)
        return rows.sum(0) if self.mode == "sum" else rows.mean(0)

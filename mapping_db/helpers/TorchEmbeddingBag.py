# needs: cast_parameters, embedding_bag
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
        if scale_grad_by_freq:
            raise NotImplementedError("EmbeddingBag with scale_grad_by_freq")
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.mode = mode
        self.include_last_offset = include_last_offset
        self.padding_idx = padding_idx
        self.weight = Parameter(ops.randn((num_embeddings, embedding_dim)) if _weight is None else _weight)
        cast_parameters(self, dtype)

    def construct(self, input, offsets=None, per_sample_weights=None):
        return embedding_bag(
            input,
            self.weight,
            offsets,
            self.max_norm,
            self.norm_type,
            mode=self.mode,
            per_sample_weights=per_sample_weights,
            include_last_offset=self.include_last_offset,
            padding_idx=self.padding_idx,
        )

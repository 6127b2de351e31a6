# needs: StandIn, cast_parameters, embedding, other_name
from mindspore import nn, ops
from mindspore.common import initializer


class TorchEmbedding(nn.Embedding, metaclass=StandIn):
    """``nn.Embedding`` with torch's arguments and its initialisation; the padding row gets no gradient."""

    weight = other_name("embedding_table")
    num_embeddings = other_name("vocab_size")
    embedding_dim = other_name("embedding_size")

    def __init__(
        self,
        num_embeddings,
        embedding_dim,
        padding_idx=None,
        max_norm=None,
        norm_type=2.0,
        scale_grad_by_freq=False,
        sparse=False,
        _weight=None,
        _freeze=False,
        device=None,
        dtype=None,
    ):
        super().__init__(
            num_embeddings,
            embedding_dim,
            embedding_table=initializer.Normal(1.0) if _weight is None else _weight,
            padding_idx=None if padding_idx is None or _weight is not None else padding_idx % num_embeddings,
            **({} if dtype is None else {"dtype": dtype}),
        )
        self.embedding_table.requires_grad = not _freeze
        self.padding_idx = None if padding_idx is None else padding_idx % num_embeddings
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        cast_parameters(self, dtype)

    def construct(self, ids):
        if self.max_norm is not None or self.scale_grad_by_freq:
            return embedding(
                ids, self.embedding_table, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq
            )
        rows = super().construct(ids)
        if self.padding_idx is None:
            return rows
        return ops.where((ids == self.padding_idx).expand_dims(-1), ops.stop_gradient(rows), rows)

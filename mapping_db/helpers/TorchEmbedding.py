from mindspore import nn
from mindspore.common.initializer import Normal


class TorchEmbedding(nn.Embedding):
    """``nn.Embedding`` with torch's arguments and its initialisation."""

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, device=None, dtype=None):
        super().__init__(
            num_embeddings,
            embedding_dim,
            embedding_table=Normal(1.0),
            padding_idx=padding_idx,
            **({} if dtype is None else {"dtype": dtype}),
        )

# needs: TorchEmbedding


def embedding_from_pretrained(
    embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False
):
    """As ``torch.nn.Embedding.from_pretrained``: a table of given vectors, not trained unless ``freeze=False``."""
    if max_norm is not None or scale_grad_by_freq:
        raise NotImplementedError("max_norm and scale_grad_by_freq")
    layer = TorchEmbedding(embeddings.shape[0], embeddings.shape[1], padding_idx=padding_idx, dtype=embeddings.dtype)
    layer.embedding_table.set_data(embeddings)
    layer.embedding_table.requires_grad = not freeze
    return layer

# needs: reduced
"""How far the angle of two vectors is from what a label asks for."""

from mindspore import ops


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """As ``torch.nn.functional.cosine_embedding_loss``: label 1 for like, -1 for unlike vectors."""
    product = (input1 * input2).sum(-1)
    sizes = ((input1 * input1).sum(-1) + 1e-12) * ((input2 * input2).sum(-1) + 1e-12)
    cosine = product / ops.sqrt(sizes)
    loss = ops.where(target == 1, 1 - cosine, ops.relu(cosine - margin))
    return reduced(loss, reduction)

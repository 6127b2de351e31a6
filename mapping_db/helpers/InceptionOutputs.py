from collections import namedtuple


class InceptionOutputs(namedtuple("InceptionOutputs", ["logits", "aux_logits"])):
    """What Inception V3 gives in training."""

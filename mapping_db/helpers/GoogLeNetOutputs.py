from collections import namedtuple


class GoogLeNetOutputs(namedtuple("GoogLeNetOutputs", ["logits", "aux_logits2", "aux_logits1"])):
    """What GoogLeNet gives in training: the classifiers half way come after the last one, the later of them first."""

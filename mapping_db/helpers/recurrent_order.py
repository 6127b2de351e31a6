from mindspore import nn


def recurrent_order(cell, entries):
    """Entries ``(name, tensor)`` of a recurrent layer as torch has them, layer by layer; MindSpore groups them by kind."""
    if not isinstance(cell, (nn.LSTM, nn.GRU, nn.RNN)):
        return list(entries)
    kinds = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")

    def place(entry):
        kind, _, end = entry[0].rpartition(".")[2].rpartition("_l")
        layer, _, direction = end.partition("_")
        if kind not in kinds or not layer.isdigit():  # a heir's own
            return 1, 0, "", 0
        return 0, int(layer), direction, kinds.index(kind)

    return sorted(entries, key=place)

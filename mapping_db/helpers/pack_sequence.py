# needs: pack_padded_sequence, pad_sequence


def pack_sequence(sequences, enforce_sorted=True):
    """As ``torch.nn.utils.rnn.pack_sequence``."""
    return pack_padded_sequence(pad_sequence(sequences), [s.shape[0] for s in sequences], False, enforce_sorted)

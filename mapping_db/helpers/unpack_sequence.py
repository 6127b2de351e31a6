# needs: pad_packed_sequence, unpad_sequence


def unpack_sequence(packed_sequences):
    """As ``torch.nn.utils.rnn.unpack_sequence``: the sequences, each at its length."""
    return unpad_sequence(*pad_packed_sequence(packed_sequences, True), True)

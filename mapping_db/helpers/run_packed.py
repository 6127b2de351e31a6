# needs: PackedSequence, pack_padded_sequence, pad_packed_sequence
from mindspore import int32


def run_packed(rnn, input, hx=None):
    """``rnn(input, hx)``, where the input may be packed: MindSpore's layers take the padded batch and its lengths."""
    if not isinstance(input, PackedSequence):
        return rnn(input, hx)
    padded, lengths = pad_packed_sequence(input, rnn.batch_first)
    out, state = rnn(padded, hx, lengths.to(int32))
    return pack_padded_sequence(out, lengths, rnn.batch_first, input.sorted_indices is None), state

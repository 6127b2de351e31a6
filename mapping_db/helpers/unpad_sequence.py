def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """The sequences of a padded batch, each at its own length."""
    lengths = [int(n) for n in (lengths.asnumpy() if hasattr(lengths, "asnumpy") else lengths)]
    if batch_first:
        return [padded_sequences[i, :n] for i, n in enumerate(lengths)]
    return [padded_sequences[:n, i] for i, n in enumerate(lengths)]

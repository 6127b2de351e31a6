from mindspore import mint, ops


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """Sequences of different lengths as one tensor, the short ones filled up."""
    longest = max(s.shape[0] for s in sequences)
    rows = []
    for s in sequences:
        missing = longest - s.shape[0]
        if missing:
            fill = ops.full((missing, *s.shape[1:]), padding_value, dtype=s.dtype)
            s = mint.cat((s, fill) if padding_side == "right" else (fill, s), 0)
        rows.append(s)
    return ops.stack(rows, 0 if batch_first else 1)

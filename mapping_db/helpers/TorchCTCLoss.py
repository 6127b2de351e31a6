import mindspore as ms
from mindspore import Tensor, nn, ops


class TorchCTCLoss(nn.Cell):
    """Torch's ``CTCLoss``: lengths may be tuples, targets may stand one after the other, the batch axis may be missing."""

    def __init__(self, blank=0, reduction="mean", zero_infinity=False):
        super().__init__()
        self.blank = blank
        self.reduction = reduction
        self.zero_infinity = zero_infinity

    def construct(self, log_probs, targets, input_lengths, target_lengths):
        single = log_probs.ndim == 2
        if single:
            log_probs, targets = log_probs.expand_dims(1), targets.expand_dims(0)
        inputs, lengths = self._lengths(input_lengths), self._lengths(target_lengths)
        if targets.ndim == 1:
            targets = self._rows(targets, [int(n) for n in lengths.asnumpy()])
        out, _ = ops.ctc_loss(
            log_probs, targets.astype(ms.int32), inputs, lengths, self.blank, self.reduction, self.zero_infinity
        )
        return out.squeeze(0) if single and self.reduction == "none" else out

    @staticmethod
    def _lengths(lengths):
        lengths = lengths if isinstance(lengths, Tensor) else Tensor(lengths, ms.int32)
        return lengths.reshape(-1).astype(ms.int32)

    @staticmethod
    def _rows(targets, lengths):
        """Targets that stand one after the other, one row a sample."""
        longest, start, rows = max(lengths), 0, []
        for n in lengths:
            row = targets[start : start + n].astype(ms.int32)
            rows.append(ops.cat((row, ops.zeros((longest - n,), ms.int32))) if n < longest else row)
            start += n
        return ops.stack(rows)

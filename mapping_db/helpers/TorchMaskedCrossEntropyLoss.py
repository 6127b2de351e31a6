# needs: TorchCrossEntropyLoss, recorded_cross_entropy


class TorchMaskedCrossEntropyLoss(TorchCrossEntropyLoss):
    """``nn.CrossEntropyLoss`` of scores that may be minus infinity: MindSpore's loss is ``nan`` then."""

    def construct(self, logits, labels):
        chosen = (self.weight, None, self.ignore_index, None, self.reduction, self.label_smoothing)
        return recorded_cross_entropy(logits, labels, *chosen)

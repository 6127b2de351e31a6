# needs: TorchInstanceNorm
class TorchInstanceNorm1d(TorchInstanceNorm):
    """Torch's ``InstanceNorm1d``; MindSpore has no kernel for it on a CPU."""

    axes = 1

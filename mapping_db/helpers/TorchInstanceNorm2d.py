# needs: TorchInstanceNorm
class TorchInstanceNorm2d(TorchInstanceNorm):
    """Torch's ``InstanceNorm2d``; MindSpore has no kernel for it on a CPU."""

    axes = 2

# needs: TorchInstanceNorm
class TorchInstanceNorm3d(TorchInstanceNorm):
    """Torch's ``InstanceNorm3d``; MindSpore has no kernel for it on a CPU."""

    axes = 3

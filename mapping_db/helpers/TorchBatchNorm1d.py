from mindspore import nn


class TorchBatchNorm1d(nn.BatchNorm1d):
    """``nn.BatchNorm1d`` with torch's arguments: ``momentum`` weighs the new statistics."""

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        device=None,
        dtype=None,
        *,
        bias=True,
    ):
        if momentum is None:
            raise NotImplementedError("momentum=None: MindSpore has no cumulative average")
        super().__init__(
            num_features,
            eps=eps,
            momentum=1 - momentum,
            affine=affine,
            use_batch_statistics=None if track_running_stats else True,
            **({} if dtype is None else {"dtype": dtype}),
        )

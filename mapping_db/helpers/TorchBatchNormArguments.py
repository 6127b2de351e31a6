# needs: other_name
from mindspore import Tensor
from mindspore import int64 as ms_int64


class TorchBatchNormArguments:
    """Torch's arguments and attributes for a batch normalisation of MindSpore's, which is the base class after this one.

    ``momentum`` weighs the new statistics. A subclass counts batches itself, where it wants them counted.
    """

    weight = other_name("gamma", "affine")
    bias = other_name("beta", "affine")
    running_mean = other_name("moving_mean", "track_running_stats")
    running_var = other_name("moving_variance", "track_running_stats")

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
        if affine and not bias:
            raise NotImplementedError("bias=False: MindSpore's layer has both or neither")
        super().__init__(
            num_features,
            eps=eps,
            momentum=1 - momentum,
            affine=affine,
            use_batch_statistics=None if track_running_stats else True,
            **({} if dtype is None else {"dtype": dtype}),
        )
        self.affine, self.track_running_stats = affine, track_running_stats
        self.num_batches_tracked = Tensor(0, ms_int64) if track_running_stats else None

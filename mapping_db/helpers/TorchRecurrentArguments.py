# needs: cast_parameters
class TorchRecurrentArguments:
    """Torch's arguments for a recurrent layer of MindSpore's, which is the base class after this one."""

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        device=None,
        dtype=None,
        **others,
    ):
        if others.pop("proj_size", 0):
            raise NotImplementedError("proj_size: MindSpore's layer projects no states")
        super().__init__(
            input_size,
            hidden_size,
            num_layers=num_layers,
            has_bias=bias,
            batch_first=batch_first,
            dropout=float(dropout),
            bidirectional=bidirectional,
            **others,
        )
        cast_parameters(self, dtype)

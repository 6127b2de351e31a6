class LightningCallback:
    """Lightning's ``Callback``: a ``Trainer`` calls its methods ``on_…``, which do nothing unless they are written."""

    monitors = False

    def setup(self, trainer, pl_module, stage=None):
        """Called before a stage begins."""

    def teardown(self, trainer, pl_module, stage=None):
        """Called when a stage is over."""

    def state_dict(self):
        """What a checkpoint keeps of the callback."""
        return {}

    def load_state_dict(self, state_dict):
        """Takes what ``state_dict`` gave."""


def _nothing(self, *args, **kwargs):
    """A hook that a callback leaves out."""


for _when in ("fit", "train", "validation", "test", "predict", "sanity_check"):
    for _part in ("", "_epoch", "_batch"):
        for _end in ("start", "end"):
            setattr(LightningCallback, f"on_{_when}{_part}_{_end}", _nothing)
for _hook in (
    "on_exception", "on_save_checkpoint", "on_load_checkpoint", "on_before_zero_grad", "on_before_backward",
    "on_after_backward", "on_before_optimizer_step",
):  # fmt: skip
    setattr(LightningCallback, _hook, _nothing)

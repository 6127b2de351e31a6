# needs: LightningCallback
class TrainerDisplay(LightningCallback):
    """Lightning's progress bars and summaries, which only show: the ``Trainer`` writes a line for each epoch by itself."""

    def __init__(self, *args, **kwargs):
        self.arguments = args, kwargs

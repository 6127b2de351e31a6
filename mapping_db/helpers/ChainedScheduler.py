class ChainedScheduler:
    """Torch's ``ChainedScheduler``: every step is a step of each scheduler."""

    def __init__(self, schedulers, optimizer=None):
        self._schedulers = list(schedulers)
        self.optimizer = optimizer

    def step(self):
        for scheduler in self._schedulers:
            scheduler.step()

    def get_last_lr(self):
        return self._schedulers[-1].get_last_lr()

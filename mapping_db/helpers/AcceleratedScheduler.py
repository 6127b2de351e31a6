# needs: load_scheduler_state, scheduler_state
class AcceleratedScheduler:
    """A scheduler that an ``Accelerator`` has prepared: it waits while gradients are accumulated."""

    def __init__(self, scheduler, accelerator):
        self.scheduler, self._accelerator = scheduler, accelerator

    def step(self, *args, **kwargs):
        if self._accelerator.sync_gradients:
            self.scheduler.step(*args, **kwargs)

    def get_last_lr(self):
        return self.scheduler.get_last_lr()

    def state_dict(self):
        return scheduler_state(self.scheduler)

    def load_state_dict(self, state_dict):
        load_scheduler_state(self.scheduler, state_dict)

class LightningLogger:
    """Lightning's ``Logger``, the base of loggers: what a ``Trainer`` calls, which does nothing unless it is written."""

    name = version = save_dir = None

    @property
    def log_dir(self):
        return self.save_dir or "."

    @property
    def experiment(self):
        return None

    def log_hyperparams(self, params, *args, **kwargs):
        """Notes with which settings a run was made."""

    def log_metrics(self, metrics, step=None):
        """Notes numbers by their names."""

    def log_graph(self, *args, **kwargs):
        """Notes what a network looks like."""

    def watch(self, *args, **kwargs):
        """Follows a network's gradients."""

    def save(self):
        """Writes what was noted."""

    def finalize(self, status="success"):
        self.save()

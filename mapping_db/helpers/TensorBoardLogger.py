# needs: CSVLogger, SummaryWriter
class TensorBoardLogger(CSVLogger):
    """Lightning's ``TensorBoardLogger`` over MindSpore's summaries, which TensorBoard reads."""

    def __init__(self, save_dir="lightning_logs", name="lightning_logs", version=None, **kwargs):
        super().__init__(save_dir, name, version)
        self._writer = None

    @property
    def experiment(self):
        if self._writer is None:
            self._writer = SummaryWriter(self.log_dir)
        return self._writer

    def log_metrics(self, metrics, step=None):
        for name, value in metrics.items():
            self.experiment.add_scalar(name, float(value), step)

    def save(self):
        if self._writer is not None:
            self._writer.flush()

    def finalize(self, status="success"):
        if self._writer is not None:
            self._writer.close()
            self._writer = None

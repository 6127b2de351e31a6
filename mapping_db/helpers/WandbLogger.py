# needs: LightningLogger
import importlib


class WandbLogger(LightningLogger):
    """Lightning's ``WandbLogger``: hands what is logged to ``wandb``, which needs no torch."""

    def __init__(self, name=None, save_dir=".", version=None, project="lightning_logs", id=None, **kwargs):
        left = ("offline", "log_model", "experiment", "prefix", "checkpoint_name", "add_file_policy", "anonymous")
        self.save_dir, self._settings = str(save_dir), {k: v for k, v in kwargs.items() if k not in left}
        self._settings |= {"name": name, "dir": self.save_dir, "project": project, "id": id or version}
        if kwargs.get("offline"):
            self._settings["mode"] = "offline"
        self._run = kwargs.get("experiment")

    @property
    def experiment(self):
        if self._run is None:
            self._run = importlib.import_module("wandb").init(**self._settings)
        return self._run

    def log_hyperparams(self, params, *args, **kwargs):
        self.experiment.config.update(dict(params if isinstance(params, dict) else vars(params)), allow_val_change=True)

    def log_metrics(self, metrics, step=None):
        shown = dict(metrics) if step is None else {**metrics, "trainer/global_step": step}
        self.experiment.log(shown)

    def log_image(self, key, images, step=None, **kwargs):
        image = importlib.import_module("wandb").Image
        self.log_metrics({key: [image(one.asnumpy() if hasattr(one, "asnumpy") else one) for one in images]}, step)

    def log_text(self, key, columns=None, data=None, step=None, **kwargs):
        self.log_metrics({key: importlib.import_module("wandb").Table(columns=columns, data=data)}, step)

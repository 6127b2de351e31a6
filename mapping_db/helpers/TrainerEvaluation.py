# needs: TrainerMetrics, load_object, load_weights, size_of_batch
import sys
from pathlib import Path

import mindspore as ms


class TrainerEvaluation:
    """What a ``Trainer`` does without training: validation, test and predictions."""

    def validate(self, model=None, dataloaders=None, ckpt_path=None, datamodule=None, verbose=True, **kwargs):
        return self._asked("validate", "validation", model, dataloaders, ckpt_path, datamodule, verbose)

    def test(self, model=None, dataloaders=None, ckpt_path=None, datamodule=None, verbose=True, **kwargs):
        return self._asked(
            "test", "test", model, kwargs.get("test_dataloaders", dataloaders), ckpt_path, datamodule, verbose
        )

    def predict(self, model=None, dataloaders=None, datamodule=None, return_predictions=True, ckpt_path=None):
        loaders = self._prepare("predict", "predict", model, dataloaders, ckpt_path, datamodule)
        found = self._evaluate("predict", loaders)
        self._end("predict")
        return found[0] if len(found) == 1 else found

    def _prepare(self, stage, name, model, dataloaders, ckpt_path, datamodule):
        if hasattr(dataloaders, f"{name[:3] if name == 'validation' else name}_dataloader"):
            dataloaders, datamodule = None, dataloaders
        self._begin(model or self.lightning_module, datamodule or self.datamodule, stage)
        if ckpt_path == "best":
            ckpt_path = self.checkpoint_callback.best_model_path
        elif ckpt_path == "last":
            ckpt_path = self.checkpoint_callback.last_model_path
        elif (
            model is None
            and ckpt_path is None
            and self.checkpoint_callback
            and self.checkpoint_callback.best_model_path
        ):
            ckpt_path = (
                self.checkpoint_callback.best_model_path
            )  # as Lightning does where it has trained the module itself
        if ckpt_path:
            with Path(ckpt_path).open("rb") as stream:
                load_weights(self.lightning_module, load_object(stream)["state_dict"])
        return self._several(self._loader(dataloaders, "val" if name == "validation" else name))

    def _asked(self, stage, name, model, dataloaders, ckpt_path, datamodule, verbose):
        loaders = self._prepare(stage, name, model, dataloaders, ckpt_path, datamodule)
        self.callback_metrics = {}
        found = self._evaluate(name, loaders)
        self._end(stage)
        for key, value in self.callback_metrics.items() if verbose else ():
            sys.stdout.write(f"{stage}: {key} = {float(value):.6g}\n")
        return found

    def _evaluate(self, name, loaders, most=sys.maxsize):
        """Runs the steps of "validation", "test" or "predict"; of each loader the metrics, or the predictions."""
        model, training = self.lightning_module, self._metrics
        model.set_train(False)
        self._metrics, found, outputs = TrainerMetrics(), [], []
        with ms._no_grad():
            self._call(f"on_{name}_start")
            self._call(f"on_{name}_epoch_start")
            for number, loader in enumerate(loaders):
                extra, given = ([number] if len(loaders) > 1 else []), []
                count = min(self._count(loader, name), most)
                for index, batch in enumerate(loader):
                    if index >= count:
                        break
                    self._now = (name, size_of_batch(batch), f"/dataloader_idx_{number}" if extra else "")
                    self._call(f"on_{name}_batch_start", batch, index, *extra)
                    given.append(self._step(f"{name}_step", batch, index, *extra))
                    self._call(f"on_{name}_batch_end", given[-1], batch, index, *extra)
                outputs.append(given)
            self._now = (name, 1, "")
            if hasattr(model, f"{name}_epoch_end"):
                getattr(model, f"{name}_epoch_end")(outputs if len(outputs) != 1 else outputs[0])
            self._call(f"on_{name}_epoch_end")
            metrics, names = self._metrics.epoch()
            self.callback_metrics |= self._tensors(metrics)
            self._call(f"on_{name}_end")
        self._metrics.reset()
        if not self.sanity_checking and names:
            self.log_metrics({key: value for key, value in metrics.items() if key in names})
        self._metrics = training
        if name == "predict":
            return outputs
        for number in range(len(loaders)):
            end = f"/dataloader_idx_{number}"
            found.append({k: v for k, v in metrics.items() if "/dataloader_idx_" not in k or k.endswith(end)})
        return found

# needs: by_count, load_object, load_optimizer_state, load_scheduler_state, load_weights
# needs: optimizer_state, save_object, scheduler_state
from pathlib import Path


class TrainerCheckpoints:
    """How a ``Trainer`` writes a run down, and takes one up again."""

    def save_checkpoint(self, filepath, weights_only=False, **kwargs):
        model = self.lightning_module
        state = {name: value.value().copy() for name, value in model.state_dict().items()}
        checkpoint = {"epoch": self.current_epoch, "global_step": self.global_step, "state_dict": state}
        checkpoint["hyper_parameters"] = dict(model.hparams)
        checkpoint["loops"] = {"epochs": self.current_epoch + self.in_epoch, "scheduled": not self.in_epoch}
        if not weights_only:
            checkpoint["optimizer_states"] = [optimizer_state(one) for one in self.optimizers]
            checkpoint["lr_schedulers"] = [scheduler_state(one["scheduler"]) for one in self.lr_scheduler_configs]
            checkpoint["callbacks"] = {type(one).__qualname__: one.state_dict() for one in self.callbacks}
        for one in self.callbacks:
            by_count(one.on_save_checkpoint, self, model, checkpoint)
        if hasattr(model, "on_save_checkpoint"):
            model.on_save_checkpoint(checkpoint)
        Path(filepath).parent.mkdir(parents=True, exist_ok=True)
        with Path(filepath).open("wb") as stream:
            save_object(checkpoint, stream)

    def _go_on(self, path):
        """Takes up a run where a checkpoint was written: with the epoch after it."""
        with Path(path).open("rb") as stream:
            checkpoint = load_object(stream)
        model = self.lightning_module
        if hasattr(model, "on_load_checkpoint"):
            model.on_load_checkpoint(checkpoint)
        load_weights(model, checkpoint["state_dict"])
        for one, state in zip(self.optimizers, checkpoint.get("optimizer_states", ())):
            load_optimizer_state(one, state)
        for one, state in zip(self.lr_scheduler_configs, checkpoint.get("lr_schedulers", ())):
            load_scheduler_state(one["scheduler"], state)
        for one in self.callbacks:
            if checkpoint.get("callbacks", {}).get(type(one).__qualname__):
                one.load_state_dict(checkpoint["callbacks"][type(one).__qualname__])
        loops = checkpoint.get("loops", {"epochs": checkpoint["epoch"] + 1, "scheduled": True})
        self.current_epoch, self.global_step = loops["epochs"], checkpoint["global_step"]
        if not loops["scheduled"]:  # it was written at the end of an epoch, before the schedulers' steps
            self._schedule("epoch", self.current_epoch, but_plateaus=True)

# needs: LightningCallback
class LearningRateMonitor(LightningCallback):
    """Lightning's ``LearningRateMonitor``: logs the optimizers' rates by epoch, by step, or as schedules change them."""

    def __init__(self, logging_interval=None, log_momentum=False, log_weight_decay=False):
        self.logging_interval, self.lrs = logging_interval, {}

    def on_train_batch_start(self, trainer, *args, **kwargs):
        if trainer.global_step % trainer.log_every_n_steps == 0:
            self._log(trainer, "step")

    def on_train_epoch_start(self, trainer, *args, **kwargs):
        self._log(trainer, "epoch")

    def _log(self, trainer, interval):
        rates, several = {}, len(trainer.optimizers) > 1
        schedules = {id(one["scheduler"].optimizer): one["interval"] for one in trainer.lr_scheduler_configs}
        for number, optimizer in enumerate(trainer.optimizers):
            if (self.logging_interval or schedules.get(id(optimizer), interval)) != interval:
                continue
            name = f"lr-{type(optimizer).__name__}" + (f"-{number}" if several and number else "")
            for index, group in enumerate(optimizer.param_groups):
                rates[f"{name}/pg{index + 1}" if len(optimizer.param_groups) > 1 else name] = float(group["lr"])
        for name, rate in rates.items():
            self.lrs.setdefault(name, []).append(rate)
        trainer.callback_metrics |= rates
        if rates:
            trainer.log_metrics(rates)

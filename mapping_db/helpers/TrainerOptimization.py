# needs: LightningOptimizer, accumulate_gradients, by_names, clip_gradients_by_norm, clip_gradients_by_value
import inspect


class TrainerOptimization:
    """A ``Trainer``'s optimizers, their steps and their schedulers."""

    def _take_optimizers(self, given):
        schedulers = []
        if isinstance(given, tuple) and len(given) == 2 and isinstance(given[0], (list, tuple)):
            given, schedulers = list(given[0]), list(given[1])
        given = [] if given is None else list(given) if isinstance(given, (list, tuple)) else [given]
        for number, one in enumerate(given):
            if isinstance(one, dict):
                given[number] = one["optimizer"]
                schedulers += [one["lr_scheduler"]] if one.get("lr_scheduler") is not None else []
        self.optimizers = given
        self.wrapped = [LightningOptimizer(one, self) for one in given]
        usual = {"interval": "epoch", "frequency": 1, "monitor": None}
        self.lr_scheduler_configs = [
            {**usual, **(one if isinstance(one, dict) else {"scheduler": one})} for one in schedulers
        ]

    def _optimize(self, batch, index, is_last):
        model = self.lightning_module
        if not model.automatic_optimization:
            return self._step("training_step", batch, index)
        stepping = is_last or (index + 1) % self.accumulate_grad_batches == 0
        taken = []
        for number, optimizer in enumerate(self.wrapped):
            if len(self.wrapped) > 1:
                model.toggle_optimizer(self.optimizers[number])

            def closure(number=number, optimizer=optimizer):
                given = self._step("training_step", batch, index, *([number] if len(self.wrapped) > 1 else []))
                taken.append(given)
                loss = given["loss"] if isinstance(given, dict) else given
                if index % self.accumulate_grad_batches == 0:
                    self._call("on_before_zero_grad", self.optimizers[number])
                    by_names(
                        model.optimizer_zero_grad, epoch=self.current_epoch, batch_idx=index, optimizer=optimizer,
                        optimizer_idx=number,
                    )  # fmt: skip
                if loss is not None:
                    self._call("on_before_backward", loss)
                    accumulate_gradients(loss / self.accumulate_grad_batches)
                    self._call("on_after_backward")
                    if stepping:
                        self._call("on_before_optimizer_step", self.optimizers[number])
                        by_names(
                            model.configure_gradient_clipping, optimizer=self.optimizers[number],
                            gradient_clip_val=self.gradient_clip_val, gradient_clip_algorithm=self.gradient_clip_algorithm,
                            optimizer_idx=number,
                        )  # fmt: skip
                return loss

            if stepping:
                by_names(
                    model.optimizer_step, epoch=self.current_epoch, batch_idx=index, optimizer=optimizer,
                    optimizer_idx=number, optimizer_closure=closure, second_order_closure=closure,
                )  # fmt: skip
            else:
                closure()
            if len(self.wrapped) > 1:
                model.untoggle_optimizer()
        return taken[-1] if taken else None

    def clip(self, optimizer, value, algorithm):
        if value:
            own = getattr(optimizer, "optimizer", optimizer).parameters
            (clip_gradients_by_value if algorithm == "value" else clip_gradients_by_norm)(own, value)

    def _step(self, name, batch, index, *others):
        """Runs a step with as many arguments as it takes."""
        step = getattr(self.lightning_module, name)
        taken = inspect.signature(step).parameters.values()
        if any(one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) for one in taken):
            count = 2 + len(others)
        else:
            count = len(taken)
        given = [batch, index, *others][:count]
        names = [one.name for one in taken]
        if count == 2 and others and names[1] in ("optimizer_idx", "dataloader_idx"):
            given = [batch, others[0]]
        return step(*given)

    def _schedule(self, interval, count, but_plateaus=False):
        for config in self.lr_scheduler_configs if self.lightning_module.automatic_optimization else ():
            if config["interval"] != interval or count % config["frequency"]:
                continue
            monitored, is_plateau = None, type(config["scheduler"]).__name__ == "ReduceLROnPlateau"
            if is_plateau and but_plateaus:
                continue
            if is_plateau:
                name = config["monitor"]
                if name not in self.callback_metrics:
                    raise ValueError(
                        f"ReduceLROnPlateau monitors {name!r}, which is not logged: {[*self.callback_metrics]}"
                    )
                monitored = float(self.callback_metrics[name])
            by_names(
                self.lightning_module.lr_scheduler_step,
                scheduler=config["scheduler"],
                metric=monitored,
                optimizer_idx=0,
            )

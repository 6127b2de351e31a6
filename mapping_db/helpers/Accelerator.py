# needs: AcceleratedLoader, AcceleratedOptimizer, AcceleratedScheduler, accumulate_gradients, clip_gradients_by_norm
# needs: clip_gradients_by_value, load_object, load_optimizer_state, load_scheduler_state, load_weights, optimizer_state
# needs: save_object, scheduler_state
import contextlib
import logging
import warnings
from pathlib import Path
from types import SimpleNamespace

import mindspore as ms
from mindspore import nn


class Accelerator:
    """Accelerate's ``Accelerator`` on MindSpore, for one device and float32: a training loop runs on as it is."""

    def __init__(self, mixed_precision=None, gradient_accumulation_steps=1, log_with=None, project_dir=None, **others):
        self.mixed_precision = "no" if mixed_precision is None else mixed_precision
        if self.mixed_precision != "no":
            warnings.warn(f"Accelerator: mixed_precision={mixed_precision!r} is not followed here", stacklevel=2)
        plugin = others.get("gradient_accumulation_plugin")
        self.gradient_accumulation_steps = plugin.num_steps if plugin else gradient_accumulation_steps
        self.project_configuration = others.get("project_config") or SimpleNamespace(project_dir=project_dir)
        self.project_dir = project_dir or getattr(self.project_configuration, "project_dir", None)
        self.step, self.sync_gradients, self.optimizer_step_was_skipped = 0, True, False
        self.is_main_process = self.is_local_main_process = self.is_last_process = True
        self.process_index = self.local_process_index = 0
        self.num_processes, self.use_distributed, self.scaler = 1, False, None
        self.distributed_type, self.native_amp = "NO", False
        self.state = self.gradient_state = self
        self.trackers, self.log_with, self.end_of_dataloader = [], log_with, False
        self._models, self._optimizers, self._schedulers, self._kept = [], [], [], []

    @property
    def device(self):
        return ms.get_context("device_target")

    def prepare(self, *args, **kwargs):
        """What it is given: optimizers, schedulers and loaders in a form that heeds ``accumulate``."""
        found = [self._prepared(one) for one in args]
        return found[0] if len(found) == 1 else tuple(found)

    prepare_model = prepare_optimizer = prepare_scheduler = prepare_data_loader = prepare

    def _prepared(self, one):
        if isinstance(one, nn.Cell) and hasattr(one, "param_groups"):
            found = AcceleratedOptimizer(one, self)
            self._optimizers.append(found)
            return found
        if isinstance(one, nn.Cell):
            self._models.append(one)
            return one
        if hasattr(one, "step") and hasattr(one, "optimizer"):
            found = AcceleratedScheduler(one, self)
            self._schedulers.append(found)
            return found
        return AcceleratedLoader(one, self) if hasattr(one, "__iter__") and hasattr(one, "__len__") else one

    @contextlib.contextmanager
    def accumulate(self, *models):
        """A step of several: optimizers and schedulers wait until as many as were asked for, or all of a loader, are done."""
        self.step += 1
        self.sync_gradients = self.step % self.gradient_accumulation_steps == 0 or self.end_of_dataloader
        if self.end_of_dataloader:
            self.step = 0
        yield

    @contextlib.contextmanager
    def no_sync(self, model=None):
        before, self.sync_gradients = self.sync_gradients, False
        yield
        self.sync_gradients = before

    def backward(self, loss, **kwargs):
        accumulate_gradients(loss / self.gradient_accumulation_steps)

    def clip_grad_norm_(self, parameters, max_norm, norm_type=2):
        return clip_gradients_by_norm(list(parameters), max_norm, norm_type)

    def clip_grad_value_(self, parameters, clip_value):
        clip_gradients_by_value(list(parameters), clip_value)

    def unscale_gradients(self, optimizer=None):
        """Nothing was scaled."""

    def autocast(self, *args, **kwargs):
        return contextlib.nullcontext()

    def unwrap_model(self, model, keep_fp32_wrapper=True, **kwargs):
        return model

    def get_state_dict(self, model, unwrap=True):
        return model.state_dict()

    def gather(self, tensor):
        return tensor

    gather_for_metrics = pad_across_processes = reduce = lambda self, tensor, *args, **kwargs: tensor

    def wait_for_everyone(self):
        """There is nobody else."""

    def print(self, *args, **kwargs):
        print(*args, **kwargs)  # noqa: T201 - that is what it is for

    @contextlib.contextmanager
    def main_process_first(self):
        yield

    local_main_process_first = main_process_first

    def on_main_process(self, function):
        return function

    on_local_main_process = on_last_process = on_main_process

    def save(self, obj, f, safe_serialization=False):
        save_object(obj, f)

    def init_trackers(self, project_name, config=None, init_kwargs=None):
        """Numbers go to Python's logging; own trackers are called as well."""
        kept = self.log_with if isinstance(self.log_with, (list, tuple)) else [self.log_with]
        self.trackers = [one for one in kept if hasattr(one, "log")]

    def log(self, values, step=None, log_kwargs=None):
        for one in self.trackers:
            one.log(values, step=step)
        logging.getLogger("accelerate").info("%s: %s", step, values)

    def get_tracker(self, name, unwrap=False):
        return next((one for one in self.trackers if getattr(one, "name", None) == name), None)

    def end_training(self):
        for one in self.trackers:
            one.finish()

    def free_memory(self, *objects):
        self._models, self._optimizers, self._schedulers = [], [], []
        return [None] * len(objects)

    clear = free_memory

    def register_for_checkpointing(self, *objects):
        self._kept += objects

    def save_state(self, output_dir=None, **kwargs):
        folder = Path(output_dir or Path(self.project_dir or ".") / "checkpoints")
        folder.mkdir(parents=True, exist_ok=True)
        weights = [{name: value.value().copy() for name, value in one.state_dict().items()} for one in self._models]
        state = {"models": weights, "optimizers": [optimizer_state(one.optimizer) for one in self._optimizers]}
        state["schedulers"] = [scheduler_state(one.scheduler) for one in self._schedulers]
        state |= {"step": self.step, "kept": [one.state_dict() for one in self._kept]}
        with (folder / "state.pkl").open("wb") as stream:
            save_object(state, stream)
        return str(folder)

    def load_state(self, input_dir=None, **kwargs):
        with (Path(input_dir or Path(self.project_dir or ".") / "checkpoints") / "state.pkl").open("rb") as stream:
            state = load_object(stream)
        for one, saved in zip(self._models, state["models"]):
            load_weights(one, saved)
        for one, saved in zip(self._optimizers, state["optimizers"]):
            load_optimizer_state(one.optimizer, saved)
        for one, saved in zip(self._schedulers, state["schedulers"]):
            load_scheduler_state(one.scheduler, saved)
        for one, saved in zip(self._kept, state["kept"]):
            one.load_state_dict(saved)
        self.step = state["step"]

    def skip_first_batches(self, dataloader, num_batches=0):
        return AcceleratedLoader(getattr(dataloader, "loader", dataloader), self, num_batches)

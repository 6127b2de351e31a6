"""Runs one training script for a few optimiser steps, unedited, and prints the losses as JSON. Started by ``scripts.py``.

usage: script_runner.py torch|mindspore STEPS SCRIPT [ARGUMENT...]

What is random is made the same for both frameworks, from outside: weights are drawn by shape once an optimiser gets them,
random tensors come from one NumPy stream, data is read in order, nothing is dropped out. Packages that only show things
(matplotlib) or play (gym) are stood in for.
"""

from __future__ import annotations

import builtins
import io
import json
import math
import os
import random
import re
import runpy
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from stand_ins import Play, drawn, stand_ins


class Enough(BaseException):
    """The steps asked for are taken."""


class Record:
    """Losses seen, and steps taken."""

    def __init__(self, steps: int) -> None:
        self.limit = steps
        self.losses: list[float] = []
        self.steps = 0
        self.drawn: Counter[tuple[int, ...]] = Counter()
        self.filled: dict[int, Any] = {}
        self.called: dict[int, Any] = {}

    def loss(self, value: float) -> None:
        self.losses.append(value)
        if not self.steps and len(self.losses) >= 20 * self.limit:
            raise Enough  # a script that updates its weights by hand

    def step(self) -> None:
        self.steps += 1
        if self.steps >= self.limit:
            raise Enough

    def weights(self, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
        """Values of the next parameter of a shape; axes of length one do not count."""
        bare = tuple(n for n in shape if n != 1)
        self.drawn[bare] += 1
        seed = (hash(bare) + 7919 * self.drawn[bare]) % 2**31
        scale = 1 / math.sqrt(max(1, math.prod(bare[1:]))) if len(bare) > 1 else 0.1
        values = np.random.RandomState(seed).uniform(-scale, scale, bare)
        return np.asarray(values, np.float32).reshape(shape)

    def fill(self, parameters: Iterable[Any], put: Callable[[Any, np.ndarray[Any, Any]], None], again: bool) -> None:
        """Draws weights for parameters; ``again``: also for those that have some."""
        for parameter in parameters:
            if again or id(parameter) not in self.filled:
                self.filled[id(parameter)] = parameter
                put(parameter, self.weights(tuple(parameter.shape)))


def sizes(args: tuple[Any, ...]) -> tuple[int, ...]:
    return tuple(int(n) for n in (args[0] if args and isinstance(args[0], (tuple, list)) else args))


def same_order() -> None:
    """What NumPy and Python would shuffle stays in order."""
    permutation = np.random.permutation
    np.random.permutation = lambda x: np.arange(x) if isinstance(x, (int, np.integer)) else permutation(x)
    same_numbers()


def same_numbers() -> None:
    """What NumPy and Python draw from here on; frameworks draw different amounts when they make weights."""
    np.random.seed(3)
    random.seed(3)


def taken(sampler: Any) -> Iterator[int]:
    """Indices in order, or drawn from NumPy's numbers as the migrated sampler does."""
    count = len(sampler.data_source)
    if not sampler.replacement:
        yield from range(count)
        return
    for start in range(0, sampler.num_samples, 32):
        yield from np.random.randint(0, count, min(32, sampler.num_samples - start)).tolist()


def for_torch(record: Record) -> None:
    """Effect: patches torch."""
    import torch

    torch.library.register_fake = lambda *a, **k: lambda function: function  # torchvision without its extension
    for holder in (torch.Tensor, torch.nn.Module):
        holder.cuda = lambda self, *a, **k: self  # type: ignore[assignment]
    load = torch.load
    torch.load = lambda *a, **k: load(*a, **{"weights_only": False, **k})
    backward = torch.Tensor.backward

    def recorded(self: Any, *args: Any, **kwargs: Any) -> None:
        record.loss(float(self.detach().sum()))
        backward(self, *args, **kwargs)

    torch.Tensor.backward = recorded  # type: ignore[method-assign]
    from torch.optim.optimizer import Optimizer, register_optimizer_step_post_hook

    register_optimizer_step_post_hook(lambda *a: record.step())
    made = Optimizer.__init__

    def filled(self: Any, params: Any, defaults: Any) -> None:
        made(self, params, defaults)
        same_numbers()
        record.fill((p for g in self.param_groups for p in g["params"] if p.dtype == torch.float32), put, True)

    def put(parameter: Any, values: np.ndarray[Any, Any]) -> None:
        parameter.data.copy_(torch.from_numpy(values))

    def called(module: Any, inputs: Any) -> None:
        if id(module) not in record.called:
            record.called.update({id(m): m for m in module.modules()})
            record.fill((p for p in module.parameters() if p.requires_grad and p.dtype == torch.float32), put, False)

    torch.nn.modules.module.register_module_forward_pre_hook(called)
    Optimizer.__init__ = filled  # type: ignore[method-assign]
    torch.nn.functional.dropout = lambda x, *a, **k: x
    torch.nn.functional.dropout2d = lambda x, *a, **k: x
    for name in ("Dropout", "Dropout2d"):
        getattr(torch.nn, name).forward = lambda self, x: x
    torch.randn = lambda *s, **k: torch.from_numpy(drawn("randn", sizes(s or (k["size"],)))).requires_grad_(
        bool(k.get("requires_grad"))
    )
    torch.rand = lambda *s, **k: torch.from_numpy(drawn("rand", sizes(s or (k["size"],))))
    torch.randn_like = lambda x, **k: torch.from_numpy(drawn("randn", x.shape))
    torch.normal = lambda mean, std=1.0, size=None, **k: (
        mean + std * torch.from_numpy(drawn("randn", mean.shape if size is None else size))
    )
    torch.rand_like = lambda x, **k: torch.from_numpy(drawn("rand", x.shape))
    torch.utils.data.RandomSampler.__iter__ = taken  # type: ignore[method-assign]
    try:
        import torchvision.datasets

        torchvision.datasets.cifar.check_integrity = lambda *a, **k: True
    except ImportError:
        pass


def in_torch_order(parameters: Iterable[Any]) -> list[Any]:
    """Layer by layer for the weights of recurrent layers, which MindSpore lists kind by kind; others keep their place."""
    kinds = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    places: dict[str, int] = {}

    def key(pair: tuple[int, Any]) -> tuple[int, int, bool, int]:
        place, parameter = pair
        found = re.search(r"(weight_ih|weight_hh|bias_ih|bias_hh)_l(\d+)(_reverse)?$", parameter.name)
        if found is None:
            return (place, 0, False, 0)
        first = places.setdefault(parameter.name[: found.start()], place)
        return (first, int(found.group(2)), bool(found.group(3)), kinds.index(found.group(1)))

    return [parameter for _, parameter in sorted(enumerate(parameters), key=key)]


def for_mindspore(record: Record) -> None:
    """Effect: patches MindSpore."""
    import mindspore as ms
    import mindspore.dataset
    from mindspore import _c_expression, mint, nn, ops
    from mindspore.experimental.optim.optimizer import Optimizer

    ms.runtime.launch_blocking()
    called, made, differentiated = Optimizer.__call__, Optimizer.__init__, ms.value_and_grad

    def stepped(self: Any, *args: Any, **kwargs: Any) -> Any:
        done = called(self, *args, **kwargs)
        record.step()
        return done

    def filled(self: Any, params: Any, defaults: Any) -> None:
        made(self, params, defaults)
        same_numbers()
        record.fill((p for p in in_torch_order(self.parameters) if p.dtype == ms.float32), put, True)

    def put(parameter: Any, values: np.ndarray[Any, Any]) -> None:
        parameter.set_data(ms.Tensor(values))

    forwards = nn.Cell.__call__

    def forward(self: Any, *args: Any, **kwargs: Any) -> Any:
        if id(self) not in record.called:
            record.called.update({id(cell): cell for _, cell in self.cells_and_names()})
            record.fill((p for p in in_torch_order(self.trainable_params()) if p.dtype == ms.float32), put, False)
        return forwards(self, *args, **kwargs)

    nn.Cell.__call__ = forward

    def recording(*args: Any, **kwargs: Any) -> Callable[..., Any]:
        function = differentiated(*args, **kwargs)

        def run(*inputs: Any, **named: Any) -> Any:
            value, gradients = function(*inputs, **named)
            loss = value[0] if isinstance(value, tuple) else value
            record.loss(float(loss.asnumpy().sum()))
            return value, gradients

        return run

    run_backward = _c_expression.run_backward

    def walked(outputs: Any, *args: Any, **kwargs: Any) -> Any:
        if kwargs.get("accumulate_grad"):
            record.loss(float(outputs[0].asnumpy().sum()))
        return run_backward(outputs, *args, **kwargs)

    Optimizer.__call__, Optimizer.__init__ = stepped, filled
    ms.value_and_grad, _c_expression.run_backward = recording, walked
    for place in (ops, mint.nn.functional):
        place.dropout = lambda x, *a, **k: x
    ops.dropout2d = lambda x, *a, **k: x
    for kind in (nn.Dropout, nn.Dropout2d, mint.nn.Dropout):
        kind.construct = lambda self, x: x
    for place in (ops, mint):
        place.randn = lambda *s, **k: ms.Tensor(drawn("randn", sizes(s or (k["size"],))))
        place.rand = lambda *s, **k: ms.Tensor(drawn("rand", sizes(s or (k["size"],))))
        place.randn_like = lambda x, **k: ms.Tensor(drawn("randn", x.shape))
        place.rand_like = lambda x, **k: ms.Tensor(drawn("rand", x.shape))
    generator = mindspore.dataset.GeneratorDataset

    def in_order(*args: Any, **kwargs: Any) -> Any:
        return generator(*args, **{**kwargs, "shuffle": False, "num_parallel_workers": 1, "sampler": None})

    mindspore.dataset.GeneratorDataset = in_order


def main() -> int:
    """Effect: runs the script in this process."""
    framework, steps, script, *arguments = sys.argv[1:]
    record = Record(int(steps))
    stand_ins()
    same_order()
    {"torch": for_torch, "mindspore": for_mindspore}[framework](record)
    if framework == "mindspore" and "torch" in sys.modules:
        print("torch is loaded", file=sys.stderr)
    sys.argv = [script, *arguments]
    here = Path(__file__).resolve().parent
    sys.path[:] = [
        place for place in sys.path if Path(place or ".").resolve() != here
    ]  # a script may have a ``models``, too
    sys.path.insert(0, str(Path(script).resolve().parent))
    builtins.input = lambda *a: ""
    opened = os.popen
    os.popen = lambda command, *a: io.StringIO("24 80") if "stty" in command else opened(command, *a)  # type: ignore
    Play.script = Path(script).read_text(encoding="utf-8")
    finished, reason = False, ""
    try:
        runpy.run_path(script, run_name="__main__")
        finished = True
    except Enough:
        pass
    except (Exception, SystemExit) as error:
        traceback.print_exc()
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
    shown = {"steps": record.steps, "losses": record.losses, "finished": finished, "torch": "torch" in sys.modules}
    shown["reason"] = reason
    print("\nRECORD " + json.dumps(shown))
    sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())

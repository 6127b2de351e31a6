"""What the code of case files starts from: ``before: from resolving.preamble import *``, and one of the first calls.

The names are short, as cases are: ``F`` is the project's folder. The working folder is an empty one.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

from resolving import absent, older, recorder, suites, synthetic
from resolving.absent import Absent, stub
from resolving.environments import Stop, old_gym
from resolving.older import numbers_with_items

__all__ = [
    "Absent",
    "F",
    "Small",
    "Stop",
    "all_of",
    "for_models",
    "for_older_code",
    "for_scripts",
    "forget",
    "go",
    "here",
    "letters",
    "numbers_with_items",
    "old_gym",
    "own_tests",
    "run",
    "stub",
    "swap_everywhere",
    "write",
]

F = os.environ["SEEN_FOLDER"]


def for_models() -> None:
    """Lets code be imported that asks for NumPy's old names and for modules that are not installed."""
    older.numpy_names()
    absent.install()


def for_older_code() -> None:
    """Lets code of some years ago run: NumPy's old names, a view of any Tensor, no graphics card."""
    older.numpy_names()
    older.any_view()
    synthetic.cpu_for_cuda()


def for_scripts() -> None:
    """Lets whole scripts run: as for models, and on few made-up data, without a graphics card, as torch once took it."""
    older.python_names()
    synthetic.for_training()
    for_models()
    synthetic.plain_nms()
    synthetic.cpu_for_any_device()
    synthetic.counted_batches()
    older.torch_calls()


def here(*folders: str) -> None:
    """Imports from folders of the project as well."""
    sys.path[:0] = [str(Path(F, folder)) for folder in folders]


def forget(*packages: str) -> None:
    """Has these imported anew by the next script, which may mean others by the same names."""
    for name in list(sys.modules):
        if name.partition(".")[0] in packages:
            del sys.modules[name]


def letters(lines: int, words: int) -> str:
    """A text of made-up words, each a letter of eight."""
    return "".join(" ".join(random.choice("abcdefgh") for _ in range(words)) + "\n" for _ in range(lines))


def write(name: str, text: str) -> None:
    """Makes a file that a script reads."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def go(
    script: str,
    arguments: str | Sequence[str] = "",
    run: str = "__main__",
    swap: Mapping[str, str] | None = None,
    **early: object,
) -> ModuleType:
    """Runs a file of the project as a script, and gives its module.

    ``swap`` makes it smaller: parts of its text (each must be there) and what stands for them, of the same length.
    ``run`` is the script's ``__name__``, and ``early`` are other names that it has from the start.
    """
    path = Path(F, script)
    sys.path.insert(0, str(path.parent))
    sys.argv = [str(path), *(arguments.split() if isinstance(arguments, str) else arguments)]
    module = ModuleType("__main__")
    module.__file__ = str(path)
    module.__name__ = run
    vars(module).update(early)
    sys.modules["__main__"] = module
    text = recorder.source_text(path)
    for old in swap or {}:
        assert old in text, old
    code = recorder.compiled(recorder.swapped(text, swap or {}), str(path))
    try:
        exec(code, vars(module))
    except SystemExit as left:
        if left.code:
            raise RuntimeError(f"exit {left.code}") from left
    return module


def own_tests(*paths: str) -> None:
    """Runs the project's own tests at these paths, for a while."""
    suites.own_tests(F, *paths)


def swap_everywhere(old: str, new: str) -> None:
    """Has every file of the project read with ``new`` for ``old``, which is as long."""
    recorder.swaps[old] = new


def run(model: Any, *given: Any, grad: bool = True) -> Any:
    """Trains a model by one step back from the first Tensor of what it gives, then calls it once more to evaluate."""
    found = model(*given)
    while not torch.is_tensor(found):
        parts = found.values() if isinstance(found, dict) else found
        found = next(part for part in parts if part is not None and not isinstance(part, int))
    if grad and found.requires_grad:
        found.float().sum().backward()
    model.eval()
    return model(*given)


def all_of(calls: Mapping[str, Callable[[], object]]) -> None:
    """Makes all calls, whatever becomes of the ones before, and tells at the end which failed."""
    failed = []
    for name, call in calls.items():
        try:
            call()
        except TimeoutError:
            raise
        except Exception as raised:
            failed.append(f"{name}: {str(raised)[:60]}")
    if failed:
        raise RuntimeError(f"{len(failed)} of {len(calls)}: {failed}"[:4000])


class Small(torch.nn.Module):  # type: ignore[misc]
    """A model for code that wants one to work on: a convolution of images, and a layer of ``n`` outputs."""

    def __init__(self, c: int = 3, n: int = 4) -> None:
        super().__init__()
        self.c = torch.nn.Conv2d(c, 6, 3, 2, 1)
        self.f = torch.nn.Linear(6, n)

    def forward(self, x: Any) -> Any:
        return self.f(torch.relu(self.c(x)).mean((2, 3)))

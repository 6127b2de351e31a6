"""Inputs of a check: ``x=float32[1,3,224,224]``, ``ids=int64[2,32]{0:100}``, ``mask=bool[2,8]``, ``x=@batch.npy``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

FLOATS = ("float16", "bfloat16", "float32", "float64")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8")
COMPLEX = ("complex64", "complex128")
_SHORT = {"float": "float32", "double": "float64", "half": "float16", "long": "int64", "int": "int32"}
_DEFAULT_RANGE = (0, 2)  # small enough for any table of embeddings or classes

_SPEC = re.compile(
    r"(?:(?P<name>[A-Za-z_]\w*)\s*=\s*)?(?P<dtype>[a-z]+\d*)\s*"
    r"\[(?P<shape>[\d\s,]*)\]\s*(?:\{(?P<low>[-+.\deE]+)\s*:\s*(?P<high>[-+.\deE]+)\})?"
)
_FILE = re.compile(r"(?:(?P<name>[A-Za-z_]\w*)\s*=\s*)?@(?P<path>.+)")


class BadInput(ValueError):
    """An input that cannot be made; the message says why."""


@dataclass(frozen=True)
class InputSpec:
    """What an input is to look like. Floats are normal, or uniform in a range; integers uniform in ``low <= n < high``."""

    name: str
    dtype: str = "float32"
    shape: tuple[int, ...] = ()
    low: float | None = None
    high: float | None = None
    path: str | None = None


@dataclass(frozen=True)
class Input:
    """An input with its values. ``dtype`` may be one that NumPy lacks; the values are then of a wider one."""

    name: str
    dtype: str
    values: Array

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "dtype": self.dtype, "shape": list(self.values.shape)}


def parse(text: str, position: int = 0) -> InputSpec:
    """The input that a text describes; one without a name is called ``input<position>``."""
    match = _FILE.fullmatch(text.strip())
    if match is not None:
        return InputSpec(match["name"] or f"input{position}", path=match["path"])
    match = _SPEC.fullmatch(text.strip())
    if match is None:
        raise BadInput(f"{text!r} is not NAME=DTYPE[SHAPE], as in x=float32[1,3,224,224] or ids=int64[2,32]{{0:100}}")
    dtype = _SHORT.get(match["dtype"], match["dtype"])
    if dtype not in (*FLOATS, *INTEGERS, *COMPLEX, "bool"):
        raise BadInput(f"{text!r}: no type {match['dtype']!r}; there are {', '.join((*FLOATS, *INTEGERS, 'bool'))}")
    shape = tuple(int(size) for size in match["shape"].split(",") if size.strip())
    low, high = (None, None) if match["low"] is None else (_number(match["low"], text), _number(match["high"], text))
    if low is not None and high is not None and not low < high:
        raise BadInput(f"{text!r}: the range {low:g}:{high:g} is empty")
    return InputSpec(match["name"] or f"input{position}", dtype, shape, low, high)


def make(specs: Sequence[InputSpec], seed: int) -> list[Input]:
    """Values for every input, the same for the same seed. Effect: reads the files that inputs name."""
    names = [spec.name for spec in specs]
    if len(set(names)) != len(names):
        raise BadInput(f"an input is given twice: {', '.join(names)}")
    return [_values(spec, np.random.RandomState((seed + index) % 2**32)) for index, spec in enumerate(specs)]


def of_example(name: str, spec: Mapping[str, object], seed: int) -> Input:
    """The input of a row's example: ``{shape, dtype, seed, low, high, positive, values}``."""
    dtype = str(spec.get("dtype", "float32"))
    if "values" in spec:
        array = np.asarray(spec["values"], dtype=_numpy_dtype(dtype))
        shape = spec.get("shape")
        return Input(name, dtype, array.reshape(shape) if isinstance(shape, list) else array)
    sizes = spec.get("shape", [])
    shape_tuple = tuple(int(size) for size in sizes) if isinstance(sizes, (list, tuple)) else ()
    low, high = _optional(spec.get("low")), _optional(spec.get("high"))
    own_seed = spec.get("seed")
    state = np.random.RandomState((own_seed if isinstance(own_seed, int) else seed) % 2**32)
    made = _values(InputSpec(name, dtype, shape_tuple, low, high), state)
    if spec.get("positive") and dtype in FLOATS:
        return Input(name, dtype, np.asarray(np.abs(made.values) + np.asarray(0.1, made.values.dtype)))
    return made


def _values(spec: InputSpec, state: np.random.RandomState) -> Input:
    if spec.path is not None:
        return _from_file(spec)
    low, high = spec.low, spec.high
    if spec.dtype == "bool":
        return Input(spec.name, "bool", state.rand(*spec.shape) < 0.5)
    if spec.dtype in INTEGERS:
        first, end = (int(low), int(high)) if low is not None and high is not None else _DEFAULT_RANGE
        return Input(spec.name, spec.dtype, state.randint(first, end, spec.shape, dtype=np.int64).astype(spec.dtype))
    normal = np.asarray(state.standard_normal(spec.shape))
    if low is not None and high is not None:
        normal = np.asarray(low + (high - low) * state.rand(*spec.shape))
    if spec.dtype in COMPLEX:
        return Input(
            spec.name, spec.dtype, np.asarray(normal + 1j * state.standard_normal(spec.shape)).astype(spec.dtype)
        )
    return Input(spec.name, spec.dtype, normal.astype(_numpy_dtype(spec.dtype)))


def _from_file(spec: InputSpec) -> Input:
    path = Path(spec.path or "")
    try:
        loaded = np.load(path, allow_pickle=False)
    except (OSError, ValueError) as error:
        raise BadInput(f"{path.name}: {error}") from error
    if not isinstance(loaded, np.ndarray):
        raise BadInput(f"{path.name}: give an .npy file with one array")
    return Input(spec.name, str(loaded.dtype), loaded)


def _numpy_dtype(dtype: str) -> str:
    return "float32" if dtype == "bfloat16" else dtype


def _optional(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) else None


def _number(text: str, whole: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadInput(f"{whole!r}: {text!r} is not a number") from None

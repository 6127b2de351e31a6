"""Which framework a file of weights belongs to, by its name."""

from __future__ import annotations

from enum import Enum
from pathlib import Path


class Format(str, Enum):
    PTH = "pth"
    CKPT = "ckpt"
    SAFETENSORS = "safetensors"


_SUFFIXES = {
    ".pth": Format.PTH,
    ".pt": Format.PTH,
    ".bin": Format.PTH,
    ".ckpt": Format.CKPT,
    ".safetensors": Format.SAFETENSORS,
}
_FRAMEWORK = {Format.PTH: "torch", Format.CKPT: "mindspore"}
_OTHER = {"torch": "mindspore", "mindspore": "torch"}


class UnknownFormat(ValueError):
    """A pair of file names that does not tell the direction."""


def format_of(path: Path) -> Format | None:
    """The format that a file name stands for, None for any other name."""
    return _SUFFIXES.get(path.suffix.lower())


def frameworks(source: Path, destination: Path) -> tuple[str, str]:
    """The frameworks of two files. ``.safetensors`` belongs to whichever the other does not."""
    left, right = format_of(source), format_of(destination)
    for path, form in ((source, left), (destination, right)):
        if form is None:
            raise UnknownFormat(f"{path.name}: not one of {', '.join(_SUFFIXES)}")
    from_framework = _FRAMEWORK.get(left) if left else None
    to_framework = _FRAMEWORK.get(right) if right else None
    if from_framework is None and to_framework is None:
        raise UnknownFormat("of two .safetensors files neither says which framework it is for")
    from_framework = from_framework or _OTHER[str(to_framework)]
    to_framework = to_framework or _OTHER[from_framework]
    if from_framework == to_framework:
        raise UnknownFormat(f"both files are {from_framework}'s")
    return from_framework, to_framework

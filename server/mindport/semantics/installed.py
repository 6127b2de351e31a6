"""Packages that are installed beside the one at hand, and which of them have to do with torch.

A package in ``site-packages`` finds every other one there by Python's rules. What those give is worth reading only where torch
may be in it: an HTTP client makes no tensors, however far a walk follows it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

_INSTALLED: Final = ".dist-info"
_SEPARATORS: Final = re.compile(r"[-_.]+")
_NAME: Final = re.compile(r"[\w.-]+")
_TORCH: Final = ("torch", "pytorch")


class Installed:
    """Folders that packages were installed into, as their metadata tells (``*.dist-info``)."""

    def __init__(self) -> None:
        self._folders: dict[str, tuple[int, _Folder | None]] = {}

    def is_foreign(self, folder: str, package: str) -> bool:
        """Whether a package in ``folder`` was installed there and needs nothing of torch's, not even as an option, nor does
        anything that it needs. False for what no metadata speaks of. Effect: reads the disk."""
        try:
            time = os.stat(folder).st_mtime_ns  # noqa: PTH116 - asked for each import, and no path object is as quick
        except OSError:
            return False
        known = self._folders.get(folder)
        if known is None or known[0] != time:
            known = self._folders[folder] = (time, _installed(folder))
        return known[1] is not None and known[1].is_foreign(package)


class _Folder:
    def __init__(self, folder: str, distributions: Mapping[str, str]) -> None:
        """``distributions``: the folders of metadata by canonical names."""
        self._folder = folder
        self._distributions = distributions
        self._by_package: dict[str, str] | None = None
        self._foreign: dict[str, bool] = {}

    def is_foreign(self, package: str) -> bool:
        found = self._foreign.get(package)
        if found is None:
            name = self._distribution(package)
            found = self._foreign[package] = name is not None and not self._reaches_torch(name)
        return found

    def _distribution(self, package: str) -> str | None:
        """The canonical name of what installed a package."""
        name = _canonical(package)
        if name in self._distributions:
            return name
        if self._by_package is None:  # ``PIL`` comes with Pillow
            self._by_package = {
                top: one for one in self._distributions for top in self._read(one, "top_level.txt").split()
            }
        return self._by_package.get(package)

    def _reaches_torch(self, name: str) -> bool:
        seen = {name}
        left = [name]
        while left:
            needed = list(_requirements(self._read(left.pop(), "METADATA")))
            if any(one.startswith(_TORCH) for one, _ in needed):
                return True
            following = {one for one, optional in needed if not optional and one in self._distributions} - seen
            seen |= following
            left += following
        return False

    def _read(self, name: str, file: str) -> str:
        try:
            return Path(self._folder, self._distributions[name], file).read_text("utf-8", "replace")
        except OSError:
            return ""


def _installed(folder: str) -> _Folder | None:
    try:
        with os.scandir(folder) as listing:
            names = sorted(entry.name for entry in listing if entry.name.endswith(_INSTALLED))
    except OSError:
        return None
    return _Folder(folder, {_canonical(name.partition("-")[0]): name for name in names}) if names else None


def _requirements(metadata: str) -> Iterable[tuple[str, bool]]:
    """Canonical names of what a distribution needs, and whether only as an option."""
    for line in metadata.partition("\n\n")[0].splitlines():
        head, _, needed = line.partition(":")
        found = _NAME.match(needed.strip()) if head == "Requires-Dist" else None
        if found is not None:
            yield _canonical(found.group()), "extra" in needed.partition(";")[2]


def _canonical(name: str) -> str:
    return _SEPARATORS.sub("-", name).lower()

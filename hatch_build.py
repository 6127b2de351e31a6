"""Compiles the mapping rows into the wheel: the installed package reads one file and needs no YAML."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = ("helpers", "schema", "verified")


class CustomBuildHook(BuildHookInterface):
    """Adds ``mindport/mapping_db`` to a wheel; an editable install reads the rows of its checkout instead."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "server"))
        try:
            from mindport.mapping import index
        finally:
            sys.path.pop(0)
        self._folder = tempfile.TemporaryDirectory()
        compiled = Path(self._folder.name) / "index.bin"
        index.build(root / "mapping_db", compiled)
        include = build_data["force_include"]
        include[str(compiled)] = "mindport/mapping_db/index.bin"
        include[str(root / "mapping_db" / "packages.yaml")] = "mindport/mapping_db/packages.yaml"
        for name in SHIPPED:
            for path in sorted((root / "mapping_db" / name).glob("*.*")):
                include[str(path)] = f"mindport/mapping_db/{name}/{path.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        folder = getattr(self, "_folder", None)
        if folder is not None:
            folder.cleanup()

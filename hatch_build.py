"""What a wheel holds beside the code: the mapping rows in one file, so that the installed package needs no YAML, and, where
``MINDPORT_COMPILE`` is set, the modules of the analysis compiled for this Python and this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = ("helpers", "schema", "verified")
COMPILE = "MINDPORT_COMPILE"
COMPILERS = ["mypy==2.4.1", "setuptools==84.2.1"]


class CustomBuildHook(BuildHookInterface):
    """Adds ``mindport/mapping_db`` to a wheel; an editable install reads the rows of its checkout instead."""

    def dependencies(self) -> list[str]:
        """What the build needs beyond the usual."""
        return COMPILERS if os.environ.get(COMPILE) else []

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
        if os.environ.get(COMPILE):
            self._compile(root, Path(self._folder.name) / "compiled", build_data)

    def _compile(self, root: Path, folder: Path, build_data: dict[str, Any]) -> None:
        done = subprocess.run([sys.executable, str(root / "scripts" / "compile.py"), str(folder)])
        if done.returncode:
            sys.exit(
                f"The analysis could not be compiled (see above): that needs a C compiler and Python's headers. "
                f"Without {COMPILE}, MindPort installs as Python, with the same results."
            )
        for path in folder.rglob("*.*"):
            build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()
        build_data["pure_python"], build_data["infer_tag"] = False, True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        folder = getattr(self, "_folder", None)
        if folder is not None:
            folder.cleanup()

"""What `mindport migrate` makes of real code, in figures: each part prints its own and says why the rest fails.

usage: migration.py models MODELS SET [ID...] [options]
       migration.py scripts REPOSITORIES LIST [ID...] [options]
       migration.py files FOLDER... [--limit N] [--of-project N] [--keep DIR]
       migration.py projects FOLDER... [--peer PYTHON]
       migration.py ascend MODELS SET [ID...]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import ascend
import migrated_files
import migrated_projects
import models
import scripts

PARTS: dict[str, Callable[[Sequence[str] | None], int]] = {
    "models": models.main,
    "scripts": scripts.main,
    "files": migrated_files.main,
    "projects": migrated_projects.main,
    "ascend": ascend.main,
}


def main() -> int:
    """Effect: runs one part of the measurement."""
    part = PARTS.get(sys.argv[1]) if len(sys.argv) > 1 else None
    if part is None:
        print(__doc__, file=sys.stderr)
        return 2
    return part(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())

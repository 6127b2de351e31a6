"""How processes of one's own are started."""

from __future__ import annotations

import sys

_RUN = (
    "import sys; sys.path[:] = [one for one in sys.path if one]; "
    "import runpy; runpy.run_module({name!r}, run_name='__main__', alter_sys=True)"
)


def command(module: str) -> list[str]:
    """Runs a module of MindPort's. Editors and users start it in the folder that they work in, where Python would look first: it
    would take a ``types.py`` of the user's for its own, and run it."""
    return [sys.executable, "-c", _RUN.format(name=module)]

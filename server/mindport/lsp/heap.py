"""What GNU's C library keeps of freed memory for later. Elsewhere nothing of this does anything."""

from __future__ import annotations

import functools
import gc
import sys
from typing import Any

_M_ARENA_MAX = -8  # of ``mallopt``


def share() -> None:
    """Has the threads share one heap: only one of them runs at a time, and each would keep its own."""
    library = _library()
    if library is not None:
        library.mallopt(_M_ARENA_MAX, 1)


def tidy() -> None:
    """Frees what holds itself in circles, and gives what is free back to the system."""
    gc.collect()
    library = _library()
    if library is not None:
        library.malloc_trim(0)


@functools.cache
def _library() -> Any:
    """GNU's C library; None where there is another one."""
    if sys.platform != "linux":
        return None
    try:
        import ctypes

        library = ctypes.CDLL(None)
        return library if hasattr(library, "mallopt") and hasattr(library, "malloc_trim") else None
    except (ImportError, OSError):
        return None

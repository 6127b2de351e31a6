"""What the server gives back when nobody types."""

from __future__ import annotations

import gc
import sys
import weakref
from pathlib import Path

import pytest

from mindport.lsp import heap


class _Circle:
    def __init__(self) -> None:
        self.itself = self


def test_circles_are_freed() -> None:
    gc.disable()
    try:
        gone = weakref.ref(_Circle())
        assert gone() is not None
        heap.tidy()
        assert gone() is None
    finally:
        gc.enable()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_what_the_c_library_keeps_goes_back_to_the_system() -> None:
    if heap._library() is None:
        pytest.skip("another C library")
    heap.share()
    pieces = [bytes(100_000) for _ in range(400)]  # each too small to be a mapping of its own
    last = bytes(100_000)  # above them, so that they are not at the heap's end
    del pieces
    before = _resident()
    heap.tidy()

    assert len(last) == 100_000
    assert _resident() < before - 20_000_000


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

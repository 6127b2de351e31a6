"""A project's own tests as a case: what the project's files meet while its tests run, for a while and in a random order."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_TEST_SECONDS = 12


class _Limits:
    """A pytest plugin: stops a test that takes too long, and the run when its time is up, which begins once tests are collected.
    By a seed, tests are in random order, so that what is run in the time comes from all of them."""

    def __init__(self, seconds: float) -> None:
        self.seconds = self.end = seconds

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        self.end = time.monotonic() + self.seconds
        random.Random(0).shuffle(items)

    def pytest_runtest_protocol(self, item: Any) -> None:
        signal.alarm(_TEST_SECONDS)

    def pytest_runtest_teardown(self, item: Any) -> None:
        signal.alarm(0)
        if time.monotonic() > self.end:
            item.session.shouldstop = "time is up"


def _too_slow(*_: object) -> None:
    raise RuntimeError("too slow")


def own_tests(folder: str, *paths: str, seconds: float = 80, plugins: Sequence[str] = ()) -> None:
    """Runs the tests at ``paths`` below ``folder``, some seconds long. Tests that fail are no matter: the project's code has run.
    ``plugins`` of pytest are those that the tests ask for. Effect: changes the working folder."""
    import pytest

    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.chdir(folder)
    signal.alarm(0)
    signal.signal(signal.SIGALRM, _too_slow)
    options = ["-q", "-p", "no:cacheprovider", "--continue-on-collection-errors", "--tb=no", "-W", "ignore"]
    for one in plugins:
        options += ["-p", one]
    # What the project's own settings add asks for plugins that are not there, or makes warnings errors.
    options += ["-o", "addopts=", "-o", "filterwarnings="]
    pytest.main([*options, *(str(Path(folder, one)) for one in paths)], plugins=[_Limits(seconds)])

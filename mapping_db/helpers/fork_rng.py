from contextlib import contextmanager

import mindspore as ms


@contextmanager
def fork_rng(devices=None, enabled=True, **kwargs):
    """Leaves the random numbers after the block as they were before it."""
    state = ms.get_rng_state() if enabled else None
    try:
        yield
    finally:
        if enabled:
            ms.set_rng_state(state)

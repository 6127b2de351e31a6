# needs: get_rng_state, set_rng_state
from contextlib import contextmanager


@contextmanager
def fork_rng(devices=None, enabled=True, **kwargs):
    """Leaves the random numbers after the block as they were before it."""
    state = get_rng_state() if enabled else None
    try:
        yield
    finally:
        if enabled:
            set_rng_state(state)

from mindspore import ops


def detached_each(states):
    """The states cut off from what they were computed of, as ``for s in states: s.detach_()`` does; a list stays the same."""
    made = [ops.stop_gradient(state) for state in states]
    if isinstance(states, list):
        states[:] = made
        return states
    return type(states)(*made) if hasattr(states, "_fields") else type(states)(made)

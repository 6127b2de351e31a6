from mindspore import Parameter, Tensor


def set_attribute(owner, name, value):
    """As ``setattr``; what is registered as a buffer of a Cell stays one, with the new value."""
    if name in getattr(owner, "_buffers", ()) and isinstance(value, Tensor) and not isinstance(value, Parameter):
        owner.register_buffer(name, value, persistent=name not in owner._non_persistent_buffers_set)
    else:
        setattr(owner, name, value)

from mindspore import jit_class


@jit_class  # so that ms.jit compiles what stands in it
class inert_context:
    """A context and a decorator that does nothing: for what only concerns torch's devices, kernels or profilers."""

    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __call__(self, function):
        return function

from mindspore.graph.api import _pynative_executor


def gradient_record():
    """Has MindSpore record what is computed with parameters, as torch does, also outside of ``value_and_grad``."""
    _pynative_executor.set_grad_flag(True)


gradient_record()

import mindspore as ms


def set_view(tensor, value):
    """Gives what a method has made a part of another tensor (``x.chunk(2)``) new elements, which the other tensor gets, too.

    While gradients are recorded, ``tensor[:] = value`` would leave the other as it is; what is recorded itself stays so.
    """
    if getattr(value, "_requires_grad", False) or not hasattr(ms, "_no_grad"):
        tensor[:] = value
    else:
        with ms._no_grad():
            tensor[:] = value

def put_through(tensor, view, index, value):
    """``view[index] = value`` for a view of all of a tensor's elements: MindSpore may keep them apart."""
    view[index] = value
    tensor[...] = view.reshape(tensor.shape)

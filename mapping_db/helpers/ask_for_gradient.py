def ask_for_gradient(tensor, requires_grad=True):
    """As ``tensor.requires_grad_()``, which returns nothing in MindSpore: the tensor, with its gradient asked for."""
    tensor.requires_grad_(requires_grad)
    return tensor

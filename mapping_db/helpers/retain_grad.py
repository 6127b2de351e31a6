# needs: requires_gradient
def retain_grad(tensor):
    """As ``tensor.retain_grad()``: the tensor keeps the gradients that come by, as a Parameter does."""
    if not requires_gradient(tensor):
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if tensor._is_leaf or vars(tensor).get("keeps_gradient"):
        return

    def keep(gradient):
        tensor._grad = gradient * 1 if tensor._grad is None else tensor._grad + gradient

    tensor.keeps_gradient = True
    tensor.register_hook(keep)

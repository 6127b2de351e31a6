# needs: gradient_record
from mindspore import ops


def zero_gradients(owner, set_to_none=True):
    """As ``owner.zero_grad()`` of an optimizer or a network: forgets the gradients that its parameters hold.

    Without ``set_to_none``, what there is becomes zeros: an optimizer goes on with momenta and weight decay then.
    """
    gradient_record()
    if not hasattr(owner, "construct") and hasattr(owner, "zero_grad"):
        return owner.zero_grad(*(() if set_to_none else (False,)))  # of a class of one's own around an optimizer
    parameters = (
        owner.trainable_params() if hasattr(owner, "construct") and not hasattr(owner, "param_groups") else None
    )
    for parameter in owner.parameters if parameters is None else parameters:
        keeps = not set_to_none and parameter._grad is not None
        parameter._grad = ops.zeros_like(parameter._grad) if keeps else None
    return None

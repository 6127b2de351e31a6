# needs: gradient_record


def zero_gradients(owner, set_to_none=True):
    """As ``owner.zero_grad()`` of an optimizer or a network: forgets the gradients that its parameters hold."""
    gradient_record()
    if not hasattr(owner, "construct") and hasattr(owner, "zero_grad"):
        return owner.zero_grad()  # of a class of one's own around an optimizer
    parameters = (
        owner.trainable_params() if hasattr(owner, "construct") and not hasattr(owner, "param_groups") else None
    )
    for parameter in owner.parameters if parameters is None else parameters:
        parameter._grad = None
    return None

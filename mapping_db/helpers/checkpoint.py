"""Recomputation of activations instead of keeping them."""

import mindspore as ms


def checkpoint(
    function,
    *args,
    use_reentrant=None,
    preserve_rng_state=True,
    context_fn=None,
    determinism_check="default",
    debug=False,
    early_stop=True,
    **kwargs,
):
    """As ``torch.utils.checkpoint.checkpoint``: what ``function`` computes is computed again for the gradients.

    Not on a CPU, where a dropout would draw another mask then: there it is computed once, and kept.
    """
    if ms.get_context("device_target") == "CPU":
        return function(*args, **kwargs)
    # Stopping early leaves a Cell by an exception, after which MindSpore does not go on.
    return ms.recompute(
        function, *args, use_reentrant=False, early_stop=False, save_rng_state=preserve_rng_state, **kwargs
    )

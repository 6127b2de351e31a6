import mindspore as ms


def use_deterministic_algorithms(mode, *, warn_only=False):
    """As ``torch.use_deterministic_algorithms``; MindSpore lets a process ask once, and what is deterministic stays so."""
    if mode and ms.get_context("deterministic") != "ON":
        ms.set_deterministic(True)

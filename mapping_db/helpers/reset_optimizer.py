# needs: kept_by_optimizer, set_data
from mindspore import nn, ops


def reset_optimizer(optimizer):
    """As ``optimizer.state = defaultdict(dict)``: forgets what it keeps for the parameters, such as momentum."""
    optimizer.state.clear()
    if not isinstance(optimizer, nn.Cell):
        return
    for name, kept in kept_by_optimizer(optimizer).items():
        if not name.startswith("lr."):
            begun = ops.ones_like if name.startswith(("stat.", "mu.", "mu_product.")) else ops.zeros_like
            set_data(kept, begun(kept))
    vars(optimizer).pop("steps_of", None)

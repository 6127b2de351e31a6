from mindspore import Parameter


def kept_by_optimizer(optimizer):
    """The Parameters of an optimizer that are no weights (its momentum, its learning rates), by name."""
    weights = {id(parameter) for parameter in optimizer.parameters}
    found = {name: kept for name, kept in optimizer.state_dict().items() if id(kept) not in weights}
    rates = enumerate(getattr(optimizer, "lrs", ()))
    return found | {f"lr.{index}": rate for index, rate in rates if isinstance(rate, Parameter)}

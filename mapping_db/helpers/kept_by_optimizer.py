from mindspore import Parameter, nn


def kept_by_optimizer(optimizer):
    """The Parameters of an optimizer that are no weights (its momentum, its learning rates), by name."""
    known = {id(parameter) for parameter in optimizer.parameters}
    found = {name: kept for name, kept in nn.Cell.state_dict(optimizer).items() if id(kept) not in known}
    known |= {id(kept) for kept in found.values()}
    rates = enumerate(getattr(optimizer, "lrs", ()))
    found |= {f"lr.{index}": rate for index, rate in rates if isinstance(rate, Parameter)}
    known |= {id(kept) for kept in found.values()}
    for name, held in vars(optimizer).items():  # lists of Parameters, such as NAdam's, are not in its state_dict
        if isinstance(held, (list, tuple)) and all(isinstance(one, Parameter) for one in held):
            found |= {f"{name}.{index}": one for index, one in enumerate(held) if id(one) not in known}
    return found

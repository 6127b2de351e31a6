# needs: optimizer_named
class _OptimizersByName(type):
    def __getattr__(cls, name):
        return optimizer_named(name)


class optimizers_by_name(metaclass=_OptimizersByName):
    """As the module ``torch.optim``, where a function is given it and asks it for a name."""

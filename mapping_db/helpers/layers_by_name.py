# needs: layer_named
class _LayersByName(type):
    def __getattr__(cls, name):
        return layer_named(name)


class layers_by_name(metaclass=_LayersByName):
    """As the module ``torch.nn``, where a function is given it and asks it for a name."""

# needs: redraw_weights, resets_itself

import functools


def reset_of(layer, *default):
    """As ``getattr(layer, "reset_parameters", default)``: a layer's own, or what draws torch's initial weights again."""
    if hasattr(layer, "reset_parameters"):
        return layer.reset_parameters
    if resets_itself(layer):
        return functools.partial(redraw_weights, layer)
    if default:
        return default[0]
    raise AttributeError(f"'{type(layer).__name__}' object has no attribute 'reset_parameters'")

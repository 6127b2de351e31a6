from mindspore import ops


def parameters_to_vector(parameters):
    """The values of parameters, one after the other in one vector."""
    return ops.cat([ops.reshape(parameter, (-1,)) for parameter in parameters])

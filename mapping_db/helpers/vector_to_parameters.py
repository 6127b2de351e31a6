# needs: init_fill


def vector_to_parameters(vec, parameters):
    """Gives parameters the values that stand one after the other in a vector."""
    start = 0
    for parameter in parameters:
        end = start + parameter.size
        init_fill(parameter, vec[start:end].reshape(parameter.shape))
        start = end

def kl_divergence(p, q):
    """The Kullback-Leibler divergence of two distributions of one family."""
    if type(p) is not type(q):
        raise NotImplementedError(f"no divergence between {type(p).__name__} and {type(q).__name__}")
    return p._kl(q)

def get_ema_avg_fn(decay=0.999):
    """Torch's: the exponential moving average of a weight."""
    if not 0.0 <= decay <= 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")
    return lambda mean, new, number: decay * mean + (1 - decay) * new

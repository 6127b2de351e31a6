# needs: get_ema_avg_fn, set_data


def get_ema_multi_avg_fn(decay=0.999):
    """Torch's: the exponential moving average of all weights, in place."""
    average = get_ema_avg_fn(decay)

    def averaged(means, weights, number):
        for mean, new in zip(means, weights):
            set_data(mean, average(mean.value(), new.value(), number))

    return averaged

import math

import numpy as np


def region_weights(first, size, bins, length, sampling_ratio):
    """How the pixels of an axis weigh in each bin of a region: the mean of samples, each between two pixels."""
    samples = sampling_ratio if sampling_ratio > 0 else max(math.ceil(size / bins), 1)
    places = first + (np.arange(bins * samples) + 0.5) * size / (bins * samples)
    inside = (places >= -1.0) & (places <= length)
    places = np.clip(places, 0, length - 1)
    low = np.minimum(places.astype(int), max(length - 2, 0))
    matrix = np.zeros((bins, length), np.float32)
    rows = np.arange(bins * samples) // samples
    for pixel, weight in ((low, 1 - (places - low)), (np.minimum(low + 1, length - 1), places - low)):
        np.add.at(matrix, (rows, pixel), weight * inside / samples)
    return matrix

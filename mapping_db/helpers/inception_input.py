from mindspore import ops


def inception_input(x):
    """An image that was normalised as torchvision does, normalised as the network of the published weights expects it."""
    scaled = zip((0.229, 0.224, 0.225), (0.485, 0.456, 0.406))
    return ops.stack([x[:, i] * (std / 0.5) + (mean - 0.5) / 0.5 for i, (std, mean) in enumerate(scaled)], 1)

# needs: image_normalize
from mindspore import nn


class ImageNormalize(nn.Cell):
    """torchvision's ``Normalize`` for tensors: of any number of pictures, in a network, too, with gradients."""

    def __init__(self, mean, std, inplace=False):
        super().__init__()
        self.mean, self.std = mean, std

    def construct(self, tensor):
        return image_normalize(tensor, self.mean, self.std)

# needs: roi_align
from mindspore import nn


class RoIAlign(nn.Cell):
    """Torchvision's layer of that name."""

    def __init__(self, output_size, spatial_scale, sampling_ratio, aligned=False):
        super().__init__()
        self.options = (output_size, spatial_scale, sampling_ratio, aligned)

    def construct(self, input, rois):
        return roi_align(input, rois, *self.options)

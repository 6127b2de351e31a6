# needs: InceptionConv2d, relu_in_place, vision_layer
from mindspore import mint, nn, ops


class GoogLeNetAux(nn.Cell):
    """A classifier half way through GoogLeNet, by torchvision's names."""

    def __init__(self, in_channels, num_classes, conv_block=None, dropout=0.7):
        super().__init__()
        self.conv = (conv_block or InceptionConv2d)(in_channels, 128, kernel_size=1)
        self.fc1 = mint.nn.Linear(2048, 1024)
        self.fc2 = mint.nn.Linear(1024, num_classes)
        self.dropout = vision_layer("Dropout")(p=dropout)

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if name in ("fc1", "fc2") and isinstance(
            value, nn.Cell
        ):  # an optimizer needs to tell its weights from those of the last classifier
            known = next(iter(self.conv.get_parameters())).name
            value.update_parameters_name(known.partition("conv.")[0])

    def construct(self, x):
        x = self.conv(ops.adaptive_avg_pool2d(x, (4, 4))).flatten(start_dim=1)
        return self.fc2(self.dropout(relu_in_place(self.fc1(x))))

# needs: ExactTanh, TorchAdaptiveAvgPool1d, TorchAdaptiveMaxPool1d, TorchAlphaDropout, TorchAvgPool1d, TorchAvgPool2d
# needs: TorchAvgPool3d, TorchBCELoss, TorchBatchNorm1d, TorchBatchNorm2d, TorchBatchNorm3d, TorchConv1d, TorchConv2d
# needs: TorchConv3d, TorchConvTranspose1d, TorchConvTranspose2d, TorchConvTranspose3d, TorchCrossEntropyLoss, TorchDropout
# needs: TorchELU, TorchEmbedding, TorchGELU, TorchGRU, TorchGRUCell, TorchGroupNorm, TorchHardsigmoid, TorchHardswish
# needs: TorchIdentity
# needs: TorchInstanceNorm1d, TorchInstanceNorm2d, TorchInstanceNorm3d, TorchKLDivLoss, TorchLSTMCell, TorchLayerNorm
# needs: TorchLeakyReLU, TorchLogSigmoid, TorchLogSoftmax, TorchMaxPool1d, TorchMaxPool2d, TorchMaxPool3d, TorchMish
# needs: TorchPlainLSTM, TorchPoissonNLLLoss, TorchRMSNorm, TorchRNN, TorchRNNCell, TorchReLU, TorchReLU6, TorchSELU
# needs: TorchRReLU, TorchBCEWithLogitsLoss, TorchSiLU, TorchSmoothL1Loss, TorchSoftmax, TorchSoftmin, TorchSoftplus
# needs: TorchUpsample
"""What stands for a layer or a loss of torch's that is chosen by its name."""

from mindspore import mint, nn

_LAYERS_BY_NAME = {
    "AdaptiveAvgPool1d": TorchAdaptiveAvgPool1d,
    "AdaptiveAvgPool2d": nn.AdaptiveAvgPool2d,
    "AdaptiveAvgPool3d": nn.AdaptiveAvgPool3d,
    "AdaptiveMaxPool1d": TorchAdaptiveMaxPool1d,
    "AdaptiveMaxPool2d": nn.AdaptiveMaxPool2d,
    "AlphaDropout": TorchAlphaDropout,
    "AvgPool1d": TorchAvgPool1d,
    "AvgPool2d": TorchAvgPool2d,
    "AvgPool3d": TorchAvgPool3d,
    "BCELoss": TorchBCELoss,
    "BCEWithLogitsLoss": TorchBCEWithLogitsLoss,
    "BatchNorm1d": TorchBatchNorm1d,
    "BatchNorm2d": TorchBatchNorm2d,
    "BatchNorm3d": TorchBatchNorm3d,
    "CELU": nn.CELU,
    "Conv1d": TorchConv1d,
    "Conv2d": TorchConv2d,
    "Conv3d": TorchConv3d,
    "ConvTranspose1d": TorchConvTranspose1d,
    "ConvTranspose2d": TorchConvTranspose2d,
    "ConvTranspose3d": TorchConvTranspose3d,
    "CosineEmbeddingLoss": nn.CosineEmbeddingLoss,
    "CrossEntropyLoss": TorchCrossEntropyLoss,
    "Dropout": TorchDropout,
    "Dropout2d": nn.Dropout2d,
    "Dropout3d": nn.Dropout3d,
    "ELU": TorchELU,
    "Embedding": TorchEmbedding,
    "Flatten": nn.Flatten,
    "GELU": TorchGELU,
    "GLU": nn.GLU,
    "GRU": TorchGRU,
    "GRUCell": TorchGRUCell,
    "GroupNorm": TorchGroupNorm,
    "Hardshrink": nn.HShrink,
    "Hardsigmoid": TorchHardsigmoid,
    "Hardswish": TorchHardswish,
    "Hardtanh": nn.Hardtanh,
    "HuberLoss": nn.HuberLoss,
    "Identity": TorchIdentity,
    "InstanceNorm1d": TorchInstanceNorm1d,
    "InstanceNorm2d": TorchInstanceNorm2d,
    "InstanceNorm3d": TorchInstanceNorm3d,
    "KLDivLoss": TorchKLDivLoss,
    "L1Loss": nn.L1Loss,
    "LSTM": TorchPlainLSTM,
    "LSTMCell": TorchLSTMCell,
    "LayerNorm": TorchLayerNorm,
    "LeakyReLU": TorchLeakyReLU,
    "Linear": mint.nn.Linear,
    "LogSigmoid": TorchLogSigmoid,
    "LogSoftmax": TorchLogSoftmax,
    "MSELoss": nn.MSELoss,
    "MaxPool1d": TorchMaxPool1d,
    "MaxPool2d": TorchMaxPool2d,
    "MaxPool3d": TorchMaxPool3d,
    "Mish": TorchMish,
    "NLLLoss": nn.NLLLoss,
    "PReLU": nn.PReLU,
    "PixelShuffle": nn.PixelShuffle,
    "PoissonNLLLoss": TorchPoissonNLLLoss,
    "RMSNorm": TorchRMSNorm,
    "RNN": TorchRNN,
    "RNNCell": TorchRNNCell,
    "RReLU": TorchRReLU,
    "ReLU": TorchReLU,
    "ReLU6": TorchReLU6,
    "ReflectionPad1d": nn.ReflectionPad1d,
    "ReflectionPad2d": nn.ReflectionPad2d,
    "ReplicationPad2d": nn.ReplicationPad2d,
    "SELU": TorchSELU,
    "SiLU": TorchSiLU,
    "Sigmoid": nn.Sigmoid,
    "SmoothL1Loss": TorchSmoothL1Loss,
    "Softmax": TorchSoftmax,
    "Softmin": TorchSoftmin,
    "Softplus": TorchSoftplus,
    "Softshrink": nn.SoftShrink,
    "Softsign": nn.Softsign,
    "SyncBatchNorm": TorchBatchNorm2d,
    "Tanh": ExactTanh,
    "Tanhshrink": nn.Tanhshrink,
    "Upsample": TorchUpsample,
    "ZeroPad2d": nn.ZeroPad2d,
}


def layer_named(name, *default):
    """As ``getattr(torch.nn, name)``, for the names above; add MindSpore's counterpart of others there."""
    if name in _LAYERS_BY_NAME:
        return _LAYERS_BY_NAME[name]
    if default:
        return default[0]
    raise AttributeError(f"torch.nn.{name}: name its counterpart in _LAYERS_BY_NAME")

def torch_class_name(kind):
    """The name that a class has in torch, by which programs tell layers apart; a class that is not MindSpore's keeps its own."""
    names = {
        "AvgPool2dExt": "AvgPool2d", "BiDense": "Bilinear", "Cell": "Module", "CellDict": "ModuleDict", "CellList": "ModuleList",
        "Conv1dTranspose": "ConvTranspose1d", "Conv2dTranspose": "ConvTranspose2d", "Conv3dTranspose": "ConvTranspose3d",
        "Dense": "Linear", "Dropout2dExt": "Dropout2d", "DropoutExt": "Dropout", "EmbeddingExt": "Embedding",
        "HShrink": "Hardshrink", "HSigmoid": "Hardsigmoid", "HSwish": "Hardswish", "L1LossExt": "L1Loss",
        "LayerNormExt": "LayerNorm", "LogSoftmaxExt": "LogSoftmax", "PReLUExt": "PReLU", "SeLU": "SELU",
        "SequentialCell": "Sequential", "SoftShrink": "Softshrink", "SoftmaxExt": "Softmax", "UnfoldExt": "Unfold",
        "UpsampleExt": "Upsample",
    }  # fmt: skip
    if not getattr(kind, "__module__", "").startswith("mindspore."):
        return kind.__name__
    return names.get(kind.__name__, kind.__name__)

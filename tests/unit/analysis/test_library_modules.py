"""Classes of libraries that stand on torch: what derives from them is a Module, and so is what they make."""

from __future__ import annotations

import pytest
from found_uses import analysis, members, type_of, uses

from mindport.semantics.libraries.modules import base, is_module

MODULES = [
    "timm.models.vision_transformer.VisionTransformer",
    "timm.models.VisionTransformer",
    "timm.models.layers.DropPath",
    "timm.layers.PatchEmbed",
    "timm.loss.SoftTargetCrossEntropy",
    "timm.utils.ModelEmaV2",
    "transformers.PreTrainedModel",
    "transformers.modeling_utils.PreTrainedModel",
    "transformers.modeling_bert.BertLayer",
    "transformers.models.llama.modeling_llama.LlamaAttention",
    "transformers.models.bert.modeling_bert.BertSelfOutput",
    "transformers.LlamaForCausalLM",
    "diffusers.ModelMixin",
    "diffusers.models.attention.BasicTransformerBlock",
    "pytorch_lightning.LightningModule",
    "pytorch_lightning.core.lightning.LightningModule",
    "lightning.LightningModule",
    "lightning.pytorch.LightningModule",
    "torchmetrics.Metric",
    "torchmetrics.classification.MulticlassAccuracy",
    "mmengine.model.BaseModule",
    "mmcv.runner.BaseModule",
    "torch_geometric.nn.MessagePassing",
    "torch_geometric.nn.conv.MessagePassing",
    "torch_geometric.nn.GATv2Conv",
    "torch_geometric.nn.models.GCN",
    "e3nn.o3.FullyConnectedTensorProduct",
    "e3nn.nn.Gate",
    "clip.model.CLIP",
    "deepspeed.DeepSpeedEngine",
    "sentence_transformers.SentenceTransformer",
    "segmentation_models_pytorch.Unet",
]
OTHERS = [
    "timm.models.byobnet.ByoModelCfg",
    "timm.models._features.FeatureInfo",
    "timm.models.layers.activations_me.SwishAutoFn",
    "timm.data.constants.IMAGENET_DEFAULT_MEAN",
    "timm.layers.fast_norm.USE_FAST_NORM",
    "timm.utils.ModelEma",
    "timm.scheduler.CosineLRScheduler",
    "transformers.modeling_outputs.BaseModelOutput",
    "transformers.models.bert.modeling_bert.BertForPreTrainingOutput",
    "transformers.models.bert.configuration_bert.BertConfig",
    "transformers.modeling_rope_utils.RopeParameters",
    "transformers.Trainer",
    "diffusers.AutoPipelineForText2Image",
    "diffusers.training_utils.EMAModel",
    "diffusers.models.attention_processor.AttnProcessor2_0",
    "pytorch_lightning.Trainer",
    "pytorch_lightning.LightningDataModule",
    "torchmetrics.utilities.enums.AverageMethod",
    "mmengine.model.XavierInit",
    "mmengine.runner.Runner",
    "mmcv.runner.EpochBasedRunner",
    "torch_geometric.nn.to_hetero",
    "torch_geometric.data.Data",
    "torch_geometric.nn.fx.Transformer",
    "e3nn.o3.Irreps",
    "keras.models.Model",
    "mine.layers.DropPath",
    "timmy.layers.DropPath",
]


@pytest.mark.parametrize("name", MODULES)
def test_what_is_a_module(name: str) -> None:
    assert is_module(name)
    package, _, leaf = name.rpartition(".")
    code = f"from {package} import {leaf}\nclass Net({leaf}):\n    def forward(self, x):\n        return x.shape\n"
    assert members(code) == ["T.shape"]
    assert members(f"import {package}\ndef f(net: {name}):\n    net.train()") == ["M.train"]


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_none(name: str) -> None:
    assert not is_module(name)
    assert base(name) == ""
    package, _, leaf = name.rpartition(".")
    code = f"from {package} import {leaf}\nclass Net({leaf}):\n    def forward(self, x):\n        return x.shape\n"
    assert members(code) == []


def test_what_the_library_keeps_is_used_as_a_tensor() -> None:
    code = """
import timm.models.vision_transformer
class VisionTransformer(timm.models.vision_transformer.VisionTransformer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = nn.LayerNorm(4)
    def forward_features(self, x):
        count = x.shape[0]
        token = self.cls_token.expand(count, -1, -1)
        x = torch.cat((token, self.patch_embed(x)), dim=1)
        x = self.pos_drop(x + self.pos_embed)
        for block in self.blocks:
            x = block(x)
        return self.last(x[:, 1:].mean(dim=1))
net = VisionTransformer()
net.eval()
net(torch.ones(1)).data
"""
    assert members(code) == ["T.shape", "T.expand", "T.mean", "M.eval", "T.data"]


def test_the_constructor_is_the_library_s() -> None:
    code = "from {} import {} as Base\nfrom torch import nn\nclass Net(Base):\n    def __init__(self):\n        super().__init__()\n"
    assert uses(code.format("pytorch_lightning", "LightningModule")) == []
    assert [one.split()[0] for one in uses(code.format("torch.nn", "Module"))] == [
        "torch.nn.Module",
        "torch.nn.Module.__init__",
    ]


def test_what_the_library_s_class_gives_is_likely_a_tensor() -> None:
    code = """
from apex.normalization import FusedLayerNorm
class Norm(FusedLayerNorm):
    def forward(self, x):
        return super().forward(x).data
"""
    assert members(code) == ["T.data"]


def test_a_class_of_one_s_own_by_such_a_name() -> None:
    code = """
class MessagePassing:
    def forward(self, x):
        return x.shape
class Net(MessagePassing):
    def forward(self, x):
        return x.shape
def f(net: Net):
    net.train()
"""
    assert members(code) == []


def test_what_they_make() -> None:
    code = """
from torch_geometric.nn import GCNConv, global_mean_pool
import segmentation_models_pytorch as smp
net = smp.Unet("a").to("cpu")
net.train()
conv = GCNConv(2, 3)
conv.eval()
conv(torch.ones(1), edges).data
"""
    assert members(code) == ["M.to", "M.train", "M.eval", "T.data"]


def test_containers_of_mmengine() -> None:
    code = """
from mmengine.model import BaseModule, ModuleList, Sequential
class Net(BaseModule):
    def __init__(self):
        super().__init__()
        self.layers = ModuleList([nn.Linear(2, 2)])
    def forward(self, x):
        for layer in self.layers:
            x = layer(x) + layer.weight
        return x.data
class Pair(Sequential):
    pass
Pair(nn.Linear(2, 2))(torch.ones(2)).data
"""
    assert members(code) == ["torch.nn.Linear.weight", "T.data", "T.data"]


def test_types_by_name() -> None:
    assert type_of("import timm\nx = timm.layers.DropPath(0.1)").name == "timm.DropPath"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def f(net):\n    net.load_state_dict(state)\n    net.eval()\n    net(x)\n    net.embed.shape[0]", ["T.shape"]),
        ("import timm\nnet = timm.create_model('a')\nnet.pos_embed.shape\nnet.head.ndim", ["T.shape", "T.ndim"]),
        ("from timm.layers import Mlp\nclass Net(Mlp):\n    def forward(self, x):\n        return self.scale.shape", ["T.shape"]),
        ("class Net(nn.Module):\n    def __init__(self, scale):\n        self.scale = scale\n"
         "def f(net: Net):\n    net.scale.shape\n    net.other.shape", []),
        ("from timm.layers import Mlp\nclass Net(Mlp):\n    def __init__(self, scale):\n        self.scale = scale\n"
         "def f(net: Net):\n    net.scale.shape", []),
        ("def f(image):\n    image.data.shape\n    image.array.shape", []),
        ("import numpy as np\ndef f(net: nn.Module, a):\n    np.concatenate(a)\n    net.grid.shape", []),
        ("import jax\ndef f(net: nn.Module):\n    net.grid.shape", []),
        ("def f(net: nn.Module):\n    net.grid.size\n    net.grid.data", []),
    ],
)  # fmt: skip
def test_what_has_a_shape_is_kept_as_a_tensor(code: str, found: list[str]) -> None:
    assert [one for one in members(code) if one in ("T.shape", "T.ndim", "T.data", "T.size")] == found


_DERIVED = """
class A(Base):
    def __init__(self, args):
        super().__init__(args)
        self.register_buffer('b', torch.ones(2))

    def {name}(self, data, **more):
        return data['pos'].device, data['neg'].shape
"""


@pytest.mark.parametrize(
    ("base", "name", "found"),
    [
        ("some.models.EncoderModel", "forward", ["M.register_buffer", "T.device", "T.shape"]),
        ("some.models.EncoderModel", "call", []),
        ("some.models.Trainer", "forward", []),
        ("some.data.DataModule", "forward", []),
        ("keras.Model", "forward", []),
        ("paddle.nn.Layer", "forward", []),
    ],
)
def test_what_derives_from_what_is_called_a_module_and_has_a_forward(base: str, name: str, found: list[str]) -> None:
    module, _, leaf = base.rpartition(".")
    assert members(f"from {module} import {leaf} as Base\n" + _DERIVED.format(name=name)) == found


def test_a_file_may_come_to_torch_by_a_library_alone() -> None:
    text = (
        "import pytorch_lightning as pl\n"
        "def count(module: pl.LightningModule, table):\n"
        "    return sum(p.numel() for p in module.parameters()), table.unsqueeze(0)\n"
    )
    assert [use.api for use in analysis(text).uses] == ["torch.Tensor.numel", "torch.nn.Module.parameters"]

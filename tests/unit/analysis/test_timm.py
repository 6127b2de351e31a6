"""What timm's functions and classes give."""

from __future__ import annotations

import pytest
from found_uses import members, type_of


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from timm.utils import accuracy\na, b = accuracy(x, y, topk=(1, 5))\na.item()", ["T.item"]),
        ("from timm.utils import *\na, b = accuracy(x, y, topk=(1, 5))\na.item()", ["T.item"]),
        ("from timm.loss import *\nloss = SoftTargetCrossEntropy()\nloss.cuda()\nunknown().cuda()", ["M.cuda", "T.cuda?"]),
        ("from timm.data import *\naccuracy(x, y)[0].item()", []),
        ("import timm.utils as u\nu.reduce_tensor(loss, 2).item()", ["T.item"]),
        ("from timm.utils.metrics import accuracy\naccuracy(x, y)[0].data", ["T.data"]),
        ("from timm.utils import AverageMeter, NativeScaler\nNativeScaler()(loss).data\nNativeScaler().state_dict()", []),
        ("from timm.utils import unwrap_model\nunwrap_model(net).parameters()", ["M.parameters"]),
        ("from timm.utils import ModelEma\nModelEma(net).ema.eval()\nModelEma(net).eval()", ["M.eval"]),
        ("from timm.utils import ModelEmaV2\nModelEmaV2(net).module.eval()", ["M.eval"]),
        ("from timm.data import create_loader\nfor a, b in create_loader(d):\n    a.data", ["T.data"]),
        ("from timm.data import Mixup\na, b = Mixup(0.8)(x, y)\na.data\nb.data", ["T.data", "T.data"]),
        ("from timm.data import create_transform\ncreate_transform(224, is_training=True)(p).data", ["T.data"]),
        ("from timm.data import create_transform\ncreate_transform(224, use_prefetcher=True)(p).data", []),
        ("from timm.data import create_transform\ncreate_transform(224, separate=True)[0](p).data", []),
        ("from timm.optim import AdamP, create_optimizer\nAdamP([]).zero_grad()\ncreate_optimizer(a, n).step()",
         ["torch.optim.Optimizer.zero_grad", "torch.optim.Optimizer.step"]),
        ("from timm.optim import OptimInfo\nOptimInfo().step()", []),
        ("from timm.scheduler import create_scheduler, CosineLRScheduler\nplan, epochs = create_scheduler(a, o)\nplan.step(1)", []),
        ("from timm.scheduler import CosineLRScheduler\nCosineLRScheduler(o).step(1)", []),
        ("from timm.layers import trunc_normal_, drop_path\ntrunc_normal_(w).data\ndrop_path(w).data", ["T.data"] * 2),
        ("from timm.models.layers import trunc_normal_, create_conv2d\ntrunc_normal_(w).data\ncreate_conv2d(1, 2).eval()",
         ["T.data", "M.eval"]),
        ("from timm.models.layers import to_2tuple\na, b = to_2tuple(7)\na.data\nto_2tuple(n)[0].real.numerator", []),
        ("import timm\ntimm.models.resnet50(pretrained=True).eval()", ["M.eval"]),
        ("from timm.models.swin_transformer import swin_base_patch4_window7_224\nswin_base_patch4_window7_224().eval()", ["M.eval"]),
        ("from timm.models import create_model\ncreate_model('a').eval()", ["M.eval"]),
        ("from timm.models import resnet50, list_models\nresnet50()(torch.ones(1)).data\nlist_models().eval()", ["T.data"]),
        ("from timm.models.swin_transformer import window_partition\nwindow_partition(x, 7).data", ["T.data"]),
    ],
)  # fmt: skip
def test_what_is_given(code: str, found: list[str]) -> None:
    assert members(code) == found


@pytest.mark.parametrize(
    "code",
    [
        "from metrics import accuracy\naccuracy(x, y)[0].data",
        "from mine.layers import drop_path, trunc_normal_\ndrop_path(x).data\ntrunc_normal_(x).data",
        "from mine.models import resnet50\nresnet50().data",
        "def accuracy(a, b):\n    return [1.0]\naccuracy(x, y)[0].data",
        "from timm.models.layers import get_padding\nget_padding(3).data",
        "from timm.models.efficientnet import default_cfgs\ndefault_cfgs.eval()",
    ],
)
def test_what_is_called_so_elsewhere(code: str) -> None:
    assert members(code) == []


@pytest.mark.parametrize(
    "name",
    [
        "resnet50",
        "vit_base_patch16_224",
        "convnext_tiny",
        "mixnet_xl",
        "tf_efficientnet_b0_ns",
        "convmixer_768_32",
        "poolformer_s12",
    ],
)
def test_functions_that_build_models(name: str) -> None:
    assert type_of(f"import timm\nx = timm.models.family.{name}()").kind == "module"


@pytest.mark.parametrize(
    "name",
    ["get_padding", "init_weights_vit_moco", "window_partition", "checkpoint_filter_fn", "conv3x3", "val2tuple", "create_resnetv2_stem",
     "is_model", "register_model", "resize_pos_embed", "load_state_dict", "get_init_weights_gemma4_vit", "remap_state_dict", "drop_blocks"],
)  # fmt: skip
def test_other_functions(name: str) -> None:
    assert type_of(f"import timm\nx = timm.models.family.{name}()").kind != "module"

"""Libraries that stand on torch: Modules, tokenizers and what these make, optimizers."""

from __future__ import annotations

import pytest
from found_uses import members

from mindport.semantics.libraries.dispatch import instance
from mindport.semantics.libraries.modules import LIBRARIES

TOKENIZER = "from transformers import AutoTokenizer\ntok = AutoTokenizer.from_pretrained('a')\n"


@pytest.mark.parametrize(
    "name",
    [
        "transformers.AutoModel",
        "transformers.AutoModelForCausalLM",
        "transformers.BertForSequenceClassification",
        "transformers.models.bert.modeling_bert.BertModel",
        "transformers.GPT2LMHeadModel",
        "transformers.CLIPTextModelWithProjection",
        "transformers.PreTrainedModel",
        "transformers.T5EncoderModel",
        "diffusers.UNet2DConditionModel",
        "diffusers.AutoencoderKL",
        "peft.PeftModel",
    ],
)
def test_what_is_a_module(name: str) -> None:
    assert instance(name).kind == "module"


@pytest.mark.parametrize(
    "name",
    [
        "transformers.TFBertModel",
        "transformers.FlaxBertForMaskedLM",
        "transformers.BertConfig",
        "transformers.Trainer",
        "transformers.TrainingArguments",
        "transformers.pipeline",
        "transformers.DataCollatorForLanguageModeling",
        "transformers.modeling_outputs.BaseModelOutput",
        "transformers.BertForPreTrainingOutput",
        "diffusers.DDPMScheduler",
        "diffusers.StableDiffusionPipeline",
        "keras.Model",
        "pydantic.BaseModel",
    ],
)
def test_what_is_none(name: str) -> None:
    assert instance(name).kind != "module"


@pytest.mark.parametrize(
    "name", ["AutoTokenizer", "BertTokenizerFast", "AutoProcessor", "ViTImageProcessor", "AutoFeatureExtractor"]
)
def test_what_prepares_inputs(name: str) -> None:
    code = f"from transformers import {name}\ndef f(prepare: {name}):\n    prepare('a', return_tensors='pt')['a'].data\n    prepare.data\n"
    assert members(code) == ["T.data"]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("tok('a', return_tensors='pt').input_ids.data", ["T.data"]),
        ("tok('a', return_tensors='pt')['attention_mask'].data", ["T.data"]),
        ("tok('a', return_tensors='pt').to('cpu')['input_ids'].data", ["T.data"]),
        ("for name, one in tok('a', return_tensors='pt').items():\n    one.data\n    name.data", ["T.data"]),
        ("a = {k: v.to('cpu') for k, v in tok('a', return_tensors='pt').items()}\na['b'].data", ["T.to", "T.data"]),
        ("tok.batch_encode_plus(['a'], return_tensors='pt')['input_ids'].data", ["T.data"]),
        ("tok.pad(['a'], return_tensors='pt')['input_ids'].data", ["T.data"]),
        ("tok.encode('a', return_tensors='pt').data", ["T.data"]),
        ("tok.apply_chat_template([], return_tensors='pt', return_dict=True)['input_ids'].data", ["T.data"]),
        ("tok.apply_chat_template([], return_tensors='pt', return_dict=False).data", ["T.data"]),
        ("tok('a')['input_ids'].data", []),
        ("tok('a', return_tensors='np')['input_ids'].data", []),
        ("tok('a', return_tensors='tf').input_ids.shape", []),
        ("tok.encode('a')[0].data\ntok.decode([1]).data\ntok.tokenize('a')[0].data", []),
        ("tok.data\ntok.shape\ntok.to('cpu')\ntok.pad_token.data", []),
        ("tok('a', return_tensors='pt').to('cpu')\ntok('a', return_tensors='pt').keys()", []),
    ],
)
def test_what_a_tokenizer_makes(code: str, found: list[str]) -> None:
    assert members(TOKENIZER + code) == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("tok(text, return_tensors='pt').input_ids.data", ["T.data"]),
        ("tok(text, return_tensors='pt')['input_ids'].data", ["T.data"]),
        ("self.tok(text, return_tensors='pt').to('cpu').input_ids.repeat(2, 1)", ["T.repeat"]),
        ("self.pre(images=text, return_tensors='pt').pixel_values.data", ["T.data"]),
        ("tok.batch_encode_plus(text, return_tensors='pt')['attention_mask'].data", ["T.data"]),
        ("tok.encode(text, return_tensors='pt').data", ["T.data"]),
        ("tok.apply_chat_template(text, return_tensors='pt', return_dict=True).input_ids.data", ["T.data"]),
        ("tok(text, return_tensors='np').input_ids.data", []),
        ("tok(text, return_tensors='tf').input_ids.data", []),
        ("tok(text, return_tensors=text).input_ids.data", []),
        ("tok(text, tensors='pt').input_ids.data", []),
        ("tok.encode(text).data", []),
        ("tok.data_collator(text, return_tensors='pt').input_ids.data", []),
        ("tok.Collator(text, return_tensors='pt').input_ids.data", []),
    ],
)
def test_a_tokenizer_of_which_nothing_else_is_known(code: str, found: list[str]) -> None:
    assert members(f"def f(self, tok, text):\n    {code}\n") == found


def test_a_function_of_one_s_own_by_that_argument() -> None:
    code = "def tok(text, return_tensors):\n    return Box()\nclass Box:\n    pass\ntok('a', return_tensors='pt').input_ids.data\n"
    assert members(code) == []


def test_a_model_that_may_be_wrapped() -> None:
    code = """
from transformers import BertModel
net = BertModel.from_pretrained("a")
saved = net.module if hasattr(net, "module") else net
saved.train()
saved(torch.ones(1)).logits.data
"""
    assert members(code) == ["M.train", "T.data"]


def test_processors_of_logits_are_no_tokenizers() -> None:
    code = "from transformers import TopKLogitsWarper, MinLengthLogitsProcessor as Longer\nids = torch.ones(1)\n"
    assert members(code + "Longer(2)(ids, ids).data\nTopKLogitsWarper(3)(ids, ids).data") == ["T.data", "T.data"]


def test_a_model_is_a_module_and_what_it_gives_has_parts() -> None:
    code = """
from transformers import BertModel
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = BertModel.from_pretrained("a")
    def forward(self, ids):
        out = self.bert(ids)
        self.bert.config.data
        out.last_hidden_state.data
        return out[0].mean(1)
net = BertModel.from_pretrained("a")
net.train()
net(torch.ones(1)).pooler_output.data
"""
    assert members(code) == ["T.data", "T.mean", "M.train", "T.data"]


def test_schedules_and_optimizers() -> None:
    code = """
from transformers import AdamW, get_linear_schedule_with_warmup
optimizer = AdamW([])
schedule = get_linear_schedule_with_warmup(optimizer, 1, 2)
optimizer.zero_grad()
schedule.step()
"""
    assert members(code) == ["torch.optim.Optimizer.zero_grad", "torch.optim.lr_scheduler.LRScheduler.step"]


def test_other_libraries() -> None:
    code = """
import clip, open_clip, timm
model, prepare = clip.load("a")
model.eval()
prepare(image).data
clip.tokenize("a").data
other, _, prepare = open_clip.create_model_and_transforms("a")
other.train()
prepare(image).data
open_clip.get_tokenizer("a")("text").data
timm.create_model("a").train()
timm.list_models()[0].data
"""
    assert members(code) == ["M.eval", "T.data", "T.data", "M.train", "T.data", "T.data", "M.train"]


def test_an_evaluation_computes_with_arrays() -> None:
    code = """
from pycocotools import mask
from pycocotools.cocoeval import COCOeval
def f(polygons):
    x = mask.decode(polygons)
    if len(x.shape) < 3:
        x = torch.as_tensor(x)
    return x.shape, mask.area(polygons).tolist(), COCOeval(1).stats.tolist()
"""
    assert members(code) == []


def test_files_of_tensors() -> None:
    code = """
from safetensors import safe_open
from safetensors.torch import load_file
import numpy as np
def f(path, framework):
    with safe_open(path, framework="pt", device="cpu") as g:
        x = {key: g.get_tensor(key).clone() for key in g.keys()}
        y = g.get_slice("a")[:, 1].cos()
    h = safe_open(path, "np")
    h.get_tensor("a").clone()
    safe_open(path, framework).get_tensor("a").clone()
    return safe_open(path, "pt").get_tensor("a").clone(), load_file(path)["a"].clone(), g.metadata()["a"].clone()
"""
    assert members(code) == ["T.clone", "T.cos", "T.clone", "T.clone"]


def test_operators_of_ascend() -> None:
    code = "import torch_npu\ndef f(q, x, d):\n    torch_npu.npu_rotary_mul(q, x).to(d)\n    torch_npu.npu.current_device().to(d)"
    assert [one for one in members(code) if "?" not in one] == ["T.to"]


def test_an_engine_is_the_model_that_it_runs() -> None:
    code = """
import deepspeed
net = nn.Linear(2, 2)
engine, optimizer, loader, schedule = deepspeed.initialize(args, model=net)
engine(torch.ones(2)).data
engine.train()
engine.backward(loss)
optimizer.zero_grad()
for x, y in loader:
    x.data
"""
    assert members(code) == ["T.data", "M.train", "torch.optim.Optimizer.zero_grad", "T.data"]


def test_optimizers_and_layers() -> None:
    code = """
import bitsandbytes as bnb
from apex.optimizers import FusedAdam
from timm.layers import DropPath
from timm.optim import create_optimizer_v2
from torchmetrics import Accuracy, functional
bnb.optim.Adam8bit([]).zero_grad()
FusedAdam([]).zero_grad()
create_optimizer_v2([]).zero_grad()
DropPath(0.1).train()
accuracy = Accuracy()
accuracy(torch.ones(1), torch.ones(1)).data
accuracy.reset()
accuracy.data
"""
    assert members(code) == ["torch.optim.Optimizer.zero_grad"] * 3 + ["M.train", "T.data"]


def test_a_class_of_one_s_own_by_such_a_name_is_one_s_own() -> None:
    code = """
class tokenizer:
    def __init__(self):
        self.data = torch.ones(1)
    def __call__(self, text, return_tensors=None):
        return self.data
class pool:
    def __enter__(self):
        return torch.ones(1)
    def submit(self, f):
        return torch.ones(1)
tok = tokenizer()
tok.data.T
tok("a", return_tensors="pt").grad
with pool() as p:
    p.data
pool().submit(print).result
pool().submit(print).T
"""
    assert members(code) == ["T.T", "T.grad", "T.data", "T.T"]


@pytest.mark.parametrize("name", sorted(LIBRARIES))
def test_a_library_that_is_itself_called(name: str) -> None:
    assert members(f"import {name}\n{name}(3)\n{name}.from_pretrained(3)\n{name}.x.y(3)\nx = {name}\nx().data\n") == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import kornia\nkornia.filters.blur(torch.ones(3), 3).tolist()", ["T.tolist"]),
        ("from flash_attn import flash_attn_func as f\nf(q=torch.ones(3)).tolist()", ["T.tolist"]),
        ("from torchdiffeq import odeint\nodeint(given, torch.ones(3), given).tolist()", ["T.tolist"]),
        ("import kornia\nkornia.filters.blur(given, 3).tolist()", []),
        ("from mmcv.ops import point_sample as f\nf(torch.ones(3)).tolist()", ["T.tolist"]),
        (
            "from transformers.models.llama.modeling_llama import repeat_kv\nrepeat_kv(torch.ones(3), 2).tolist()",
            ["T.tolist"],
        ),
        ("from transformers.modeling_outputs import Output\nOutput(torch.ones(3)).tolist()", []),
        ("torch.jit._unwrap_optional(torch.ones(3)).tolist()", ["T.tolist"]),
        ("from torch._C._functorch import is_batched\nis_batched(torch.ones(3)).tolist()", []),
        ("from pytorch3d.structures import Meshes\nMeshes(torch.ones(3)).tolist()", []),
        ("import unknown\nunknown.blur(torch.ones(3)).tolist()", []),
        ("import geoopt\ngeoopt.ManifoldParameter(given).tolist()", ["T.tolist"]),
        ("def f(g):\n    g.ndata['h'].tolist()", ["T.tolist"]),
        ("def f(boxes):\n    boxes.tensor.tolist()", ["T.tolist"]),
        ("import jax\ndef f(boxes):\n    boxes.tensor.tolist()", []),
    ],
)
def test_what_libraries_make_of_tensors(code: str, found: list[str]) -> None:
    assert members(code) == found


def test_what_plug_ins_move_to_their_device_stays_what_it_is() -> None:
    assert members("torch.ones(3).npu().tolist()\nnn.Linear(3, 3).npu()(torch.ones(3)).tolist()") == ["T.tolist"] * 2

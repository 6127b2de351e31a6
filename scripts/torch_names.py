"""Writes the table of public torch names that the analysis knows, from the installed torch and its type stubs.

Usage: python scripts/torch_names.py > server/mindport/semantics/torch_names.json

``names``: kind and what it returns → full names; ``members``: class → kind and what it returns → names of its members.
Kind is f(unction), c(lass), m(ethod), a(ttribute), v(alue) or n(amespace); returns is written as in mapping rows.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import pkgutil
import sys
import types
import warnings
from pathlib import Path

import torch

MODULES = [
    "torch", "torch.nn", "torch.nn.functional", "torch.nn.init", "torch.nn.utils", "torch.nn.utils.rnn",
    "torch.nn.utils.parametrizations", "torch.nn.utils.parametrize", "torch.nn.utils.prune",
    "torch.nn.utils.stateless", "torch.nn.parallel", "torch.nn.attention", "torch.optim", "torch.optim.lr_scheduler",
    "torch.optim.swa_utils", "torch.utils", "torch.utils.data", "torch.utils.data.distributed",
    "torch.utils.checkpoint", "torch.utils.tensorboard", "torch.utils.model_zoo", "torch.utils.dlpack",
    "torch.utils.cpp_extension", "torch.cuda", "torch.cuda.amp", "torch.cuda.nvtx", "torch.amp", "torch.autograd",
    "torch.autograd.functional", "torch.autograd.profiler", "torch.autograd.graph", "torch.autograd.forward_ad",
    "torch.backends", "torch.backends.cudnn", "torch.backends.cuda", "torch.backends.mps", "torch.backends.mkldnn",
    "torch.backends.openmp", "torch.backends.mkl", "torch.distributed", "torch.distributed.optim",
    "torch.distributed.fsdp", "torch.distributed.elastic", "torch.distributed.rpc", "torch.distributed.tensor",
    "torch.distributed.tensor.parallel", "torch.distributed.algorithms", "torch.distributed.checkpoint",
    "torch.distributions", "torch.fft", "torch.linalg", "torch.special", "torch.sparse", "torch.jit", "torch.onnx",
    "torch.fx", "torch.func", "torch.hub", "torch.profiler", "torch.quantization", "torch.ao",
    "torch.ao.quantization", "torch.ao.nn", "torch.multiprocessing", "torch.random", "torch.testing", "torch.types",
    "torch.mps", "torch.xpu", "torch.cpu", "torch.accelerator", "torch.library", "torch.package", "torch.overrides",
    "torch.serialization", "torch.signal", "torch.signal.windows", "torch.nested", "torch.masked", "torch.export",
    "torch.compiler", "torch._dynamo", "torch.version", "torch.functional", "torch.storage", "torch.return_types",
    "torch.futures", "torch.monitor", "torch.__config__", "torch.__future__", "torch.masked", "torch.mtia",
    "torch.utils.benchmark", "torch.utils.bottleneck", "torch.utils.collect_env", "torch.utils.hooks",
    "torch.utils.mobile_optimizer", "torch.nn.quantized", "torch.nn.intrinsic", "torch.nn.qat",
    "torch.distributions.constraints", "torch.distributions.transforms", "torch.distributions.kl", "torch.distributions.utils",
    "torch.nn.attention.flex_attention", "torch.utils.flop_counter", "torch.utils.module_tracker", "torch.utils.weak",
    "torch.utils.deterministic", "torch.autograd.gradcheck", "torch.autograd.anomaly_mode",
    "torch.autograd.grad_mode",
]  # fmt: skip

WORDS = {
    "Tensor": "tensor", "torch.Tensor": "tensor", "_int": "int", "int": "int", "_bool": "bool", "bool": "bool",
    "_float": "float", "float": "float", "Number": "number", "Number | _complex": "number", "str": "str",
    "None": "none", "Size": "shape", "_dtype": "dtype", "dtype": "dtype", "torch.dtype": "dtype", "_device": "device",
    "device": "device", "torch.device": "device", "Self": "tensor", "Tensor | None": "tensor", "Tensor | Any": "any",
    "list": "list", "Module": "module", "numpy.ndarray": "ndarray", "numpy.ndarray[Any, Any]": "ndarray", "SymInt": "int",
    "Parameter": "tensor", "Sequence[Tensor]": "tensors", "_int | SymInt": "int", "Sequence[_int]": "shape",
}  # fmt: skip

# What neither annotations nor stubs say. Results that depend on the arguments are settled where calls are analysed.
BY_HAND = {
    "torch.Tensor._indices": "tensor", "torch.Tensor._values": "tensor",
    "torch.Tensor.numpy": "ndarray", "torch.Tensor.__array__": "ndarray", "torch.Tensor.type": "any",
    "torch.Tensor.to": "tensor", "torch.Tensor.backward": "none", "torch.Tensor.split": "tensors",
    "torch.Tensor.unflatten": "tensor", "torch.Tensor.norm": "tensor", "torch.Tensor.stft": "tensor",
    "torch.Tensor.istft": "tensor", "torch.Tensor.unique": "any", "torch.Tensor.size": "any", "torch.Tensor.max": "any",
    "torch.Tensor.min": "any", "torch.Tensor.median": "any", "torch.Tensor.nanmedian": "any", "torch.Tensor.nonzero": "any",
    "torch.Tensor.where": "tensor", "torch.Tensor.stride": "any", "torch.Tensor.tolist": "any", "torch.Tensor.item": "number",
    "torch.Tensor.unique_consecutive": "any", "torch.Tensor.clone": "tensor", "torch.Tensor.lu": "any",
    "torch.Tensor.share_memory_": "tensor", "torch.Tensor.detach": "tensor", "torch.Tensor.detach_": "tensor",
    "torch.Tensor.T": "tensor", "torch.Tensor.grad": "tensor", "torch.Tensor.data": "tensor", "torch.Tensor.is_leaf": "bool",
    "torch.Tensor.is_cuda": "bool", "torch.Tensor.is_sparse": "bool", "torch.Tensor.requires_grad": "bool",
    "torch.Tensor.names": "tuple", "torch.Tensor.register_hook": "any", "torch.Tensor.retain_grad": "none",
    "torch.Tensor.__len__": "int", "torch.einsum": "tensor", "torch.split": "tensors", "torch.norm": "tensor",
    "torch.cdist": "tensor", "torch.chain_matmul": "tensor", "torch.cartesian_prod": "tensor", "torch.block_diag": "tensor",
    "torch.tensordot": "tensor", "torch.stft": "tensor", "torch.unique": "any", "torch.unique_consecutive": "any",
    "torch.meshgrid": "tensors", "torch.broadcast_tensors": "tensors", "torch.atleast_1d": "any", "torch.atleast_2d": "any",
    "torch.atleast_3d": "any", "torch.broadcast_shapes": "shape", "torch.max": "any", "torch.min": "any",
    "torch.median": "any", "torch.nanmedian": "any", "torch.where": "any", "torch.nonzero": "any", "torch.load": "any",
    "torch.save": "none", "torch.manual_seed": "any", "torch.compile": "any", "torch.is_tensor": "bool",
    "torch.tensor": "tensor", "torch.as_tensor": "tensor", "torch.from_numpy": "tensor", "torch.numel": "int",
    "torch.finfo": "other", "torch.iinfo": "other", "torch.Generator": "other", "torch.no_grad": "other",
    "torch.inference_mode": "other", "torch.enable_grad": "other", "torch.set_grad_enabled": "other", "torch.vmap": "any",
    "torch.nn.functional.multi_head_attention_forward": "(tensor, tensor)", "torch.nn.functional.adaptive_max_pool2d": "tensor",
    "torch.nn.functional.gumbel_softmax": "tensor", "torch.nn.functional.embedding_bag": "tensor",
    "torch.nn.utils.rnn.pad_sequence": "tensor", "torch.nn.utils.rnn.pad_packed_sequence": "(tensor, tensor)",
    "torch.nn.utils.rnn.pack_padded_sequence": "any", "torch.nn.utils.clip_grad_norm_": "tensor",
    "torch.nn.utils.clip_grad_value_": "none", "torch.nn.utils.parameters_to_vector": "tensor",
    "torch.nn.utils.weight_norm": "any", "torch.nn.utils.spectral_norm": "any", "torch.nn.Parameter": "parameter",
    "torch.nn.Buffer": "tensor", "torch.nn.UninitializedParameter": "parameter", "torch.nn.UninitializedBuffer": "tensor",
    "torch.Tensor": "tensor", "torch.accelerator.current_accelerator": "device",
    "torch.Size": "shape", "torch.dtype": "dtype", "torch.device": "device",
    "torch.utils.data.random_split": "any", "torch.autograd.Variable": "tensor", "torch.autograd.grad": "tensors",
    "torch.autograd.backward": "none", "torch.cuda.is_available": "bool", "torch.cuda.device_count": "int",
    "torch.utils.checkpoint.checkpoint": "any", "torch.nn.functional.scaled_dot_product_attention": "tensor",
    "torch.utils.data.default_collate": "any", "torch.bincount": "tensor", "torch.nn.functional.unfold": "tensor",
    "torch.histogram": "(tensor, tensor)", "torch.linalg.norm": "tensor", "torch.nn.functional.one_hot": "tensor",
    "torch.nn.functional.has_torch_function": "bool", "torch.nn.functional.handle_torch_function": "any",
    "torch.is_grad_enabled": "bool", "torch.set_default_dtype": "none", "torch.set_default_device": "none",
    "torch.nn.utils.rnn.pack_sequence": "any", "torch.nn.utils.rnn.unpad_sequence": "tensors", "torch.result_type": "dtype",
    "torch.ctc_loss": "tensor", "torch.nn.functional.ctc_loss": "tensor", "torch.logspace": "tensor", "torch.range": "tensor",
    "torch.can_cast": "bool", "torch.promote_types": "dtype", "torch.is_floating_point": "bool", "torch.scalar_tensor": "tensor",
    "torch.get_default_dtype": "dtype", "torch.get_default_device": "device", "torch.equal": "bool", "torch.allclose": "bool",
    "torch.lobpcg": "(tensor, tensor)", "torch.pca_lowrank": "(tensor, tensor, tensor)", "torch.obj": "any",
    "torch.svd_lowrank": "(tensor, tensor, tensor)", "torch.add": "tensor", "torch.mul": "tensor", "torch.sub": "tensor",
    "torch.div": "tensor", "torch.sum": "tensor", "torch.mean": "tensor", "torch.index_select": "tensor",
    "torch.linalg.lstsq": "(tensor, tensor, tensor, tensor)", "torch.distributions.transforms.broadcast_all": "tensors",
    "torch.distributions.utils.broadcast_all": "tensors", "torch.distributions.utils.probs_to_logits": "tensor",
    "torch.distributions.utils.logits_to_probs": "tensor", "torch.distributions.utils.clamp_probs": "tensor",
    "torch.std_mean": "(tensor, tensor)", "torch.var_mean": "(tensor, tensor)", "torch.split_with_sizes": "tensors",
}  # fmt: skip
TENSOR_TO_TENSORS = {
    "torch.tensor_split",
    "torch.hsplit",
    "torch.vsplit",
    "torch.dsplit",
    "torch.chunk",
    "torch.unbind",
}
INSTANCES = {
    torch.nn.Module: "module", torch.optim.Optimizer: "optimizer", torch.optim.lr_scheduler.LRScheduler: "scheduler",
    torch.utils.data.DataLoader: "dataloader", torch.utils.data.Dataset: "dataset", torch.Tensor: "tensor",
    torch.optim.lr_scheduler.ReduceLROnPlateau: "scheduler",
}  # fmt: skip
MEMBERS = {
    "torch.Tensor": torch.Tensor, "torch.nn.Module": torch.nn.Module, "torch.optim.Optimizer": torch.optim.Optimizer,
    "torch.optim.lr_scheduler.LRScheduler": torch.optim.lr_scheduler.LRScheduler,
    "torch.utils.data.DataLoader": torch.utils.data.DataLoader, "torch.device": torch.device, "torch.dtype": torch.dtype,
    "torch.Size": torch.Size, "torch.autograd.Function": torch.autograd.Function,
}  # fmt: skip
DISTRIBUTIONS = {
    f"torch.distributions.{name}": getattr(torch.distributions, name)
    for name in torch.distributions.__all__
    if inspect.isclass(getattr(torch.distributions, name))
    and issubclass(getattr(torch.distributions, name), torch.distributions.Distribution)
}
SCALERS = {"torch.amp.GradScaler": torch.amp.GradScaler, "torch.cuda.amp.GradScaler": torch.cuda.amp.GradScaler}
MEMBERS |= {**SCALERS, **DISTRIBUTIONS, "torch.Generator": torch.Generator}
TENSOR_MEMBERS = frozenset(
    ["sample", "rsample", "log_prob", "entropy", "cdf", "icdf", "mean", "mode", "variance", "stddev", "probs", "logits",
     "loc", "scale", "enumerate_support", "perplexity"]
)  # fmt: skip
EXTRA = {
    "torch.nn.Module": {"training": "bool"},
    "torch.optim.Optimizer": {"param_groups": "list", "state": "dict", "defaults": "dict"},
    "torch.optim.lr_scheduler.LRScheduler": {"last_epoch": "int", "base_lrs": "list", "optimizer": "optimizer"},
    "torch.utils.data.DataLoader": {
        "dataset": "dataset", "batch_size": "int", "num_workers": "int", "sampler": "any", "batch_sampler": "any",
        "drop_last": "bool", "pin_memory": "bool", "collate_fn": "any", "generator": "any",
    },
}  # fmt: skip
DUNDERS = {"__init__", "__call__", "__getitem__", "__setitem__", "__len__", "__setattr__", "__getattr__", "__new__"}
OF_SPARSE = {"_indices", "_values"}  # not public, and all that there is of a tensor that is not coalesced
MODULE_RETURNS = {
    "parameters": "any", "buffers": "any", "modules": "any", "children": "any", "state_dict": "dict", "zero_grad": "none",
    "register_buffer": "none", "register_parameter": "none", "add_module": "none", "register_module": "none",
    "get_parameter": "parameter", "get_buffer": "tensor", "get_submodule": "module", "extra_repr": "str",
}  # fmt: skip
SAMPLE = {
    "in_channels": 4, "out_channels": 4, "kernel_size": 2, "in_features": 4, "out_features": 4, "num_features": 4,
    "normalized_shape": 4, "num_groups": 2, "num_channels": 4, "num_embeddings": 4, "embedding_dim": 4, "embed_dim": 4,
    "num_heads": 2, "input_size": 4, "hidden_size": 4, "in1_features": 4, "in2_features": 4, "d_model": 4, "nhead": 2,
    "output_size": 2, "padding": 1, "upscale_factor": 2, "downscale_factor": 2, "min_val": -1, "max_val": 1, "groups": 2,
    "threshold": 0.1, "value": 0.1, "size": 4, "lower": 0.1, "scale_factor": 2, "unflattened_size": (2, 2), "dim": 1,
    "n_classes": 10, "cutoffs": [2], "norm_type": 2, "num_layers": 1,
}  # fmt: skip


def word_of(annotation: str) -> str:
    text = " ".join(annotation.replace("typing.", "").replace('"', "").replace("'", "").split())
    if text in WORDS:
        return WORDS[text]
    lowered = text.replace("Tuple", "tuple").replace("List", "list").replace("torch.Tensor", "Tensor")
    if lowered.startswith("tuple["):
        inner = [p.strip() for p in lowered[6:-1].split(",")]
        if inner == ["Tensor", "..."]:
            return "tensors"
        if inner and all(p == "Tensor" for p in inner):
            return "(" + ", ".join(["tensor"] * len(inner)) + ("," if len(inner) == 1 else "") + ")"
        return "any"
    if lowered in ("list[Tensor]", "tuple[Tensor]"):
        return "tensors"
    if lowered.startswith(("torch.return_types.", "return_types.")):
        kind = getattr(torch.return_types, lowered.rsplit(".", 1)[1], None)
        return "(" + ", ".join(["tensor"] * kind.n_sequence_fields) + ")" if kind else "any"
    return "any"


def stub_returns(path: Path, owner: str | None) -> dict[str, str]:
    tree = ast.parse(path.read_text())
    body = tree.body
    if owner:
        body = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == owner).body
    found: dict[str, set[str]] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            word = word_of(ast.unparse(node.returns)) if node.returns else "any"
            found.setdefault(node.name, set()).add(word)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.setdefault(node.target.id, set()).add(word_of(ast.unparse(node.annotation)))
    return {name: words.pop() if len(words) == 1 else "any" for name, words in found.items()}


def function_returns(value: object) -> str:
    try:
        annotation = inspect.signature(value).return_annotation  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return "any"
    if annotation is inspect.Signature.empty:
        return "any"
    if isinstance(annotation, str):
        return word_of(annotation)
    if annotation is torch.Tensor:
        return "tensor"
    return word_of(getattr(annotation, "__name__", str(annotation)))


def instance_of(cls: type) -> str:
    for base, word in INSTANCES.items():
        if issubclass(cls, base):
            return word
    return "other"


def module_attributes(cls: type) -> dict[str, str]:
    """Attributes of an instance: parameters and buffers, and what the constructor keeps."""
    arguments: dict[str, object] = {}
    for name, parameter in inspect.signature(cls).parameters.items():
        if name in SAMPLE and (parameter.default is inspect.Parameter.empty):
            arguments[name] = SAMPLE[name]
        elif parameter.default is inspect.Parameter.empty and name not in ("args", "kwargs", "self"):
            return {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            instance = cls(**arguments)
    except Exception:
        return {}
    out: dict[str, str] = {}
    for name in dict(instance.named_parameters(recurse=False)):
        out[name] = "parameter"
    for name in dict(instance.named_buffers(recurse=False)):
        out[name] = "tensor"
    for name, child in instance.named_children():
        out[name] = "module:" + public_class(type(child))
    for name, value in vars(instance).items():
        if not name.startswith("_") and name != "training":
            plain = {bool: "bool", int: "int", float: "float", str: "str"}.get(type(value))
            out[name] = plain or ("shape" if isinstance(value, tuple) else "any")
    if isinstance(instance, torch.nn.modules.batchnorm._NormBase):
        out |= {"weight": "parameter", "bias": "parameter", "running_mean": "tensor", "running_var": "tensor"}
    if "weight" in out and cls.__name__ != "Embedding":
        out.setdefault("bias", "parameter") if "bias" in inspect.signature(cls).parameters else None
    if isinstance(instance, torch.nn.modules.loss._WeightedLoss):
        out["weight"] = "tensor"
    return out


def public_class(cls: type) -> str:
    name = f"torch.nn.{cls.__name__}"
    return name if getattr(torch.nn, cls.__name__, None) is cls else "torch.nn.Module"


def names_of(module: types.ModuleType) -> list[str]:
    listed = getattr(module, "__all__", None)
    names = set(listed or ()) | {n for n in dir(module) if not n.startswith("_")}
    out = []
    for name in sorted(names):
        value = getattr(module, name, None)
        origin = getattr(value, "__module__", None) or "torch"
        if isinstance(value, types.ModuleType):
            continue
        if not str(origin).startswith(("torch", "builtins")) or (
            name not in (listed or ()) and inspect.isbuiltin(value) and origin == "builtins"
        ):
            continue
        if name in ("Any", "Callable", "Optional", "Union", "annotations", "TYPE_CHECKING", "TypeVar", "List", "Tuple"):
            continue
        out.append(name)
    return out


def main() -> None:
    root = Path(torch.__file__).parent
    functions = stub_returns(root / "_C/_VariableFunctions.pyi", None)
    nn_functions = stub_returns(root / "nn/functional.pyi", None)
    methods = stub_returns(root / "_C/__init__.pyi", "TensorBase")
    lines: list[str] = []
    loaded = []
    for name in MODULES:
        try:
            loaded.append((name, importlib.import_module(name)))
        except Exception as error:
            print(f"{name}: {error}", file=sys.stderr)
    seen = {name for name, _ in loaded}
    for name, module in list(loaded):
        for info in pkgutil.iter_modules(getattr(module, "__path__", [])):
            if not info.name.startswith("_"):
                seen.add(f"{name}.{info.name}")
    lines += [f"{name} n" for name in sorted(seen)]
    for name, module in loaded:
        for leaf in names_of(module):
            value = getattr(module, leaf, None)
            if value is None:
                continue
            full = f"{name}.{leaf}"
            if inspect.isclass(value):
                lines.append(f"{full} c {BY_HAND.get(full) or instance_of(value)}")
                if issubclass(value, torch.nn.Module) and name == "torch.nn":
                    lines += [f" {a} a {w}" for a, w in sorted(module_attributes(value).items())]
                if full in MEMBERS:
                    lines += members_of(full, value, methods)
            elif callable(value):
                word = BY_HAND.get(full)
                if word is None and full in TENSOR_TO_TENSORS:
                    word = "tensors"
                if word is None:
                    word = functions.get(leaf, "any") if name in ("torch",) else "any"
                if word == "any" and name == "torch.nn.functional":
                    word = nn_functions.get(leaf) or functions.get(leaf) or "any"
                if word == "any":
                    word = function_returns(value)
                if (
                    word == "any"
                    and full not in BY_HAND
                    and name in ("torch.fft", "torch.special", "torch.nn.functional", "torch.nn.init")
                ):
                    word = "tensor"
                if word == "any" and full not in BY_HAND and name == "torch.linalg":
                    word = functions.get(f"linalg_{leaf}", "any")
                lines.append(f"{full} f {word}")
            else:
                kind = {
                    torch.dtype: "dtype",
                    torch.device: "device",
                    bool: "bool",
                    int: "int",
                    float: "float",
                    str: "str",
                }
                lines.append(f"{full} v {kind.get(type(value), 'other')}")
    for prefix in ("torch", "torch.cuda"):  # classes to their users, but no types to ``inspect``
        for kind in ("Float", "Double", "Half", "BFloat16", "Byte", "Char", "Short", "Int", "Long", "Bool"):
            lines.append(f"{prefix}.{kind}Tensor c tensor")
    print(json.dumps(grouped(lines), indent=0, separators=(",", ":")))


def grouped(lines: list[str]) -> dict[str, object]:
    """Names by what is said of them: small, and quick to load."""
    names: dict[str, list[str]] = {}
    members: dict[str, dict[str, list[str]]] = {}
    owner = ""
    for line in lines:
        name, word = line.strip().split(" ", 1)
        if line.startswith(" "):
            members.setdefault(owner, {}).setdefault(word, []).append(name)
        else:
            names.setdefault(word, []).append(name)
            owner = name
    return {"names": names, "members": members}


def members_of(full: str, cls: type, methods: dict[str, str]) -> list[str]:
    out = []
    known = dict(EXTRA.get(full, {}))
    for leaf in sorted(set(dir(cls)) | set(known)):
        if leaf.startswith("_") and leaf not in DUNDERS and not (full == "torch.Tensor" and leaf in OF_SPARSE):
            continue
        if (
            full == "torch.Size"
            and leaf != "numel"
            or full == "torch.autograd.Function"
            and leaf not in ("apply", "forward", "backward", "jvp", "vjp", "vmap", "setup_context")
        ):
            continue
        value = inspect.getattr_static(cls, leaf, None)
        word = BY_HAND.get(f"{full}.{leaf}") or known.get(leaf)
        if word is None and full == "torch.Tensor":
            word = methods.get(leaf, "any")
            if word == "any":
                word = function_returns(getattr(cls, leaf, None))
            if f"torch.{leaf}" in TENSOR_TO_TENSORS:
                word = "tensors"
        if leaf in TENSOR_MEMBERS and (full in SCALERS or full in DISTRIBUTIONS):
            word = "tensor"
        if word is None and full == "torch.nn.Module":
            word = MODULE_RETURNS.get(leaf) or ("self" if leaf in SELF else "any")
        is_method = callable(getattr(cls, leaf, None)) and leaf not in known and not isinstance(value, property)
        out.append(f" {leaf} {'m' if is_method else 'a'} {word or 'any'}")
    return out


SELF = {
    "to", "cuda", "cpu", "xpu", "ipu", "mtia", "float", "double", "half", "bfloat16", "train", "eval", "requires_grad_",
    "apply", "type", "share_memory", "to_empty",
}  # fmt: skip

if __name__ == "__main__":
    main()

"""What is known of torch names: mapping rows first, the table of public names after."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from mindport.semantics.definitions import ApiIndex
from mindport.semantics.row_types import from_returns
from mindport.semantics.scope import star_names
from mindport.semantics.torch_names import FAMILIES, TorchName, TorchNames, torch_names
from mindport.semantics.types import Type

_OPEN: Final = frozenset(["any", "unknown", ""])
_OF_DEEPSPEED: Final = frozenset(["ds_id", "ds_numel", "ds_shape", "ds_status", "ds_tensor"])
"""What DeepSpeed's ZeRO gives to parameters besides."""
_INSTANCES: Final = frozenset(["module", "optimizer", "scheduler", "dataset", "dataloader"])
_NUMBERED: Final = ("_l0", "_l1", "_l2", "_l3")

_BY_DIM: Final = frozenset(f"torch.{name}" for name in ("max", "min", "median", "nanmedian"))
"""Functions of a tensor whose result depends on what else they are given."""
_CREATORS: Final = frozenset(
    [
        "torch.tensor",
        "torch.as_tensor",
        "torch.from_numpy",
        "torch.zeros",
        "torch.ones",
        "torch.empty",
        "torch.full",
        "torch.arange",
        "torch.linspace",
        "torch.rand",
        "torch.randn",
        "torch.randint",
        "torch.randperm",
        "torch.eye",
        "torch.normal",
        "torch.asarray",
        "torch.scalar_tensor",
        "torch.logspace",
        "torch.range",
        "torch.Tensor",
        "torch.FloatTensor",
        "torch.LongTensor",
        "torch.meshgrid",
        "torch.cat",
        "torch.stack",
        "torch.concat",
        "torch.hstack",
        "torch.vstack",
        "torch.broadcast_tensors",
        "torch.atleast_1d",
        "torch.is_tensor",
        "torch.pow",
        "torch.sparse_coo_tensor",
        "torch.complex",
        "torch.cartesian_prod",
        "torch.chain_matmul",
        "torch.float_power",
        "torch.autograd.grad",
        "torch.numel",
        "torch.einsum",
        "torch.nn.utils.rnn.pad_sequence",
        "torch.block_diag",
    ]
)
HIDDEN_MODULES: Final = frozenset(
    [
        "torch.ao.quantization.fuse_modules", "torch.ao.quantization.quantize", "torch.ao.quantization.quantize_jit",
        "torch.autograd.gradcheck", "torch.autograd.variable", "torch.distributed.rendezvous", "torch.export.unflatten",
        "torch.multiprocessing.spawn", "torch.nn.parallel.data_parallel", "torch.nn.parallel.parallel_apply",
        "torch.nn.parallel.replicate", "torch.nn.utils.spectral_norm", "torch.nn.utils.weight_norm",
        "torch.quantization.fuse_modules", "torch.quantization.quantize", "torch.quantization.quantize_jit",
    ]
)  # fmt: skip
"""Modules of torch's that functions of the same name hide: what follows a dot there is a name of the module."""
_ELSEWHERE: Final = ("torch.nn.utils.", "torch.utils.", "torch.distributed.", "torch.jit.", "torch.optim.")
_FUNCTIONAL: Final = "torch.nn.functional."
_TENSOR_PLACES: Final = {
    space + name: places
    for space, places, names in (
        ("torch.", (0, 1), """
            matmul bmm mm mv dot vdot inner outer ger cross cdist kron maximum minimum atan2 arctan2 hypot logaddexp complex
            polar equal allclose isclose masked_select linalg.cross linalg.solve
         """),
        ("torch.", (0,), "where"),
        ("torch.", (0, 1, 2), "addmm addmv addbmm baddbmm"),
        ("torch.", (0, 2), "gather index_select scatter scatter_add"),
        ("torch.nn.", (0,), "Embedding.from_pretrained EmbeddingBag.from_pretrained"),
        (_FUNCTIONAL, (0, 1), """
            mse_loss l1_loss smooth_l1_loss cross_entropy nll_loss binary_cross_entropy binary_cross_entropy_with_logits kl_div
            huber_loss poisson_nll_loss cosine_similarity pairwise_distance linear embedding grid_sample conv1d conv2d conv3d
            conv_transpose1d conv_transpose2d conv_transpose3d
         """),
        (_FUNCTIONAL, (0, 1, 2), """
            scaled_dot_product_attention triplet_margin_loss cosine_embedding_loss margin_ranking_loss gaussian_nll_loss bilinear
         """),
        ("torch.distributed.", (0,), "all_reduce broadcast reduce send recv"),
        ("torch.distributed.", (1,), "all_gather"),
        ("torch.distributed.", (0, 1), "all_gather_into_tensor reduce_scatter_tensor"),
    )
    for name in names.split()
}  # fmt: skip
"""Positions of arguments that must be tensors, of functions where that is more than the first or another."""
OF_TWO_OR_DIMENSION: Final = frozenset(["torch.max", "torch.min"])
"""Functions whose second argument is a tensor or a dimension."""


class Knowledge:
    """Answers of one mapping index, remembered."""

    def __init__(self, index: ApiIndex) -> None:
        self._index = index
        self._names: TorchNames = torch_names()
        self._types: dict[str, Type] = {}
        self._canonical: dict[str, str] = {}
        self._members: dict[tuple[str, str], TorchName | None] = {}
        self._returns: dict[str, str] = {}
        self._tensor_places: dict[str, tuple[int, ...]] = {}
        self._stars: dict[str, dict[str, None]] = {}
        self.tensor_members = frozenset(self._names.members["torch.Tensor"]) | _OF_DEEPSPEED

    def canonical(self, name: str) -> str:
        """The name under which the API is known."""
        found = self._canonical.get(name)
        if found is None:
            found = self._index.canonical(name)
            if found is None:
                public = self._names.canonical(name)
                found = self._index.canonical(public) or public
            self._canonical[name] = found
        return found

    def is_namespace(self, name: str) -> bool:
        """Whether ``name`` is a module of the torch families; unlisted ones are taken for modules while more follows."""
        known = self._names.names.get(name)
        if known is None and name.startswith("torch.ops."):
            return name.count(".") == 2  # a library's operators
        if known is None:
            return name.startswith("torch.nn.modules.") and name.count(".") == 3 and name.islower()
        return known.kind == "namespace"

    def is_public(self, name: str) -> bool:
        return self._names.get(name) is not None or self._index.canonical(name) is not None

    def star_names(self, module: str) -> dict[str, None]:
        """Names that ``from <module> import *`` brings: of torch's the public ones, of its companions those with a row."""
        found = self._stars.get(module)
        if found is None:
            found = self._stars[module] = dict.fromkeys(star_names(module))
            if module.partition(".")[0] != "torch":
                prefix = module + "."
                leaves = [name[len(prefix) :] for name in self._index.names() if name.startswith(prefix)]
                found.update(dict.fromkeys(leaf for leaf in leaves if "." not in leaf and not leaf.startswith("_")))
            else:
                found.update(dict.fromkeys(self._from_within(module)))
        return found

    def _from_within(self, module: str) -> Iterator[str]:
        """Names that a package has from a module within it, which is not documented: ``torch.utils.data.sampler``."""
        package = module.rpartition(".")[0]
        while package.count("."):
            for leaf in star_names(package):
                if self._index.canonical(f"{module}.{leaf}") is not None:
                    yield leaf
            package = package.rpartition(".")[0]

    def brought(self, module: str, leaf: str) -> str:
        """What a name stands for that a star import brings: also what torch's module has itself from torch (``Tensor``)."""
        name, of_torch = f"{module}.{leaf}", f"torch.{leaf}"
        borrowed = self._index.get(name) is None and self._index.get(of_torch) is not None
        return of_torch if borrowed and self.canonical(name) == name else name

    def type_of_name(self, name: str) -> Type:
        """What the qualified name stands for; a namespace when nothing is known that says otherwise."""
        found = self._types.get(name)
        if found is None:
            found = self._types[name] = self._type_of_name(name)
        return found

    def _type_of_name(self, name: str) -> Type:
        if self.is_namespace(name):
            return Type("namespace", name)
        name = self.canonical(name)
        row = self._index.get(name)
        known = self._names.get(name)
        kind = row.kind if row is not None else known.kind if known is not None else None
        if kind is None:
            if _is_model(name):
                return Type("module_class", name)
            leaf = name.rpartition(".")[2]
            if leaf.lstrip("_")[:1].isupper() and (not leaf.isupper() or name.startswith("torchvision.datasets.")):
                return Type("class", name)
            return Type("namespace", name)
        if kind == "class":
            return Type("module_class" if self.instance_kind(name) == "module" else "class", name)
        if kind in ("value", "attribute"):
            value = from_returns(self.returns(name))
            return value.named(name) if value.kind in ("dtype", "device") else value
        if kind == "context" and known is not None and known.kind == "class":
            return Type("class", name)
        return Type("function", name)

    def returns(self, name: str) -> str:
        """``returns`` of a row, or of the table where there is no row or it leaves the matter open."""
        found = self._returns.get(name)
        if found is None:
            row = self._index.get(name)
            if row is not None and row.returns not in _OPEN:
                found = row.returns
            else:
                known = self._names.get(name)
                found = known.returns if known is not None else "any"
            self._returns[name] = found
        return found

    def tensor_places(self, name: str) -> tuple[int, ...]:
        """Positions of the function's arguments that must be tensors, so that a call that succeeds proves them some."""
        found = self._tensor_places.get(name)
        if found is None:
            found = self._tensor_places[name] = _TENSOR_PLACES.get(name) or ((0,) if self._demands_tensor(name) else ())
        return found

    def _demands_tensor(self, name: str) -> bool:
        """Whether the first argument of the function must be a tensor."""
        if name in _CREATORS or name.startswith(_ELSEWHERE) or not name.startswith("torch."):
            return False
        if name.endswith("Tensor"):
            return False  # ``torch.BoolTensor`` is made of lists and arrays
        return name in _BY_DIM or self.returns(name).startswith(("tensor", "(tensor"))

    def instance_kind(self, name: str) -> str:
        """What an instance of the torch class is: module, optimizer, tensor …, or unknown."""
        word = self.returns(name)
        if word in _INSTANCES or word in ("tensor", "parameter", "shape", "dtype", "device"):
            return word
        if name.endswith(".FSDPModule") and name.startswith("torch.distributed."):
            return "module"  # what a Module's class gets besides when it is sharded
        if name.startswith("torchvision.transforms"):
            return "other"
        if name.startswith("torchvision.datasets"):
            return "dataset"
        if name.startswith("torchaudio.transforms.") and name[22:23].isupper():
            return "module"
        return "module" if _is_model(name) else "unknown"

    def signatures(self, name: str) -> tuple[str, ...]:
        row = self._index.get(name)
        return row.signatures if row is not None else ()

    def layers(self, fits: Callable[[str], bool]) -> list[str]:
        """torch.nn's layers with weights whose short name fits, the likeliest first; those that are yet to be made are others by
        then."""
        owners = [o for o, has in self._names.members.items() if o.startswith("torch.nn.") and "weight" in has]
        leaves = {o: o.rpartition(".")[2] for o in owners}
        found = [o for o, leaf in leaves.items() if fits(leaf) and not leaf.startswith("Lazy")]
        return sorted(found, key=lambda o: (_LIKELY.get(o[-2:], 1), len(o)))

    def member(self, owner: str, leaf: str) -> TorchName | None:
        """A method or attribute of a torch class, by row or table."""
        key = (owner, leaf)
        if key not in self._members:
            self._members[key] = self._member(owner, leaf)
        return self._members[key]

    def _member(self, owner: str, leaf: str) -> TorchName | None:
        known = self._names.members.get(owner, {}).get(leaf)
        row = self._index.get(f"{owner}.{leaf}")
        if row is None:
            return known
        returns = row.returns if row.returns not in _OPEN else known.returns if known else "any"
        kind = known.kind if known is not None else row.kind
        return TorchName(kind, returns)


_LIKELY: Final = {"2d": 0, "1d": 2, "3d": 3}
_BESIDE_MODELS: Final = (
    "Weights",
    "Enum",
    "Config",
    "Params",
    "Outputs",
    "Matcher",
    "Sampler",
    "Coder",
    "Tracer",
    "ImageList",
)


def _is_model(name: str) -> bool:
    """Whether it is a class of torchvision's models, by whichever of its modules, and not one of what goes with them."""
    if not name.startswith("torchvision.models."):
        return False
    leaf = name.rpartition(".")[2]
    return leaf[:1].isupper() and "_" not in leaf and not leaf.endswith(_BESIDE_MODELS)


@lru_cache(maxsize=4096)
def family(name: str) -> bool:
    """Whether a dotted module name belongs to torch, torchvision or torchaudio."""
    return name.partition(".")[0] in FAMILIES

"""Results of torch's functions, classes and Modules, where they depend on the arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mindport.semantics import batches, running, told_after
from mindport.semantics.arguments import Arguments
from mindport.semantics.definitions import ClassInfo
from mindport.semantics.hindsight import made_alike, made_of_parts, operands, read_dtype, read_through
from mindport.semantics.joining import element
from mindport.semantics.libraries import vision_and_audio
from mindport.semantics.row_types import from_returns
from mindport.semantics.torch_functions import rule_of, unlisted
from mindport.semantics.torch_modules import prove_tensor
from mindport.semantics.types import PACKED, TENSOR, UNKNOWN, Type
from mindport.syntax.nodes import Attribute

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

_IN_PLACE: Final = frozenset(f"torch.Tensor.{name}_" for name in ("copy", "add", "mul", "sub", "div", "lerp"))


def function(flow: Flow, callee: Type, given: Arguments) -> Type:
    """Result of a torch function, or of a method when ``callee.items`` holds its receiver."""
    name = callee.name
    owner_name, _, leaf = name.rpartition(".")
    owner = callee.items[0] if callee.items else None
    if given.positional and _takes_over(given.positional[0]) and not given.has_tensor:
        return UNKNOWN
    places = flow.knowledge.tensor_places(name) if owner is None else ()
    if places:
        prove_tensor(flow, given, places)
    elif name in _IN_PLACE and given.call.args:
        for part in operands(given.call.args[0]):
            read_through(flow, part)
    if name == "torch.Tensor.backward" and type(given.call.func) is Attribute:
        made_of_parts(flow, given.call.func.value)
    if leaf in told_after.SIZED and given.call.args:
        told_after.sized(flow, given.call)
    if "dtype" in given.keywords or "device" in given.keywords:
        made_alike(flow, given.call)
    if owner is not None and leaf in ("to", "type") and given.call.args:
        read_dtype(flow, given.call.args[0])
    rule = rule_of(name)
    found = rule(flow, name, owner, given) if rule is not None else None
    if found is not None:
        return found
    word = flow.knowledge.returns(name)
    if name.startswith("torch.Generator.") or (owner is not None and owner.kind == "other"):
        known = flow.knowledge.member(owner_name, leaf)
        word = known.returns if known is not None else "any"
    if word == "self":
        return owner if owner is not None else UNKNOWN
    if word == "any" and name.startswith(("torchvision.", "torchaudio.", "torch.ops.")):
        return unlisted(name, given)
    if word == "module" and name.startswith("torchvision.models."):
        return vision_and_audio.NETWORK
    return from_returns(word)


def _takes_over(value: Type) -> bool:
    """Whether an object of the user's own, or the first of several, says itself what torch's functions make of it."""
    if value.kind == "tensor":
        return False
    value = element(value) if value.kind in ("list", "tuple") and value.items else value
    cls = value.definition
    if value.kind == "tensor" or not isinstance(cls, ClassInfo):
        return False
    return value.kind not in ("class", "module_class") and cls.method("__torch_function__") is not None


def construct(flow: Flow, name: str, given: Arguments) -> Type | None:
    """An instance of a torch class whose type depends on the arguments; None to leave it to the class."""
    if name == "torch.utils.data.DataLoader":
        return batches.loader(flow, Type("dataloader", name), given)
    if name == PACKED.name:
        return PACKED
    if name.endswith("Tensor"):
        told_after.sized(flow, given.call)
    if name.startswith("torch.multiprocessing."):
        return running.library(flow, name, given)
    if name in ("torch.utils.data.TensorDataset",):
        return Type("dataset", name, (Type("tuple", "...", (TENSOR,)),))
    if name in ("torch.utils.data.Subset", "torch.utils.data.ConcatDataset"):
        of = element(given.first) if given.first.kind in ("list", "tuple") else given.first
        return of if of.kind == "dataset" else Type("dataset", name)
    if name.startswith("torchvision.transforms."):
        return vision_and_audio.transform(flow, name.rpartition(".")[2], given)
    if name.startswith("torchvision.datasets."):
        return vision_and_audio.pictures(name, given)
    return None

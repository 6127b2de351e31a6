"""What is picked out of a module of torch's by a name that is known only when it runs: ``getattr(torch.optim, name)``."""

from __future__ import annotations

from typing import Final

from mindport.semantics.types import MODULE, Type, callable_to

_MADE: Final = {
    "torchvision.models": MODULE,
    "torch.nn": MODULE,
    "torch.optim": Type("optimizer"),
    "torch.optim.lr_scheduler": Type("scheduler"),
}
"""What the classes and functions of a module make, whichever is called."""
_DICT: Final = ".__dict__"


def dict_of_module(name: str) -> Type:
    """``vars(torch.optim)``."""
    return Type("namespace", name + _DICT)


def is_dict(name: str) -> bool:
    return name.endswith(_DICT)


def picked(name: str) -> Type | None:
    """One of the members of a module, or of its dict; None where these make one thing and another."""
    made = _MADE.get(name.removesuffix(_DICT))
    return callable_to(made) if made is not None else None

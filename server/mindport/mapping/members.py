"""Rows of what instances carry: ``torch.nn.LayerNorm.weight`` follows from the row of ``torch.nn.LayerNorm``."""

from __future__ import annotations

from dataclasses import replace

from mindport.mapping.conditions import TYPE_WORDS
from mindport.mapping.index import RowIndex
from mindport.mapping.row import Difference, Effect, Equivalent, Row
from mindport.syntax import signature as signatures


def member(index: RowIndex, api: str) -> Row | None:
    """The row of an attribute of a class that has a row: a weight (by ``state``) or a constructor's argument."""
    owner_name, _, name = api.rpartition(".")
    owner = index.get(owner_name)
    if owner is None or owner.kind != "class" or not name:
        return None
    if name == "__init__":
        return _constructor(owner, api)
    equivalents = [found for e in owner.equivalents if (found := _member(owner, e, name)) is not None]
    if not equivalents:
        return None
    return Row(api, "attribute", "tensor", (), equivalents=tuple(_distinct(equivalents)), provenance=owner.provenance)


_RESHAPED = {
    "en": "MindSpore's has another number of axes: one of length 1 is there in the one and not in the other",
    "zh-CN": "两者的维数不同：其中一方多一个长度为 1 的轴",
}


def _constructor(owner: Row, api: str) -> Row | None:
    """``super().__init__(…)`` in a subclass: translated as the call of the class, unless the base takes torch's arguments."""
    equivalents = []
    for equivalent in owner.equivalents:
        if equivalent.template is not None:
            continue
        helper = equivalent.helper or equivalent.reference
        if helper is not None:
            plain = replace(
                equivalent, signature=None, when={}, rename={}, convert={}, write={}, drop={}, helper=None,
                reference=None, presume=False, state={}, differences=(),
            )  # fmt: skip
            equivalents.append(replace(plain, mindspore=f"mindport_helpers.{helper}.__init__"))
        elif equivalent.mindspore is not None:
            equivalents.append(replace(equivalent, mindspore=f"{equivalent.mindspore}.__init__", state={}))
    if not equivalents:
        return None
    signature = owner.signatures
    return Row(api, "method", "none", (), signature, equivalents=tuple(equivalents), provenance=owner.provenance)


def _member(owner: Row, equivalent: Equivalent, name: str) -> Equivalent | None:
    plain = replace(
        equivalent, signature=None, when={}, rename={}, convert={}, write={}, drop={}, template=None, helper=None,
        reference=None, presume=False, state={}, differences=(),
    )  # fmt: skip
    cls = equivalent.mindspore or f"mindport_helpers.{equivalent.helper}"
    entry = equivalent.state.get(name)
    if entry is not None:
        reshaped = entry.unsqueeze is not None or entry.squeeze is not None
        differences = (Difference("return-changed", Effect.UNSAFE, text=_RESHAPED),) if reshaped else ()
        return replace(plain, mindspore=f"{cls}.{entry.name}", differences=differences)
    torch = [signatures.parse(s) for s in owner.signatures]
    if not any(s.get(name) for s in torch):
        return None
    if equivalent.helper is not None:
        return replace(plain, mindspore=f"{cls}.{name}")
    to = equivalent.rename.get(name, name)
    target = signatures.parse(equivalent.signature) if equivalent.signature else torch[0]
    if target.get(to) is None:
        fixed = _fixed(equivalent, torch, name)
        return None if fixed is None else replace(plain, template=f"getattr({{self}}, {name!r}, {fixed})")
    # Kept as given, converted values read differently.
    differences = (Difference("value-converted", Effect.UNSAFE),) if name in equivalent.convert else ()
    return replace(plain, mindspore=f"{cls}.{to}", differences=differences)


def _fixed(equivalent: Equivalent, torch: list[signatures.Signature], name: str) -> str | None:
    """The one value that an argument without counterpart can have had, or torch's default where it makes no difference."""
    condition = equivalent.when.get(name)
    if isinstance(condition, list) and len(condition) == 1 and condition[0] not in TYPE_WORDS:
        return condition[0]
    if equivalent.drop.get(name) == "any":
        return next((found.default for s in torch if (found := s.get(name)) is not None), None)
    return None


def _distinct(equivalents: list[Equivalent]) -> list[Equivalent]:
    """Helpers last: what serves the plain class serves its subclass, and a template asks both."""
    plain = [e for e in equivalents if not (e.mindspore or "").startswith("mindport_helpers.")]
    if any(e.template is not None for e in plain):
        return [e for place, e in enumerate(plain) if e not in plain[:place]]
    return plain + [e for e in equivalents if e not in plain]

"""Drafts a row from what the installed frameworks say of an API and of its likely counterparts. Guesses are marked."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from mindport.syntax import signature as signatures
from mindport.syntax.signature import Signature
from mindport.verify import names as naming
from mindport.verify.names import Described
from mindport.verify.session import Child

_SAME = {
    "dim": ("axis", "dim", "axes"),
    "dims": ("axis", "dims", "axes", "perm"),
    "keepdim": ("keepdims", "keep_dims", "keepdim"),
    "input": ("x", "input", "input_x", "logits"),
    "eps": ("epsilon", "eps"),
    "bias": ("has_bias", "bias"),
    "groups": ("group", "groups"),
    "negative_slope": ("alpha", "negative_slope"),
    "repeats": ("multiples", "reps", "repeats"),
    "unbiased": ("ddof", "unbiased"),
    "other": ("other", "y", "input2"),
    "size": ("shape", "size"),
}
"""Parameters that usually are the same; still guesses."""

_MINT, _OTHERS = "2.5", "2.0"


@dataclass(frozen=True)
class Draft:
    """Text of a row file and where it belongs; ``candidates`` are the MindSpore names that exist."""

    path: str
    text: str
    candidates: tuple[str, ...]


class NotThere(LookupError):
    """The installed torch has no API of that name."""


def draft(name: str) -> Draft:
    """A row of the API ``name``. Raises ``NotThere``, ``ChildError``. Effect: starts the frameworks' processes."""
    with naming.asked() as children:
        torch = naming.describe(children["torch"], [name])[name]
        if not torch.found:
            raise NotThere(name)
        found = _candidates(children["mindspore"], name)
    space, _, leaf = name.rpartition(".")
    return Draft(f"mapping_db/rows/{space}/{leaf}.yaml", _text(name, torch, found), tuple(found))


def candidate_names(name: str) -> list[str]:
    """MindSpore names under which a torch API might be found, likely ones first."""
    space, _, leaf = name.removeprefix("torch.").rpartition(".")
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", leaf).lower()
    leaves = list(dict.fromkeys([leaf, snake, leaf.replace("_", "")]))
    spaces = {
        "": ["mint", "ops"],
        "Tensor": ["Tensor", "mint", "ops"],
        "nn": ["mint.nn", "nn"],
        "nn.functional": ["mint.nn.functional", "ops"],
        "linalg": ["mint.linalg", "ops", "scipy.linalg"],
        "special": ["mint.special", "ops"],
        "fft": ["mint.fft", "ops"],
        "optim": ["mint.optim", "experimental.optim", "nn"],
        "optim.lr_scheduler": ["experimental.optim.lr_scheduler"],
        "nn.init": ["common.initializer"],
        "utils.data": ["dataset"],
        "distributed": ["mint.distributed", "communication", "ops"],
    }.get(space, [f"mint.{space}", space, "ops"])
    return [f"mindspore.{place}.{one}" for place in spaces for one in leaves]


def renames(torch: Signature, mindspore: Signature) -> tuple[dict[str, str], list[str]]:
    """Torch parameter → MindSpore parameter as far as names and places let one guess, and those without a counterpart."""
    theirs = [p.name for p in mindspore.parameters if not p.kind.startswith("var_")]
    free = [name for name in theirs if torch.get(name) is None]
    out: dict[str, str] = {}
    lacking: list[str] = []
    for position, parameter in enumerate(torch.parameters):
        name = parameter.name
        if parameter.kind.startswith("var_") or name in theirs:
            continue
        usual = [other for other in _SAME.get(name, ()) if other in free]
        near = difflib.get_close_matches(name, free, 1, 0.7)
        placed = [theirs[position]] if position < len(theirs) and theirs[position] in free and position == 0 else []
        guess = next(iter([*usual, *near, *placed]), None)
        if guess is None:
            lacking.append(name)
        else:
            out[name] = guess
            free.remove(guess)
    return out, lacking


def _candidates(child: Child, name: str) -> dict[str, Described]:
    described = naming.describe(child, candidate_names(name))
    return {one: item for one, item in described.items() if item.found and item.kind != "module"}


def _text(name: str, torch: Described, found: Mapping[str, Described]) -> str:
    space, _, leaf = name.rpartition(".")
    kind = {"class": "class", "function": "method" if space.endswith("Tensor") else "function"}.get(torch.kind, "value")
    stated = _parsed(torch.signature)
    lines = [f"torch: {name}", f"kind: {kind}", f"returns: {_returns(kind, name)}  # review: what a use yields"]
    forms = [form for form in torch.forms if _parsed(form) is not None] if torch.parameters is None else []
    if len(forms) > 1:
        lines += ["signature:  # review: the documented overloads", *(f"- {json.dumps(form)}" for form in forms)]
    elif stated is not None and kind != "value":
        lines.append(f"signature: {json.dumps(torch.signature)}")
    elif kind != "value":
        lines.append('signature: "()"  # review: it cannot be read from the installed torch')
    if found:
        lines.append(
            "equivalents:  # review: same names do not make the same meaning; order, devices and versions are guesses"
        )
    for one, item in found.items():
        lines += _equivalent(one, item, stated)
    if not found:
        lines += [
            "# review: no MindSpore name is near; say what to do instead, or write a template or a helper",
            'note: {en: "TODO", zh-CN: "TODO"}',
        ]
    lines += _example(name, kind, leaf)
    lines.append('provenance: {source: "drafted from the installed packages, not reviewed", version: "2.10"}')
    return "\n".join(lines) + "\n"


def _equivalent(name: str, item: Described, torch: Signature | None) -> list[str]:
    mint = ".mint." in name
    on = f'{{ascend: "{_MINT}"}}' if mint else f'{{ascend: "{_OTHERS}", cpu: "{_OTHERS}", gpu: "{_OTHERS}"}}'
    lines = [f"- mindspore: {name}", f"  on: {on}  # review: claim cpu for what `mindport row test` has shown"]
    theirs = _parsed(item.signature)
    if theirs is None:
        return [*lines, "  # review: its signature cannot be read; write it where it is not torch's"]
    lines.append(f"  signature: {json.dumps(item.signature)}")
    if torch is None:
        return lines
    guessed, lacking = renames(torch, theirs)
    if guessed:
        lines.append(f"  rename: {{{', '.join(f'{a}: {b}' for a, b in guessed.items())}}}  # guessed: review each")
    if lacking:
        lines.append(
            f"  # review: no counterpart of {', '.join(lacking)}: drop what is harmless, convert, or leave as missing"
        )
    return lines


def _example(name: str, kind: str, leaf: str) -> list[str]:
    call = {
        "class": f'"m = {_short(name)}()\\ny = m(x)"',
        "method": f'"y = x.{leaf}()"',
        "function": f'"y = {_short(name)}(x)"',
    }.get(kind, f'"y = {_short(name)}"')
    return [
        "examples:  # review: positional, keyword, default and reordered arguments, on values that tell right from wrong",
        '- title: {en: "TODO", zh-CN: "TODO"}',
        "  target: cpu",
        f"  torch: {call}",
        '  mindspore: "TODO"  # `mindport row test` says what the rewriter makes of it',
        "  inputs: {x: {shape: [4, 3], dtype: float32, seed: 0}}",
        "  compare: [y]",
        *(["  grad: [x]"] if kind != "value" else []),
    ]


def _returns(kind: str, name: str) -> str:
    if kind != "class":
        return "tensor"
    places = {"torch.optim.": "optimizer", "torch.nn.": "module", "torch.utils.data.": "dataset"}
    if ".lr_scheduler." in name:
        return "scheduler"
    return next((word for start, word in places.items() if name.startswith(start)), "unknown")


def _short(name: str) -> str:
    for long, short in (("torch.nn.functional.", "F."), ("torch.nn.", "nn.")):
        if name.startswith(long):
            return short + name[len(long) :]
    return name


def _parsed(source: str | None) -> Signature | None:
    if source is None:
        return None
    try:
        return signatures.parse(source)
    except ValueError:
        return None

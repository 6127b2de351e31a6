"""Asks the installed frameworks about their own names, each in a process of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindport.verify.session import Child, Limits, children, worker_command


@dataclass(frozen=True)
class NamedParameter:
    name: str
    kind: str  # as ``inspect`` calls it, in small letters
    default: str | None


@dataclass(frozen=True)
class Described:
    """What a framework says of one of its names. ``parameters`` is None where they cannot be seen."""

    found: bool
    kind: str = ""  # class, function, value, module
    parameters: tuple[NamedParameter, ...] | None = None
    forms: tuple[str, ...] = ()

    @property
    def fixed(self) -> bool:
        """Whether the parameters are all there are, by name."""
        return self.parameters is not None and not any(p.kind.startswith("var_") for p in self.parameters)

    @property
    def signature(self) -> str | None:
        """As a row writes it; the first documented form where the parameters cannot be seen."""
        if self.parameters is None:
            return self.forms[0] if self.forms else None
        parts: list[str] = []
        starred = False
        for p in self.parameters:
            if p.kind == "keyword_only" and not starred:
                parts.append("*")
                starred = True
            if p.kind == "var_positional":
                starred = True
            prefix = {"var_positional": "*", "var_keyword": "**"}.get(p.kind, "")
            parts.append(prefix + p.name + ("" if p.default is None else f"={p.default}"))
        return f"({', '.join(parts)})"


@contextlib.contextmanager
def asked(frameworks: Sequence[str] = ("torch", "mindspore")) -> Iterator[dict[str, Child]]:
    """The frameworks, ready to be asked; raises ``ChildError`` where one is not there. Effect: starts processes."""
    commands = {name: worker_command(name, None) for name in frameworks}
    with children(commands, Limits()) as (started, _):
        for child in started.values():
            child.ready()
        yield started


def describe(child: Child, names: Sequence[str]) -> dict[str, Described]:
    """What the framework says of each name."""
    found: Mapping[str, Mapping[str, object]] = child.call("describe", {"names": list(names)})["names"]
    return {name: _described(item) for name, item in found.items()}


def public(child: Child, spaces: Sequence[str]) -> dict[str, dict[str, str]]:
    """Public names of modules and classes: space → name → kind."""
    out: dict[str, dict[str, str]] = child.call("public", {"spaces": list(spaces)})["spaces"]
    return out


def _described(item: Mapping[str, object]) -> Described:
    listed, forms = item["parameters"], item["forms"]
    parameters = None
    if isinstance(listed, list):
        parameters = tuple(NamedParameter(p["name"], p["kind"], p["default"]) for p in listed)
    return Described(
        bool(item["found"]), str(item["kind"]), parameters, tuple(forms if isinstance(forms, list) else ())
    )

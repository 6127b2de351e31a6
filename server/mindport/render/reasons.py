"""The chain of reasons for a use, in words."""

from __future__ import annotations

from mindport.analysis.tracing import Reason
from mindport.render import messages

_KIND = "kind:"


def kind_text(kind: str, language: str, role: str = "kind") -> str:
    """What a kind of type is called; ``role``: the sentence's argument that it stands for, which may call it otherwise
    (``why.owner.…``)."""
    kind, _, name = kind.removeprefix(_KIND).partition(":")  # an object is named by its class: ``kind:own:Trainer``
    known = messages.catalogue(language)
    key = next((key for key in (f"why.{role}.{kind}", f"why.kind.{kind}") if key in known), "why.kind.unknown")
    return messages.text(key, language, name=name)


def reason_text(reason: Reason, language: str) -> str:
    """One step in words."""
    arguments = {k: kind_text(v, language, k) if v.startswith(_KIND) else v for k, v in reason.arguments}
    return messages.text(f"why.{reason.key}", language, **arguments)


def certainty_text(certainty: str, language: str) -> str:
    return messages.text(f"why.certainty.{certainty}", language)

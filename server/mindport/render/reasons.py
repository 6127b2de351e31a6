"""The chain of reasons for a use, in words."""

from __future__ import annotations

from mindport.analysis.tracing import Reason
from mindport.render import messages

_KIND = "kind:"


def kind_text(kind: str, language: str) -> str:
    """What a kind of type is called."""
    kind, _, name = kind.removeprefix(_KIND).partition(":")  # an object is named by its class: ``kind:own:Trainer``
    key = f"why.kind.{kind}"
    return messages.text(key if key in messages.catalogue(language) else "why.kind.unknown", language, name=name)


def reason_text(reason: Reason, language: str) -> str:
    """One step in words."""
    arguments = {k: kind_text(v, language) if v.startswith(_KIND) else v for k, v in reason.arguments}
    return messages.text(f"why.{reason.key}", language, **arguments)


def certainty_text(certainty: str, language: str) -> str:
    return messages.text(f"why.certainty.{certainty}", language)

"""Turns the raw form of a row (what YAML or JSON holds) into a ``Row``; says which field is wrong when one is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from mindport.mapping.row import (
    Conditions,
    Difference,
    Effect,
    Equivalent,
    Example,
    LocalText,
    Row,
    StateEntry,
    Target,
)

KINDS = ("function", "class", "method", "attribute", "value", "decorator", "context")
Raw = Mapping[str, object]
FieldPath = tuple[str | int, ...]
_NOTHING: Final[dict[str, Any]] = {}  # most fields of most rows, in one object


class FieldError(ValueError):
    """A field of a row that does not hold what it should."""

    def __init__(self, field: FieldPath, message: str) -> None:
        super().__init__(f"{dotted(field)}: {message}")
        self.field = field
        self.message = message


def dotted(field: FieldPath) -> str:
    """``equivalents[0].rename`` for ``("equivalents", 0, "rename")``."""
    out = ""
    for part in field:
        out += f"[{part}]" if isinstance(part, int) else (f".{part}" if out else part)
    return out or "row"


def row(raw: Raw, examples: Sequence[Example] | None = None) -> Row:
    """The row that ``raw`` describes, with other ``examples`` than its own where these are given; raises ``FieldError``."""
    _known(raw, (), _ROW_FIELDS)
    kind = _text(raw, "kind", ())
    if kind not in KINDS:
        raise FieldError(("kind",), f"expected one of {', '.join(KINDS)}, got {kind!r}")
    signature = raw.get("signature", ())
    signatures = (signature,) if isinstance(signature, str) else _texts(signature, ("signature",))
    return Row(
        torch=_text(raw, "torch", ()),
        kind=kind,
        returns=_text(raw, "returns", ()),
        signatures=signatures,
        aliases=_texts(raw.get("aliases", ()), ("aliases",)),
        equivalents=tuple(_equivalent(r, ("equivalents", i)) for i, r in _items(raw, "equivalents", ())),
        note=_local(raw.get("note"), ("note",)),
        examples=examples_of(raw) if examples is None else examples,
        provenance=_string_map(raw.get("provenance"), ("provenance",)),
    )


def examples_of(raw: Raw) -> tuple[Example, ...]:
    """The examples of a row; raises ``FieldError``."""
    return tuple([_example(one, ("examples", number)) for number, one in _items(raw, "examples", ())])


_ROW_FIELDS = frozenset(
    ["torch", "kind", "returns", "aliases", "signature", "equivalents", "examples", "note", "provenance"]
)
_EQUIVALENT_FIELDS = frozenset(
    [
        *("mindspore", "on", "until", "signature", "when", "rename", "convert", "write", "drop"),
        *("template", "helper", "reference", "presume", "known", "state", "differences"),
    ]
)
_DIFFERENCE_FIELDS = frozenset(["kind", "effect", "parameter", "when", "text", "of_type_tests", "of_pairs", "where"])
_EXAMPLE_FIELDS = frozenset(
    [
        "torch",
        "mindspore",
        "target",
        "title",
        "inputs",
        "compare",
        "mode",
        "grad",
        "rtol",
        "atol",
        "because",
        "run",
        "notes",
        "version",
    ]
)


def _equivalent(raw: Raw, at: FieldPath) -> Equivalent:
    _known(raw, at, _EQUIVALENT_FIELDS)
    on = _string_map(raw.get("on"), (*at, "on"))
    unknown = set(on) - {t.value for t in Target}
    if unknown or not on:
        raise FieldError((*at, "on"), "expected a MindSpore version for some of ascend, cpu, gpu")
    out = Equivalent(
        mindspore=_optional(raw, "mindspore", at),
        on=on,
        until=_optional(raw, "until", at),
        signature=_optional(raw, "signature", at),
        when=_conditions(raw.get("when"), (*at, "when")),
        rename=_string_map(raw.get("rename"), (*at, "rename")),
        convert=_expressions(raw.get("convert"), (*at, "convert")),
        write=_expressions(raw.get("write"), (*at, "write")),
        drop=harmless(raw.get("drop"), (*at, "drop")),
        template=None if raw.get("template") is None else _expression(raw["template"], (*at, "template")),
        helper=_optional(raw, "helper", at),
        reference=_optional(raw, "reference", at),
        presume=raw.get("presume", False) is True,
        known=raw.get("known", False) is True,
        state=_state(raw.get("state"), (*at, "state")),
        differences=tuple(_difference(r, (*at, "differences", i)) for i, r in _items(raw, "differences", at)),
    )
    if out.mindspore is None and out.template is None and out.helper is None:
        raise FieldError(at, "needs mindspore, template or helper")
    if out.helper is not None and out.template is None:
        for name in ("signature", "rename", "convert", "write", "drop"):
            if getattr(out, name):
                raise FieldError((*at, name), "a helper takes the arguments as torch does; a template gives it others")
    return out


def _difference(raw: Raw, at: FieldPath) -> Difference:
    from mindport.mapping import differences

    _known(raw, at, _DIFFERENCE_FIELDS)
    kind = _text(raw, "kind", at)
    known = differences.declared()
    if kind not in known:
        raise FieldError((*at, "kind"), f"expected one of {', '.join(sorted(known))}, got {kind!r}")
    effect = raw.get("effect", known[kind].effect.value)
    if effect not in {e.value for e in Effect}:
        raise FieldError((*at, "effect"), f"expected one of {', '.join(e.value for e in Effect)}, got {effect!r}")
    return Difference(
        kind=kind,
        effect=Effect(effect),
        parameter=_optional(raw, "parameter", at),
        when=_conditions(raw.get("when"), (*at, "when")),
        text=_local(raw.get("text"), (*at, "text")),
        of_type_tests=raw.get("of_type_tests", False) is True,
        of_pairs=raw.get("of_pairs", False) is True,
        where=_optional(raw, "where", at),
    )


def _example(raw: Raw, at: FieldPath) -> Example:
    _known(raw, at, _EXAMPLE_FIELDS)
    inputs = _mapping(raw.get("inputs"), (*at, "inputs"))
    if raw.get("mindspore") is None and not raw.get("notes"):
        raise FieldError(at, "needs mindspore, or notes that say why nothing is converted")
    return Example(
        torch=_text(raw, "torch", at).rstrip("\n"),
        mindspore=_stripped(_optional(raw, "mindspore", at)),
        target=_text(raw, "target", at),
        title=_local(raw.get("title"), (*at, "title")),
        inputs={name: dict(_mapping(value, (*at, "inputs", name))) for name, value in inputs.items()},
        compare=_texts(raw.get("compare", ()), (*at, "compare")),
        mode=_optional(raw, "mode", at) or "eval",
        grad=_texts(raw.get("grad", ()), (*at, "grad")),
        rtol=_number(raw.get("rtol"), (*at, "rtol")),
        atol=_number(raw.get("atol"), (*at, "atol")),
        because=_optional(raw, "because", at),
        run=raw.get("run", True) is True,
        notes=_texts(raw["notes"], (*at, "notes")) if "notes" in raw else None,
        version=_optional(raw, "version", at),
    )


def harmless(raw: object, at: FieldPath) -> dict[str, str | list[str]]:
    """Parameter → ``any`` or the list of its harmless values, as Python source."""
    out: dict[str, str | list[str]] = {}
    for name, value in _mapping(raw, at).items():
        out[name] = "any" if value == "any" else _sources(value, (*at, name))
    return out or _NOTHING


def _conditions(raw: object, at: FieldPath) -> Conditions:
    out: Conditions = {
        name: value if isinstance(value, str) else _sources(value, (*at, name))
        for name, value in _mapping(raw, at).items()
    }
    return out or _NOTHING


def _expressions(raw: object, at: FieldPath) -> dict[str, str]:
    return {name: _expression(value, (*at, name)) for name, value in _mapping(raw, at).items()} or _NOTHING


def _expression(value: object, at: FieldPath) -> str:
    """A Python expression; YAML reads a literal one as a number or a boolean."""
    source = _sources(value, at)
    if isinstance(value, list) or not source[0]:
        raise FieldError(at, "expected an expression")
    return source[0]


def _sources(value: object, at: FieldPath) -> list[str]:
    """Literal values as Python source; YAML reads some of them as numbers or booleans."""
    items = value if isinstance(value, list) else [value]
    if any(isinstance(item, (dict, list)) for item in items):
        raise FieldError(at, "expected literal values, written as strings")
    return [item if isinstance(item, str) else repr(item) for item in items]


def _state(raw: object, at: FieldPath) -> dict[str, StateEntry]:
    out: dict[str, StateEntry] = {}
    for name, value in _mapping(raw, at).items():
        if isinstance(value, str):
            out[name] = StateEntry(value)
            continue
        entry = _mapping(value, (*at, name))
        _known(entry, (*at, name), frozenset(["name", "unsqueeze", "squeeze"]))
        out[name] = StateEntry(
            _text(entry, "name", (*at, name)),
            _whole(entry.get("unsqueeze"), (*at, name, "unsqueeze")),
            _whole(entry.get("squeeze"), (*at, name, "squeeze")),
        )
    return out or _NOTHING


def _known(raw: Raw, at: FieldPath, fields: frozenset[str]) -> None:
    for name in raw:
        if name not in fields:
            raise FieldError((*at, str(name)), f"unknown field; known are {', '.join(sorted(fields))}")


def _mapping(raw: object, at: FieldPath) -> Mapping[str, object]:
    if raw is None:
        return _NOTHING
    if not isinstance(raw, dict) or not all(isinstance(key, str) for key in raw):
        raise FieldError(at, "expected a mapping with names as keys")
    return raw


def _items(raw: Raw, name: str, at: FieldPath) -> list[tuple[int, Mapping[str, object]]]:
    value = raw.get(name, [])
    if not isinstance(value, list):
        raise FieldError((*at, name), "expected a list")
    return [(i, _mapping(item, (*at, name, i))) for i, item in enumerate(value)]


def _text(raw: Raw, name: str, at: FieldPath) -> str:
    value = raw.get(name)
    if not isinstance(value, str) or not value:
        raise FieldError((*at, name), "expected a text" if name in raw else "missing")
    return value


def _optional(raw: Raw, name: str, at: FieldPath) -> str | None:
    return None if raw.get(name) is None else _text(raw, name, at)


def _stripped(text: str | None) -> str | None:
    return None if text is None else text.rstrip("\n")


def _texts(raw: object, at: FieldPath) -> tuple[str, ...]:
    if not isinstance(raw, Sequence) or isinstance(raw, str) or not all(isinstance(item, str) for item in raw):
        raise FieldError(at, "expected a list of texts")
    return tuple(raw)


def _string_map(raw: object, at: FieldPath) -> dict[str, str]:
    out: dict[str, str] = {}
    for name, value in _mapping(raw, at).items():
        if not isinstance(value, str):
            raise FieldError((*at, name), f"expected a text, got {value!r} (quote it)")
        out[name] = value
    return out or _NOTHING


def _local(raw: object, at: FieldPath) -> LocalText:
    out = _string_map(raw, at)
    if out and set(out) != {"en", "zh-CN"}:
        raise FieldError(at, "expected the text in both languages: en and zh-CN")
    return out


def _number(raw: object, at: FieldPath) -> float | None:
    if raw is None:
        return None
    if not isinstance(raw, (int, float)) or isinstance(raw, bool):
        raise FieldError(at, f"expected a number, got {raw!r} (write 1.0e-4 with a point)")
    return float(raw)


def _whole(raw: object, at: FieldPath) -> int | None:
    if raw is None or (isinstance(raw, int) and not isinstance(raw, bool)):
        return raw
    raise FieldError(at, f"expected a whole number, got {raw!r}")

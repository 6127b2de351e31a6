"""A row of ``mapping_db``: how one torch API corresponds to MindSpore. Plain values, as loaded from the index."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import overload


class Target(str, Enum):
    """The device that the migrated code is for."""

    ASCEND = "ascend"
    CPU = "cpu"
    GPU = "gpu"


class Effect(str, Enum):
    """What a difference does to the fix of a call that it touches."""

    HANDLED = "handled"  # the rewrite makes up for it
    LIMIT = (
        "limit"  # of rare values that no type tells, such as tensors without axes; the row says it, no call is marked
    )
    NOTE = "note"  # worth knowing; the fix stays safe
    UNSAFE = "unsafe"  # the fix needs the user's consent
    BLOCKS = "blocks"  # the fix is shown, never applied


LocalText = dict[str, str]
"""``{"en": …, "zh-CN": …}``."""

Conditions = dict[str, str | list[str]]
"""Parameter → ``given`` | ``present`` | ``absent`` | a list of literal values as Python source (``["'same'", "None"]``) | a
type word (``tensor``, ``int``, ``float``, ``bool``, ``str``, ``sequence``, ``dtype``, ``device``, ``none``). All must hold."""


@dataclass(frozen=True)
class Difference:
    """A difference that signatures cannot tell; ``kind`` is a slug of ``mapping.differences``."""

    kind: str
    effect: Effect = Effect.NOTE
    parameter: str | None = None
    when: Conditions = field(default_factory=dict)
    text: LocalText = field(default_factory=dict)
    of_type_tests: bool = False  # touches those (``isinstance(x, torch.LongTensor)``) and nothing else
    of_pairs: bool = False  # touches calls of which the result is not taken apart at once
    where: str | None = None  # touches uses in such places (``analysis.places``) and no others


@dataclass(frozen=True)
class StateEntry:
    """Where a torch parameter or buffer lives in the MindSpore counterpart."""

    name: str
    unsqueeze: int | None = None  # axis that the MindSpore tensor has and torch's lacks
    squeeze: int | None = None


@dataclass(frozen=True)
class Equivalent:
    """One MindSpore counterpart and the devices it serves. Exactly one of ``mindspore``+call form, ``template``, ``helper``.

    The call is rewritten so: ``template`` given → the whole use becomes the rendered template; else the callee becomes
    ``mindspore`` (or the helper), arguments renamed (``rename``), converted (``convert``), dropped (``drop``), MindSpore
    arguments added (``write``), and torch defaults that differ written out.
    """

    mindspore: str | None
    on: dict[str, str]  # target → first MindSpore version
    until: str | None = None
    signature: str | None = None  # MindSpore's, "(x, axis=-1)"; None: as torch's
    when: Conditions = field(default_factory=dict)
    rename: dict[str, str] = field(default_factory=dict)  # torch parameter → MindSpore parameter
    convert: dict[str, str] = field(default_factory=dict)  # torch parameter → expression with {parameter}
    write: dict[str, str] = field(default_factory=dict)  # MindSpore parameter → expression, always written
    drop: dict[str, str | list[str]] = field(default_factory=dict)  # torch parameter → "any" | harmless values
    template: str | None = None
    helper: str | None = None
    reference: str | None = None  # helper used where the API is passed around instead of called
    presume: bool = False  # taken where conditions cannot be decided: it suits every call, or fails loudly at once
    known: bool = False  # taken only where conditions are known to hold
    state: dict[str, StateEntry] = field(default_factory=dict)
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True)
class Example:
    """Torch code whose rewriting is ``mindspore`` (for ``target``); both are run with the same inputs and compared.

    Without ``mindspore``, the row's uses in it stay torch's, and ``notes`` says what a user is told. ``version``: the
    MindSpore version that is migrated to, where the newest known would not show what is shown; such an example is not run.
    """

    torch: str
    mindspore: str | None
    target: str
    title: LocalText
    inputs: dict[str, dict[str, object]]
    compare: tuple[str, ...]
    mode: str = "eval"
    grad: tuple[str, ...] = ()
    rtol: float | None = None
    atol: float | None = None
    because: str | None = None
    run: bool = True
    notes: tuple[str, ...] | None = None  # kinds of what a user is told at the calls, sorted; None: not stated
    version: str | None = None

    @property
    def runs(self) -> bool:
        """Whether both sides can be run where its target is."""
        return self.run and self.mindspore is not None and self.version is None


class Later(Sequence[Example]):
    """Examples that are read whenever they are asked for: they are half of a row, and no analysis needs them."""

    def __init__(self, read: Callable[[], Sequence[Example]]) -> None:
        self._read = read

    @overload
    def __getitem__(self, index: int) -> Example: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Example]: ...
    def __getitem__(self, index: int | slice) -> Example | Sequence[Example]:
        return self._read()[index]

    def __len__(self) -> int:
        return len(self._read())

    def __iter__(self) -> Iterator[Example]:
        return iter(self._read())


@dataclass(frozen=True)
class Row:
    """Everything MindPort knows of one torch API."""

    torch: str
    kind: str  # function | class | method | attribute | value | decorator | context
    returns: str
    signatures: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    equivalents: tuple[Equivalent, ...] = ()
    note: LocalText = field(default_factory=dict)  # shown where no equivalent fits: what to do instead
    examples: Sequence[Example] = ()
    provenance: dict[str, str] = field(default_factory=dict)

    @cached_property
    def tells_of_pairs(self) -> bool:
        """Whether a difference hangs on what becomes of a call's result."""
        return any(difference.of_pairs for one in self.equivalents for difference in one.differences)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The places of uses that a difference hangs on."""
        found = (difference.where for one in self.equivalents for difference in one.differences)
        return tuple(sorted({where for where in found if where is not None}))

"""What the analysis finds in one file: uses of torch APIs, with how each was resolved and how its call binds."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from enum import Enum

from mindport.semantics.imports import CHOSEN, HELD, STAND_IN
from mindport.syntax.signature import BoundCall
from mindport.text import Span
from mindport.values import frozen


class Role(str, Enum):
    CALL = "call"
    REFERENCE = "reference"
    IMPORT = "import"
    BASE_CLASS = "base_class"
    DECORATOR = "decorator"
    ANNOTATION = "annotation"


class Certainty(str, Enum):
    IMPORTED = "imported"  # the name leads to an import of torch
    INFERRED = "inferred"  # local flow decided the receiver's type
    GUESSED = "guessed"  # only the method's name speaks for it; never fixed


@frozen()
class ApiUse:
    """One use of a torch API. ``span`` is the name as written: ``nn.Conv2d``, or the method's name in ``x.view``."""

    api: str
    span: Span
    role: Role
    certainty: Certainty
    node: ast.expr = field(compare=False, repr=False)  # the Name/Attribute
    call: ast.Call | None = field(default=None, compare=False, repr=False)
    bound: BoundCall | None = field(default=None, compare=False, repr=False)
    receiver: ast.expr | None = field(default=None, compare=False, repr=False)  # of a method or attribute
    why: tuple[str, ...] = ()  # chain of reasons: message keys with arguments joined by "|"
    first: ast.expr | None = field(default=None, compare=False, repr=False)
    """The object that a method behind its class is given first, ``x`` in ``torch.Tensor.view(x, 2)``; not among ``bound``."""
    type_test: bool = False
    """Whether a class is only compared with, as in ``isinstance(m, nn.Linear)``, or part of a type: see ``type_tests``."""

    @property
    def is_chosen(self) -> bool:
        """Whether the name stands for what a branch gave it, torch's API or a library's, or for an element type that another file
        holds, and is left to do so."""
        return bool(self.why) and self.why[0].startswith((CHOSEN, HELD))

    @property
    def may_be_another(self) -> bool:
        """Whether a branch takes the name from a library instead."""
        return bool(self.why) and self.why[0].startswith(STAND_IN)

    @property
    def of_class(self) -> bool:
        """Whether the receiver is a class that has the member from another, as in ``nn.Linear.train(self, mode)``; the class
        is a use, too."""
        return self.receiver is not None and self.certainty is Certainty.IMPORTED


@dataclass(frozen=True)
class Problem:
    """Something that kept the analysis from seeing all of a file (``kind``: syntax-error, encoding, too-large)."""

    kind: str
    message: str
    span: Span

"""What a walk of a function read of what others leave: while all of that stands, walking it again shows nothing new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mindport.semantics.types import UNKNOWN, Type
from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import Name

if TYPE_CHECKING:
    from mindport.semantics.definitions import ClassInfo, Frame, FunctionInfo
    from mindport.semantics.flow import Flow


class Reads:
    """The values that were read, and where. ``around``: variables of the scopes around the function that may change yet, from the
    inside out. ``unsteady``: something changed while the function was walked."""

    def __init__(self, around: Sequence[Mapping[str, Type]] = ()) -> None:
        self.around = around
        self.attributes: dict[tuple[ClassInfo, str], Type | None] = {}
        self.returns: dict[FunctionInfo, Type] = {}
        self.takes: dict[tuple[FunctionInfo, str], bool] = {}  # whether a parameter is a tensor
        self.given: dict[str, Sequence[Type | None]] = {}  # to a parameter, by calls
        self.made: dict[
            str, tuple[Type | None, Type | None]
        ] = {}  # of that, where it is all that is known: default, result
        self.unsteady = False
        self.classes: set[ClassInfo] = set()  # whose readers know of the function

    def note_attribute(self, cls: ClassInfo, name: str, found: Type | None) -> None:
        """An attribute of a user's class."""
        key = (cls, name)
        if key not in self.attributes:
            self.attributes[key] = found
        elif not same(self.attributes[key], found):
            self.unsteady = True

    def note_returns(self, function: FunctionInfo, found: Type) -> None:
        """What a function returns."""
        if not same(self.returns.setdefault(function, found), found):
            self.unsteady = True

    def note_takes(self, function: FunctionInfo, name: str, tensor: bool) -> None:
        """Whether a function takes a parameter for a tensor."""
        if self.takes.setdefault((function, name), tensor) is not tensor:
            self.unsteady = True

    def stand(self, flow: Flow, function: FunctionInfo) -> bool:
        """Whether the function would read the same now, but for what calls give it."""
        if self.unsteady:
            return False
        if self.around and not self._surroundings_stand(flow, function):
            return False
        return (
            all(same(found, owner.returns) for owner, found in self.returns.items())
            and all(same(found, flow.held(cls, name)) for (cls, name), found in self.attributes.items())
            and all(owner.takes_tensor(name) is found for (owner, name), found in self.takes.items())
        )

    def _surroundings_stand(self, flow: Flow, function: FunctionInfo) -> bool:
        frame: Frame | None = function.frame
        names = {node.id for node in nodes_of([function.node]) if type(node) is Name}
        for known in self.around:
            if frame is None:
                return False
            for name in names:
                found = frame.vars.get(name)
                if not same(known.get(name), found) or found is UNKNOWN and name in flow.known_globals:
                    return False
            frame = frame.outer
        return True


def around(flow: Flow, function: FunctionInfo) -> Sequence[Mapping[str, Type]]:
    """What ``Reads.around`` is of a function that is walked now."""
    found: list[Mapping[str, Type]] = []
    frame: Frame | None = function.frame
    while frame is not None and frame is not flow.module:
        found.append(dict(frame.vars))
        frame = frame.outer
    if not flow.module_complete:
        caller = flow.frame.function
        above = caller.reads.around if caller is not None and caller.reads is not None else ()
        found.append(above[-1] if above else dict(flow.module.vars))
    return found


def same(a: Type | None, b: Type | None) -> bool:
    """Whether two types are the same down to the definitions that they carry."""
    if a is b:
        return True
    if a is None or b is None or a != b:
        return False
    if a.definition is not b.definition and (isinstance(a.definition, Mapping) or a.definition != b.definition):
        return False
    return all(same(one, other) for one, other in zip(a.items, b.items))

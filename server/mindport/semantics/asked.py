"""What was asked of a part of something, as of a variable: it holds until the part, or the variable, is given another value.

    if isinstance(batch[i], torch.Tensor):
        batch[i].shape                     # a Tensor's
    if torch.is_tensor(self.scale):
        self.scale.device

And what a variable says that holds the answer:

    was_array = isinstance(x, np.ndarray)
    if not was_array:
        x.device
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.definitions import derives
from mindport.semantics.types import BESIDE, GIVEN, UNKNOWN, Type
from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import Attribute, Call, Constant, Name, Store, Subscript

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

Asked = Mapping[str, "Type | ast.expr"]
"""By a part, as it is written: what it is; by a variable: the test whose outcome it holds. It is replaced, never changed."""


def place(node: ast.expr) -> str | None:
    """``batch[i]``, ``self.scale``, as it is written; None for what does not lead to a variable by names and plain keys."""
    if type(node) is Name:
        return node.id
    if type(node) is Attribute:
        around = place(node.value)
        return None if around is None else f"{around}.{node.attr}"
    if type(node) is Subscript:
        key = node.slice
        if type(key) is Name:
            written = key.id
        elif type(key) is Constant:
            written = repr(key.value)
        else:
            return None
        around = place(node.value)
        return None if around is None else f"{around}[{written}]"
    return None


def _place_asked(node: ast.expr) -> str | None:
    """The place of what can be asked for: also ``getattr(self, name)``, as if it were a part under a key."""
    if (
        type(node) is not Call
        or type(node.func) is not Name
        or node.func.id != "getattr"
        or len(node.args) != len(_GETATTR)
    ):
        return place(node)
    around, name = place(node.args[0]), node.args[1]
    return f"{around}[{name.id}]" if around is not None and type(name) is Name else None


_GETATTR: Final = ("object", "name")  # and no default


def note(flow: Flow, node: ast.expr, found: Type) -> None:
    """A part is of this type from here on."""
    written = _place_asked(node) if flow.frame.kind == "function" else None
    if written is not None:
        flow.frame.asked = {**(flow.frame.asked or {}), written: found}


def converted(flow: Flow, target: ast.expr, value: ast.expr, found: Type) -> None:
    """``data.train.x = torch.from_numpy(data.train.x)``: a part is a tensor from here on, whatever is put there elsewhere."""
    while type(value) is Call and type(value.func) is Attribute and type(value.func.value) is Call:
        value = value.func.value  # ``torch.from_numpy(x).float()``
    if type(value) is not Call or not value.args:
        return
    given = value.args[0]
    while type(given) is Call and type(given.func) is Attribute and not given.keywords:
        given = given.func.value  # ``x.astype("float32")``
    written = place(target) if flow.frame.kind in ("function", "module") else None
    if written is not None and written == place(given):
        flow.frame.asked = {**(flow.frame.asked or {}), written: found}


def held(flow: Flow, node: ast.expr, found: Type) -> Type:
    """The type of a part: that which was asked for, where its own says less. Only where something was asked."""
    asked = flow.frame.asked
    known = asked.get(_place_asked(node) or "") if asked else None
    if not isinstance(known, Type) or known.kind == found.kind and known != BESIDE and not derives(known, found):
        return found
    return known if known != BESIDE or found in (GIVEN, UNKNOWN) else found


def remember(flow: Flow, name: str, test: ast.expr) -> None:
    """``name = isinstance(…)``."""
    if flow.frame.kind == "function":
        flow.frame.asked = {**(flow.frame.asked or {}), name: test}


def outcome_in(flow: Flow, name: str) -> ast.expr | None:
    """The test whose outcome a variable holds."""
    asked = flow.frame.asked
    test = asked.get(name) if asked else None
    return test if isinstance(test, ast.expr) else None


def changed(flow: Flow, target: ast.expr, value: Type | None = None) -> None:
    """A variable or a part is given another value; a part that was asked about is a tensor if that is one. Only where something
    was asked."""
    asked = flow.frame.asked
    root: ast.expr = target
    while isinstance(root, (Attribute, Subscript)):
        root = root.value
    if not asked or type(root) is not Name:
        return
    written = place(target) or root.id
    left = {key: known for key, known in asked.items() if not _stands_on(key, known, written, root.id)}
    if target is not root and written in asked and value is not None and value.kind == "tensor":
        left[written] = value
    flow.frame.asked = left or None


def _stands_on(key: str, value: Type | ast.expr, written: str, root: str) -> bool:
    """Whether what is known by a key is so no longer once the place is given another value."""
    if isinstance(value, ast.expr):
        return key == written or any(type(one) is Name and one.id == root for one in nodes_of([value]))
    if written == root:
        return key == root or key.startswith((f"{root}.", f"{root}[")) or f"[{root}]" in key
    if "[" in written:  # ``x[i]`` and ``x[0]`` may be the same
        written = written.partition("[")[0]
    return key.startswith(written)


def joined(ends: Sequence[Asked | None]) -> Asked | None:
    """What is left where paths meet: what all of them say."""
    first = ends[0]
    if not first or any(not one for one in ends[1:]):
        return None
    if all(one is first for one in ends[1:]):
        return first
    return {key: value for key, value in first.items() if all(one.get(key) is value for one in ends[1:] if one)} or None


def before_loop(flow: Flow, node: ast.stmt) -> None:
    """Ahead of a loop: what its turns change is not known."""
    for one in nodes_of([node]):
        if isinstance(one, (Name, Attribute, Subscript)) and type(one.ctx) is Store:
            changed(flow, one)

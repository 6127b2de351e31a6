"""Functions that are handed over to be run: by ``asyncio``, in other threads and processes, by an optimizer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.arguments import Arguments
from mindport.semantics.handing import handed
from mindport.semantics.joining import join_all
from mindport.semantics.sequences import element_of
from mindport.semantics.types import INT, UNKNOWN, Type, awaited, coroutine_of, iterator_of, list_of, tuple_of
from mindport.syntax.nodes import Attribute, Tuple

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

POOL: Final = Type("other", "pool")
"""What runs functions in several threads or processes."""
_FUTURE: Final = "future"
_POOLS: Final = frozenset(["ThreadPoolExecutor", "ProcessPoolExecutor", "Pool", "ThreadPool", "Parallel"])
_STARTED: Final = frozenset(["Thread", "Process", "Timer"])
_AS_GIVEN: Final = frozenset(["create_task", "ensure_future", "shield", "wait_for", "run_coroutine_threadsafe"])


def library(flow: Flow, name: str, given: Arguments) -> Type:
    """Result of a function of ``asyncio``, ``threading``, ``multiprocessing``, ``concurrent.futures`` or ``joblib``."""
    leaf = name.rpartition(".")[2]
    if name.startswith("asyncio."):
        return _asyncio(flow, leaf, given)
    if leaf in _POOLS:
        return POOL
    if leaf in _STARTED:
        _start(flow, given)
    elif leaf == "spawn":
        handed(flow, given.call, given.first, [INT, *_packed(flow, given, 1, "args")])
    elif leaf == "delayed":
        return given.first
    elif leaf == "as_completed":
        return iterator_of(element_of(flow, given.first))
    return UNKNOWN


def is_held(value: Type) -> bool:
    """Whether a value has methods that ``method`` knows."""
    if value.name == "coroutine":
        return value.is_unknown
    return value.kind == "other" and value.name in (POOL.name, _FUTURE) and value.definition is None


def method(flow: Flow, leaf: str, owner: Type, given: Arguments) -> Type:
    """Result of a method of a pool, or of what one gives for a call that runs elsewhere."""
    if owner != POOL:
        return owner.items[0] if leaf in ("result", "get") else UNKNOWN
    if leaf == "submit":
        return _future(handed(flow, given.call, given.first, given.positional[1:], given.keywords, given.call.args[1:]))
    if leaf in ("apply", "apply_async"):
        found = handed(flow, given.call, given.first, _packed(flow, given, 1, "args"))
        return found if leaf == "apply" else _future(found)
    items = [element_of(flow, one) for one in given.positional[1:]]
    if leaf.startswith("starmap"):
        pair = items[0] if items else UNKNOWN
        items = list(pair.items) if pair.kind == "tuple" and pair.name != "..." else []
    elif not leaf.startswith(("map", "imap")):
        return UNKNOWN
    found = list_of(handed(flow, given.call, given.first, items))
    return _future(found) if leaf.endswith("_async") else found


def joined(flow: Flow, given: Arguments) -> Type:
    """``Parallel(4)(delayed(f)(x) for x in xs)``."""
    return list_of(element_of(flow, given.first))


def _asyncio(flow: Flow, leaf: str, given: Arguments) -> Type:
    if leaf in _AS_GIVEN:
        return given.first
    if leaf == "run":
        return awaited(given.first)
    if leaf == "gather":
        if given.is_open:
            return coroutine_of(list_of(awaited(join_all(given.spread))))
        return coroutine_of(tuple_of(*map(awaited, given.positional)))
    if leaf == "as_completed":
        return iterator_of(element_of(flow, given.first))
    if leaf == "to_thread":
        nodes = given.call.args[1:]
        return coroutine_of(handed(flow, given.call, given.first, given.positional[1:], given.keywords, nodes))
    return UNKNOWN


def _future(result: Type) -> Type:
    return Type("other", _FUTURE, (result,))


def _start(flow: Flow, given: Arguments) -> None:
    """``Thread(target=work, args=(queue, model))``."""
    target = given.keywords.get("target")
    if target is not None:
        handed(flow, given.call, target, _packed(flow, given, -1, "args"))


def _packed(flow: Flow, given: Arguments, position: int, name: str) -> Sequence[Type]:
    """Arguments that are given as a tuple."""
    found, node = given.get(position, name), given.node(position, name)
    if type(node) is Tuple:
        return [flow.types.get(id(one), UNKNOWN) for one in node.elts]
    return found.items if found is not None and found.kind == "tuple" and found.name != "..." else ()


def of_loop(flow: Flow, given: Arguments) -> Type | None:
    """What an event loop gives for a coroutine or a function; None where the call is none of a loop's."""
    callee = given.call.func
    name = callee.attr if type(callee) is Attribute else ""
    if name == "run_until_complete":
        return awaited(given.first)
    if name == "create_task":
        return given.first
    if name == "run_in_executor" and len(given.positional) > 1:
        nodes = given.call.args[2:]
        return coroutine_of(handed(flow, given.call, given.positional[1], given.positional[2:], {}, nodes))
    return None

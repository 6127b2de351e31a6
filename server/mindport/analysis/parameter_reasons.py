"""Why a parameter is what it is said to be."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Final

from mindport.analysis.bindings import arguments_of, bindings_of, scope_of, start_of
from mindport.analysis.tracing import Trace
from mindport.semantics import callers, docstrings
from mindport.semantics.arguments import Arguments
from mindport.semantics.usage import Uses, scan, scan_kept
from mindport.semantics.word_sets import words
from mindport.syntax.below import nodes_of

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def parameter(trace: Trace, function: _Function, node: ast.Name) -> Sequence[ast.expr] | None:
    """Explains a name that is a parameter of the function, and gives the expression that the chain goes on with, if there is one;
    None for any other name."""
    every = arguments_of(function.args)
    found = next((one for one in every if one.arg == node.id), None)
    shown = {"text": node.id, "kind": trace.kind(node), "function": function.name}
    if found is None:
        rests = (function.args.vararg, function.args.kwarg)
        found = next((one for one in rests if one is not None and one.arg == node.id), None)
        if found is not None and found.annotation is None:
            _add_other_uses(trace, function, found, Uses(), shown)
            return ()
    if found is None:
        return None
    if found.annotation is not None:
        trace.add("parameter.annotated", found, **shown, annotation=trace.text(found.annotation))
        return ()
    owner = trace.parents.get(id(function))
    cls = owner if isinstance(owner, ast.ClassDef) else None
    if cls is not None and found is every[0] and not _is_static(function):
        trace.add("parameter.self", found, **shown)
        return ()
    if cls is not None and found is not every[0] and _is_gradient(trace, cls, function, node):
        trace.add("parameter.gradient", found, **shown)
        return ()
    return _by_evidence(trace, function, found, node, shown)


def _by_evidence(
    trace: Trace,
    function: _Function,
    found: ast.arg,
    node: ast.Name,
    shown: dict[str, str],
) -> Sequence[ast.expr]:
    """A parameter of which calls, the default, the docstring or the body tell."""
    default = _default(function, found)
    if default is not None and _is_such(trace, default, node):
        trace.add("parameter.default", found, **shown, value=trace.text(default))
        return (default,)
    elsewhere = _callers(trace, function, node.id)
    if elsewhere:
        trace.add("parameter.callers", found, **shown, places=", ".join(elsewhere))
        return ()
    owner = trace.parents.get(id(function))
    made = owner if function.name == "__init__" and isinstance(owner, ast.ClassDef) else None
    if _is_documented(trace, function, made, node):
        trace.add("parameter.documented", found, **shown)
        return ()
    calls = _calls(trace, function)
    given = _given(trace, function, found, calls, node)
    uses = scan(nodes_of(function.body), [node.id])[0][node.id]
    told_by_use = trace.inference.type_of(node).kind in _TOLD_BY_USE
    if told_by_use and made is not None and not uses.attributes and isinstance(function, ast.FunctionDef):
        kept = Uses()
        scan_kept(made, function, {node.id: kept}, lambda one: one.body, lambda one: nodes_of(one.body))
        if kept.attributes:
            trace.add("parameter.kept", found, **shown, owner=made.name, names=_listed(sorted(kept.attributes)))
            return ()
    lines = ", ".join(dict.fromkeys(str(one.lineno) for one in calls[:_MOST_CALLS]))
    if given is not None and not (told_by_use and uses.attributes and _is_handed_on(trace, given)):
        trace.add("parameter.calls", found, **shown, lines=lines)
        return (given,)
    if uses.attributes and told_by_use:
        trace.add("parameter.uses", found, **shown, names=_listed(sorted(uses.attributes)))
    elif calls:
        trace.add("parameter.calls", found, **shown, lines=lines)
    else:
        _add_other_uses(trace, function, found, uses, shown)
    return ()


def _add_other_uses(
    trace: Trace,
    function: _Function,
    found: ast.arg,
    uses: Uses,
    shown: dict[str, str],
) -> None:
    """What a function does with a parameter of which it reads no attribute."""
    callees = sorted((callee for callee, _ in uses.passed), key=start_of)
    passed = [text for text in map(trace.text, callees) if text not in _TAKE_ANYTHING]
    items, keys = _read_of_items(function, shown["text"]), _keys(function, shown["text"])
    if passed:
        trace.add("parameter.passed", found, **shown, names=_listed(passed))
    elif uses.sliced:
        trace.add("parameter.sliced", found, **shown)
    elif items:
        trace.add("parameter.items", found, **shown, names=_listed(items))
    elif uses.arithmetic or uses.speaks:
        trace.add("parameter.computed", found, **shown)
    elif keys:
        trace.add("parameter.keys", found, **shown, names=_listed(keys))
    else:
        trace.add("parameter", found, **shown)


_TOLD_BY_USE: Final = ("tensor", "module", "optimizer", "scheduler", "dataloader", "unknown")
"""Kinds of values that what is done with them may tell."""

_MOST_CALLS: Final = 4

_TAKE_ANYTHING: Final = words("""
    len print isinstance range int str float bool type enumerate zip list tuple dict set max min sum sorted reversed iter next
    hasattr getattr setattr id repr format any all map filter
""")


def _read_of_items(function: _Function, name: str) -> list[str]:
    """Attributes that are read of what loops take out of a parameter."""
    nodes = nodes_of(function.body)
    read: set[str] = set()
    for item, over in scan(nodes, [name])[1].items():
        if isinstance(over, ast.Name) and over.id == name and item != name:
            read |= scan(nodes, [item], over.lineno)[0][item].attributes
    return sorted(read)


def _keys(function: _Function, name: str) -> list[str]:
    """Strings by which parts of a parameter are taken."""
    return [
        node.slice.value
        for node in ast.walk(function)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == name
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
    ]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in list(dict.fromkeys(names))[:4])


def _is_documented(trace: Trace, function: _Function, made: ast.ClassDef | None, node: ast.Name) -> bool:
    """Whether a docstring says of the parameter what was found: the function's, or that of the class which it makes."""
    text = docstrings.of_body(function.body) or (docstrings.of_body(made.body) if made is not None else "")
    said = docstrings.documented(text, (node.id,)).get(node.id)
    found = trace.inference.type_of(node)
    return said is not None and found.kind != "unknown" and found.present() == said.present()


def _callers(trace: Trace, function: _Function, name: str) -> list[str]:
    """Calls in other files that tell what they give for the parameter: file and line."""
    owner = trace.parents.get(id(function))
    qualified = f"{owner.name}.{function.name}" if isinstance(owner, ast.ClassDef) else function.name
    sites = trace.inference.evidence.get(qualified, ())
    telling = [site for site in sites if name in site.given and callers.tells(site.given[name])]
    return list(dict.fromkeys(f"`{site.path.name}:{site.line}`" for site in telling))[:4]


def _calls(trace: Trace, function: _Function) -> list[ast.Call]:
    """What calls a function of the file, in the order of the text, be it by what makes or calls objects of its class; not what
    the function itself calls."""
    owner = trace.parents.get(id(function))
    cls = owner if isinstance(owner, ast.ClassDef) else None
    name = cls.name if cls is not None and function.name == "__init__" else function.name
    found = []
    for node in trace.source.each(ast.Call) if trace.source.tree is not None else ():
        if not function.lineno <= node.lineno <= (function.end_lineno or 0):
            callee = trace.inference.type_of(node.func)
            called = getattr(callee.definition, "node", None)
            by_object = ("__init__",) if callee.kind in ("class", "module_class") else ("__call__", "forward")
            if called is None:
                is_call = _named(node.func) == name
            else:
                is_call = called is function or called is cls and function.name in by_object
            if is_call:
                found.append(node)
    return found


def _named(callee: ast.expr) -> str:
    return callee.id if isinstance(callee, ast.Name) else callee.attr if isinstance(callee, ast.Attribute) else ""


def _given(
    trace: Trace, function: _Function, found: ast.arg, calls: Sequence[ast.Call], node: ast.Name
) -> ast.expr | None:
    """What the first of these calls gives for a parameter that is the like of what it is in the function."""
    every = [*function.args.posonlyargs, *function.args.args]
    at = every.index(found) if found in every else -1
    bound = isinstance(trace.parents.get(id(function)), ast.ClassDef) and not _is_static(function)
    for call in calls:
        given = Arguments(call, [], {}).node(at - bound if at >= 0 else -1, found.arg)
        if given is not None and not isinstance(given, ast.Starred) and _is_such(trace, given, node):
            return given
    return None


def _is_handed_on(trace: Trace, given: ast.expr) -> bool:
    """Whether what a call gives is likely a Tensor alone, or a parameter around it, of which this function may be what tells."""
    scope = scope_of(trace.parents, given)
    is_bound = not isinstance(given, ast.Name) or scope is None or bool(bindings_of(trace.parents, scope, given))
    return trace.is_likely(given) or not is_bound


def _is_static(function: _Function) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in function.decorator_list)


def _default(function: _Function, found: ast.arg) -> ast.expr | None:
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    behind = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    pairs = [*zip(plain, behind), *zip(arguments.kwonlyargs, arguments.kw_defaults)]
    return next((default for one, default in pairs if one is found), None)


def _is_such(trace: Trace, given: ast.expr, node: ast.Name) -> bool:
    """Whether a value is of the kind that the parameter is where it is read, and says something."""
    one, other = trace.inference.type_of(given), trace.inference.type_of(node)
    if one.is_unknown or one.kind == "none":
        return one == other and trace.is_likely(given)
    return one.kind == other.kind and one.definition is other.definition


def _is_gradient(trace: Trace, cls: ast.ClassDef, function: _Function, node: ast.Name) -> bool:
    """Whether this is what ``backward`` of an autograd Function is given."""
    if function.name not in ("backward", "vjp") or trace.inference.type_of(node).kind != "tensor":
        return False
    return any(trace.inference.type_of(base).name.startswith("torch.autograd.") for base in cls.bases)

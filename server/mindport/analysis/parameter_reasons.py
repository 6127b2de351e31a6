"""Why a parameter is what it is said to be."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Final

from mindport.analysis.bindings import arguments_of, start_of
from mindport.analysis.tracing import Trace
from mindport.semantics import callers, docstrings
from mindport.semantics.usage import Uses, scan, scan_kept
from mindport.semantics.word_sets import words
from mindport.syntax.below import nodes_of


def add_parameter(trace: Trace, function: ast.FunctionDef | ast.AsyncFunctionDef, node: ast.Name) -> bool:
    """Whether the name is a parameter of the function, which is then explained."""
    arguments = function.args
    every = arguments_of(arguments)
    found = next((one for one in every if one.arg == node.id), None)
    if found is None:
        rest = next(
            (one for one in (arguments.vararg, arguments.kwarg) if one is not None and one.arg == node.id), None
        )
        if rest is None:
            return False
        shown = {"text": node.id, "kind": trace.kind(node), "function": function.name}
        if rest.annotation is not None:
            trace.add("parameter.annotated", rest, **shown, annotation=trace.text(rest.annotation))
        else:
            _add_other_uses(trace, function, rest, Uses(), shown)
        return True
    shown = {"text": node.id, "kind": trace.kind(node), "function": function.name}
    if found.annotation is not None:
        trace.add("parameter.annotated", found, **shown, annotation=trace.text(found.annotation))
        return True
    if every and found is every[0] and isinstance(trace.parents.get(id(function)), ast.ClassDef):
        trace.add("parameter.self", found, **shown)
        return True
    elsewhere = _callers(trace, function, node.id)
    if elsewhere:
        trace.add("parameter.callers", found, **shown, places=", ".join(elsewhere))
        return True
    owner = trace.parents.get(id(function))
    made = owner if function.name == "__init__" and isinstance(owner, ast.ClassDef) else None
    if _is_documented(trace, function, made, node):
        trace.add("parameter.documented", found, **shown)
        return True
    calls = _calls(trace, function.name if made is None else made.name)
    uses = scan(nodes_of(function.body), [node.id])[0][node.id]
    if made is not None and not uses.attributes and isinstance(function, ast.FunctionDef):
        kept = Uses()
        scan_kept(made, function, {node.id: kept}, lambda one: one.body)
        if kept.attributes:
            trace.add("parameter.kept", found, **shown, owner=made.name, names=_listed(sorted(kept.attributes)))
            return True
    if uses.attributes:
        trace.add("parameter.uses", found, **shown, names=_listed(sorted(uses.attributes)))
    elif calls:
        trace.add("parameter.calls", found, **shown, lines=", ".join(dict.fromkeys(calls)))
    else:
        _add_other_uses(trace, function, found, uses, shown)
    return True


def _add_other_uses(
    trace: Trace,
    function: ast.FunctionDef | ast.AsyncFunctionDef,
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


_TAKE_ANYTHING: Final = words("""
    len print isinstance range int str float bool type enumerate zip list tuple dict set max min sum sorted reversed iter next
    hasattr getattr setattr id repr format any all map filter
""")


def _read_of_items(function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> list[str]:
    """Attributes that are read of what loops take out of a parameter."""
    nodes = nodes_of(function.body)
    read: set[str] = set()
    for item, over in scan(nodes, [name])[1].items():
        if isinstance(over, ast.Name) and over.id == name and item != name:
            read |= scan(nodes, [item], over.lineno)[0][item].attributes
    return sorted(read)


def _keys(function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> list[str]:
    """Strings by which parts of a parameter are taken."""
    return [
        node.slice.value
        for node in ast.walk(function)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == name
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
    ]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in list(dict.fromkeys(names))[:4])


def _is_documented(
    trace: Trace, function: ast.FunctionDef | ast.AsyncFunctionDef, made: ast.ClassDef | None, node: ast.Name
) -> bool:
    """Whether a docstring says of the parameter what was found: the function's, or that of the class which it makes."""
    text = docstrings.of_body(function.body) or (docstrings.of_body(made.body) if made is not None else "")
    said = docstrings.documented(text, (node.id,)).get(node.id)
    found = trace.inference.type_of(node)
    return said is not None and found.kind != "unknown" and found.present() == said.present()


def _callers(trace: Trace, function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> list[str]:
    """Calls in other files that tell what they give for the parameter: file and line."""
    owner = trace.parents.get(id(function))
    qualified = f"{owner.name}.{function.name}" if isinstance(owner, ast.ClassDef) else function.name
    sites = trace.inference.evidence.get(qualified, ())
    telling = [site for site in sites if name in site.given and callers.tells(site.given[name])]
    return list(dict.fromkeys(f"`{site.path.name}:{site.line}`" for site in telling))[:4]


def _calls(trace: Trace, name: str) -> list[str]:
    """Lines of the file that call a function or class by its name."""
    if trace.source.tree is None:
        return []
    return [
        str(node.lineno)
        for node in trace.source.nodes
        if isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Name) and node.func.id == name)
            or (isinstance(node.func, ast.Attribute) and node.func.attr == name)
        )
    ][:4]

"""Why a use is what it is said to be: the chain of reasons, worked out on demand from what the walk of the file found.

The walk itself keeps no reasons: each is read off the tree and the types of its expressions, from the use back to an import,
an annotation, or what the code does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from mindport.analysis.uses import ApiUse
from mindport.semantics import callers, docstrings
from mindport.semantics.definitions import ClassInfo, Super
from mindport.semantics.receivers import Inference
from mindport.semantics.scope import imported_names
from mindport.semantics.types import OPEN, OUTPUT, Type
from mindport.semantics.usage import Uses, scan, scan_kept
from mindport.syntax.source import SourceFile
from mindport.text import Span

_MOST_STEPS = 12
_LONGEST = 60
_Function = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Reason:
    """One step. ``key`` and ``arguments`` are the catalogue's (``why.<key>``); an argument that begins with ``kind:`` names
    the kind of a type. ``span``: the place that the step speaks of."""

    key: str
    arguments: tuple[tuple[str, str], ...]
    span: Span


@dataclass
class _Trace:
    source: SourceFile
    inference: Inference
    parents: dict[int, ast.AST] = field(default_factory=dict)
    steps: list[Reason] = field(default_factory=list)
    met: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        for node in self.source.nodes:
            for child in ast.iter_child_nodes(node):
                self.parents[id(child)] = node

    def add(self, key: str, node: ast.AST, **arguments: str) -> None:
        self.steps.append(Reason(key, tuple(arguments.items()), self.source.span(node)))

    def text(self, node: ast.AST) -> str:
        span = self.source.span(node)
        words = " ".join(self.source.text[span.start : span.end].split())
        return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"

    def line(self, node: ast.AST) -> str:
        return str(getattr(node, "lineno", 1))

    def is_open(self, node: ast.expr) -> bool:
        found = self.inference.type_of(node)
        return found.kind == "unknown" and found.name in OPEN

    def kind(self, node: ast.expr) -> str:
        return kind_of(self.inference.type_of(node))


def kind_of(found: Type) -> str:
    """What ``why.kind.…`` calls a type."""
    return f"kind:{'output' if found == OUTPUT else 'either' if found.name == 'either' else found.kind}"


def reasons(source: SourceFile, inference: Inference, use: ApiUse) -> list[Reason]:
    """The chain for one use, from the use to where its evidence begins. Never raises on what a user wrote."""
    trace = _Trace(source, inference)
    if use.receiver is None or use.of_class:
        root = use.node
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(root, ast.Name):
            _name(trace, root)
        return trace.steps
    if use.certainty.value == "guessed":
        trace.add("method-name", use.receiver, text=trace.text(use.receiver), name=use.api.rpartition(".")[2])
        return trace.steps
    if trace.is_open(use.receiver):
        # What is read of it is all the evidence that there is.
        key = "read-of-module" if use.api.startswith("torch.nn.Module.") else "read"
        trace.add(key, use.receiver, text=trace.text(use.receiver), name=use.api.rpartition(".")[2])
        return trace.steps
    _value(trace, use.receiver)
    return trace.steps


def value_reasons(source: SourceFile, inference: Inference, node: ast.expr) -> list[Reason]:
    """The chain for any expression of the file."""
    trace = _Trace(source, inference)
    _value(trace, node)
    return trace.steps


def _value(trace: _Trace, node: ast.expr) -> None:
    if len(trace.steps) >= _MOST_STEPS or id(node) in trace.met:
        return
    trace.met.add(id(node))
    if isinstance(node, ast.Name):
        _name(trace, node)
    elif isinstance(node, ast.Call):
        _call(trace, node)
    elif isinstance(node, ast.Attribute):
        _attribute(trace, node)
    elif isinstance(node, ast.Subscript) and trace.inference.type_of(node) == OUTPUT and trace.is_open(node.value):
        trace.add("sliced", node, text=trace.text(node), kind=trace.kind(node), value=trace.text(node.value))
    elif isinstance(node, ast.Subscript):
        trace.add("item", node, text=trace.text(node), kind=trace.kind(node), value=trace.text(node.value))
        _value(trace, node.value)
    elif isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare)):
        trace.add("operator", node, text=trace.text(node), kind=trace.kind(node))
        operands = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
        telling = [part for part in operands if trace.inference.type_of(part).kind == "tensor"]
        for part in (telling or operands)[:1]:
            _value(trace, part)
    else:
        trace.add("value", node, text=trace.text(node), kind=trace.kind(node))


def _call(trace: _Trace, node: ast.Call) -> None:
    callee = trace.inference.type_of(node.func)
    shown = {"text": trace.text(node), "kind": trace.kind(node), "callee": trace.text(node.func)}
    defined = getattr(callee.definition, "node", None)
    above = trace.inference.type_of(node)
    if isinstance(above.definition, Super):
        base = above.name or "object"
        trace.add("super", node, text=shown["text"], kind=shown["kind"], owner=above.definition.cls.name, base=base)
    elif callee.kind in ("function", "class", "module_class") and callee.name.startswith("torch"):
        trace.add("call.torch", node, **shown, api=callee.name)
        if isinstance(node.func, ast.Attribute) and callee.items:
            _value(trace, node.func.value)
    elif callee.kind == "function" and isinstance(defined, _Function):
        trace.add("call.function", node, **shown, name=defined.name, line=str(defined.lineno))
    elif isinstance(callee.definition, ClassInfo) and isinstance(defined, ast.ClassDef):
        base = callee.definition.torch_base or "object"
        trace.add("call.class", node, text=shown["text"], name=defined.name, base=base)
    elif callee.kind == "module":
        trace.add("call.module", node, **shown, module=callee.name or "torch.nn.Module")
        _value(trace, node.func)
    elif trace.inference.type_of(node) == OUTPUT:
        trace.add("call.unknown", node, **shown)
    else:
        trace.add("value", node, text=shown["text"], kind=shown["kind"])


def _attribute(trace: _Trace, node: ast.Attribute) -> None:
    owner = trace.inference.type_of(node.value)
    stores = list(_stores(trace, node)) if owner.definition is not None else []
    if stores:
        target, value = stores[0]
        lines = ", ".join(dict.fromkeys(str(one.lineno) for one, _ in stores))
        trace.add("attribute", target, text=trace.text(node), kind=trace.kind(node), owner=owner.name, lines=lines)
        _value(trace, value)
        return
    trace.add("member", node, text=trace.text(node), kind=trace.kind(node), owner=kind_of(owner), name=node.attr)
    if owner.kind not in ("namespace", "unknown"):
        _value(trace, node.value)


def _stores(trace: _Trace, node: ast.Attribute) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Assignments to the attribute in the class of its owner, where that is of this file."""
    definition = trace.inference.type_of(node.value).definition
    cls = getattr(definition, "node", None)
    if not isinstance(cls, ast.ClassDef) or id(cls) not in trace.parents:
        return
    for statement in ast.walk(cls):
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Attribute) and target.attr == node.attr:
                    yield target, statement.value


def _name(trace: _Trace, node: ast.Name) -> None:
    scope = _scope(trace, node)
    while scope is not None:
        binding = _binding(trace, scope, node)
        if binding is not None:
            _bound(trace, node, binding)
            return
        if isinstance(scope, _Function) and _parameter(trace, scope, node):
            return
        scope = _scope(trace, scope)
    trace.add("value", node, text=node.id, kind=trace.kind(node))


def _scope(trace: _Trace, node: ast.AST) -> ast.AST | None:
    """The function or module around a node; what a class binds is not seen inside its methods."""
    found = trace.parents.get(id(node))
    while found is not None and not isinstance(found, (*_Function, ast.Module)):
        found = trace.parents.get(id(found))
    return found


def _binding(trace: _Trace, scope: ast.AST, node: ast.Name) -> ast.AST | None:
    """The last statement before the use, in the text, that binds the name; in an outer scope, the last of all."""
    own = _scope(trace, node) is scope
    use = (node.lineno, node.col_offset)
    found: ast.AST | None = None
    stack: list[ast.AST] = list(ast.iter_child_nodes(scope))
    while stack:
        one = stack.pop()
        if _binds(one, node.id):
            after = isinstance(one, (ast.For, ast.AsyncFor, ast.comprehension, ast.With, ast.AsyncWith))
            at = _start(one) if after else _end(one)
            inside = isinstance(one, ast.comprehension) and _encloses(trace.parents.get(id(one)), use)
            if (not own or at <= use or inside) and (found is None or _start(one) >= _start(found)):
                found = one
        if not isinstance(one, (*_Function, ast.ClassDef, ast.Lambda)):
            stack.extend(ast.iter_child_nodes(one))
    return found


def _encloses(node: ast.AST | None, place: tuple[int, int]) -> bool:
    """Whether a place lies in a comprehension, all of which its loops bind names for."""
    return node is not None and _start(node) <= place < _end(node)


def _start(node: ast.AST) -> tuple[int, int]:
    place = node.target if isinstance(node, ast.comprehension) else node
    return (getattr(place, "lineno", 0), getattr(place, "col_offset", 0))


def _end(node: ast.AST) -> tuple[int, int]:
    return (getattr(node, "end_lineno", 0) or 0, getattr(node, "end_col_offset", 0) or 0)


def _binds(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Assign):
        return any(_has(target, name) for target in node.targets)
    if isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr, ast.For, ast.AsyncFor, ast.comprehension)):
        return _has(node.target, name)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return any(item.optional_vars is not None and _has(item.optional_vars, name) for item in node.items)
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return any(one.local == name or one.star for one in imported_names(node))
    return isinstance(node, (*_Function, ast.ClassDef)) and node.name == name


def _has(target: ast.expr, name: str) -> bool:
    if isinstance(target, ast.Name):
        return target.id == name
    if isinstance(target, (ast.Tuple, ast.List)):
        return any(_has(part, name) for part in target.elts)
    return isinstance(target, ast.Starred) and _has(target.value, name)


def _bound(trace: _Trace, node: ast.Name, binding: ast.AST) -> None:
    shown = {"text": node.id, "kind": trace.kind(node), "line": trace.line(binding)}
    if isinstance(binding, (ast.Import, ast.ImportFrom)):
        found = trace.inference.type_of(node)
        trace.add("import", binding, text=node.id, name=found.name or trace.text(binding), line=shown["line"])
    elif isinstance(binding, (ast.For, ast.AsyncFor, ast.comprehension)):
        shown["line"] = trace.line(binding.target)
        trace.add("loop", binding.target, **shown, value=trace.text(binding.iter))
        _value(trace, binding.iter)
    elif isinstance(binding, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)):
        _assigned(trace, node, binding, shown)
    elif isinstance(binding, (*_Function, ast.ClassDef)):
        trace.add("defined", binding, **shown)
    else:
        trace.add("value", node, text=node.id, kind=shown["kind"])


def _assigned(
    trace: _Trace,
    node: ast.Name,
    binding: ast.Assign | ast.AnnAssign | ast.AugAssign | ast.NamedExpr,
    shown: dict[str, str],
) -> None:
    value = binding.value
    if isinstance(binding, ast.AnnAssign):
        trace.add("annotated", binding, **shown, annotation=trace.text(binding.annotation))
        return
    if value is None:
        return
    whole = not isinstance(binding, ast.Assign) or any(isinstance(target, ast.Name) for target in binding.targets)
    trace.add("assigned" if whole else "unpacked", binding, **shown, value=trace.text(value))
    _value(trace, value)


def _parameter(trace: _Trace, function: ast.FunctionDef | ast.AsyncFunctionDef, node: ast.Name) -> bool:
    """Whether the name is a parameter of the function, which is then explained."""
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    found = next((one for one in every if one.arg == node.id), None)
    if found is None:
        if not any(one is not None and one.arg == node.id for one in (arguments.vararg, arguments.kwarg)):
            return False
        trace.add("parameter", function, text=node.id, kind=trace.kind(node), function=function.name)
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
    uses = scan(function, [node.id])[0][node.id]
    if made is not None and not uses.attributes and isinstance(function, ast.FunctionDef):
        kept = Uses()
        scan_kept(made, function, {node.id: kept}, lambda one: one.body)
        if kept.attributes:
            names = ", ".join(f"`{name}`" for name in sorted(kept.attributes)[:4])
            trace.add("parameter.kept", found, **shown, owner=made.name, names=names)
            return True
    if uses.attributes:
        names = ", ".join(f"`{name}`" for name in sorted(uses.attributes)[:4])
        trace.add("parameter.uses", found, **shown, names=names)
    elif calls:
        trace.add("parameter.calls", found, **shown, lines=", ".join(dict.fromkeys(calls)))
    else:
        trace.add("parameter", found, **shown)
    return True


def _is_documented(
    trace: _Trace, function: ast.FunctionDef | ast.AsyncFunctionDef, made: ast.ClassDef | None, node: ast.Name
) -> bool:
    """Whether a docstring says of the parameter what was found: the function's, or that of the class which it makes."""
    text = docstrings.of_body(function.body) or (docstrings.of_body(made.body) if made is not None else "")
    said = docstrings.documented(text, (node.id,)).get(node.id)
    found = trace.inference.type_of(node)
    return said is not None and found.kind != "unknown" and found.present() == said.present()


def _callers(trace: _Trace, function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> list[str]:
    """Calls in other files that tell what they give for the parameter: file and line."""
    owner = trace.parents.get(id(function))
    qualified = f"{owner.name}.{function.name}" if isinstance(owner, ast.ClassDef) else function.name
    sites = trace.inference.evidence.get(qualified, ())
    telling = [site for site in sites if name in site.given and callers.tells(site.given[name])]
    return list(dict.fromkeys(f"`{site.path.name}:{site.line}`" for site in telling))[:4]


def _calls(trace: _Trace, name: str) -> list[str]:
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

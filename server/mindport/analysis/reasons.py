"""Why a use is what it is said to be: the chain of reasons, worked out on demand from what the walk of the file found.

The walk itself keeps no reasons: each is read off the tree and the types of its expressions, from the use back to an import,
an annotation, or what the code does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.analysis.bindings import (
    FUNCTIONS,
    arguments_of,
    bindings_of,
    has_name,
    looped_over,
    part_at,
    scope_of,
    way_to,
)
from mindport.analysis.fillings import begins_empty, filled_with
from mindport.analysis.parameter_reasons import parameter
from mindport.analysis.told_by_tests import telling_test
from mindport.analysis.tracing import Reason, Trace, kind_of
from mindport.analysis.uses import ApiUse
from mindport.semantics import documented_returns, heirs
from mindport.semantics.arguments import Arguments
from mindport.semantics.autograd import CONTEXT, KEEPS, SAVED
from mindport.semantics.decorators import PROPERTY
from mindport.semantics.definitions import ClassInfo, FunctionInfo, Super
from mindport.semantics.receivers import Inference
from mindport.semantics.types import OPEN, OUTPUT
from mindport.semantics.undecided import GUESS
from mindport.semantics.word_sets import words
from mindport.syntax.below import own_returns
from mindport.syntax.source import SourceFile

_MOST_STEPS = 20
_SAYS_NOTHING = ("unknown", "none", "int", "float", "bool", "str", "function", "namespace")
_OF_TORCH = ("tensor", "module", "optimizer", "scheduler", "dataloader", "dataset")
_ASKED_FOR = ("tensor", "other")
_READ_OF = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.BinOp, ast.UnaryOp)
_HANDS_ON = words("""
    list tuple set dict sorted reversed iter next map filter zip enumerate max min sum copy deepcopy tqdm
""")


def reasons(source: SourceFile, inference: Inference, use: ApiUse) -> list[Reason]:
    """The chain for one use, from the use to where its evidence begins. Never raises on what a user wrote."""
    trace = Trace(source, inference)
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
    trace = Trace(source, inference)
    _value(trace, node)
    return trace.steps


def _value(trace: Trace, node: ast.expr) -> None:
    if len(trace.steps) >= _MOST_STEPS:
        if trace.steps[-1].key != "more":
            trace.add("more", node)
        return
    if id(node) in trace.met:
        return
    trace.met.add(id(node))
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and trace.inference.type_of(node).kind in _ASKED_FOR:
        test = telling_test(trace, node)
        if test is not None:
            shown = {"text": trace.text(node), "kind": trace.kind(node), "line": trace.line(test)}
            trace.add("tested", test, **shown, test=trace.text(test))
            return
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
        likely = [part for part in operands if trace.inference.type_of(part) == OUTPUT]
        for part in (telling or likely or operands)[:1]:
            _value(trace, part)
    elif isinstance(node, ast.IfExp):
        trace.add("chosen", node, text=trace.text(node), kind=trace.kind(node))
        _first_telling(trace, [node.body, node.orelse])
    elif isinstance(node, ast.BoolOp):
        trace.add("chosen", node, text=trace.text(node), kind=trace.kind(node))
        _first_telling(trace, node.values)
    elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        trace.add("value", node, text=trace.text(node), kind=trace.kind(node))
        _first_telling(trace, [one.value if isinstance(one, ast.Starred) else one for one in node.elts])
    elif isinstance(node, ast.Dict):
        trace.add("value", node, text=trace.text(node), kind=trace.kind(node))
        _first_telling(trace, node.values)
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        trace.add("comprehension", node, text=trace.text(node), kind=trace.kind(node), value=trace.text(node.elt))
        _first_telling(trace, [node.elt])
    elif isinstance(node, ast.DictComp):
        trace.add("comprehension", node, text=trace.text(node), kind=trace.kind(node), value=trace.text(node.value))
        _first_telling(trace, [node.value])
    elif isinstance(node, (ast.NamedExpr, ast.Await, ast.Starred)):
        _value(trace, node.value)
    else:
        trace.add("value", node, text=trace.text(node), kind=trace.kind(node))


def _first_telling(trace: Trace, values: Sequence[ast.expr]) -> None:
    """Goes on with the first value of which something is known, if there is one."""
    known = [one for one in values if trace.inference.type_of(one).kind not in _SAYS_NOTHING or trace.is_open(one)]
    tensors = [one for one in known if trace.inference.type_of(one).kind in _OF_TORCH]
    likely = [one for one in values if trace.is_likely(one) or trace.inference.type_of(one).name == "either"]
    only = [one for one in values if isinstance(one, (ast.Call, ast.Name, ast.Attribute))][
        :1
    ]  # an iterator, or the like
    for one in (tensors or likely or known or only)[:1]:
        _value(trace, one)


def _call(trace: Trace, node: ast.Call) -> None:
    callee = trace.inference.type_of(node.func)
    shown = {"text": trace.text(node), "kind": trace.kind(node), "callee": trace.text(node.func)}
    defined = getattr(callee.definition, "node", None)
    above = trace.inference.type_of(node)
    if isinstance(above.definition, Super):
        base = above.name or "object"
        trace.add("super", node, text=shown["text"], kind=shown["kind"], owner=above.definition.cls.name, base=base)
    elif callee.name == GUESS and isinstance(node.func, ast.Attribute):
        trace.add("method-name", node.func.value, text=trace.text(node.func.value), name=node.func.attr)
    elif callee.kind in ("function", "class", "module_class") and callee.name.startswith("torch"):
        trace.add("call.torch", node, **shown, api=callee.name)
        if isinstance(node.func, ast.Attribute) and callee.items:
            if callee.name.startswith("torch.Tensor.") and _is_told_by_reading(trace, node.func.value):
                trace.add("read", node.func.value, text=trace.text(node.func.value), name=node.func.attr)
            else:
                _value(trace, node.func.value)
    elif callee.kind == "function" and isinstance(defined, FUNCTIONS):
        _function(trace, node, callee.definition, defined, shown)
    elif isinstance(callee.definition, ClassInfo) and isinstance(defined, ast.ClassDef):
        base = callee.definition.torch_base or "object"
        trace.add("call.class", node, text=shown["text"], name=defined.name, base=base)
    elif callee.kind == "module":
        named = callee.name if "." in callee.name or isinstance(callee.definition, ClassInfo) else ""
        trace.add("call.module", node, **shown, module=named or "torch.nn.Module")
        _value(trace, node.func)
    elif trace.inference.type_of(node) == OUTPUT:
        trace.add("call.unknown", node, **shown)
        _first_telling(trace, _given(node))
    elif isinstance(node.func, ast.Attribute) and trace.inference.type_of(node.func.value).kind not in _SAYS_NOTHING:
        owner = kind_of(trace.inference.type_of(node.func.value))
        trace.add("member", node, text=shown["text"], kind=shown["kind"], owner=owner, name=node.func.attr)
        _value(trace, node.func.value)
    elif shown["callee"].rpartition(".")[2] in _HANDS_ON or trace.inference.type_of(node).kind == "tensor":
        trace.add("call.given", node, **shown)
        _first_telling(trace, _given(node))
    else:
        trace.add("call.gives", node, **shown)
        if callee.kind not in _SAYS_NOTHING:
            _value(trace, node.func)


def _is_told_by_reading(trace: Trace, node: ast.expr) -> bool:
    """Whether nothing is known of a value but what is read of it: no more can be said of where it comes from."""
    return isinstance(node, _READ_OF) and trace.is_open(node)


def _given(node: ast.Call) -> list[ast.expr]:
    given = [*node.args, *(one.value for one in node.keywords if one.arg is not None)]
    return [one.value if isinstance(one, ast.Starred) else one for one in given]


def _function(
    trace: Trace,
    node: ast.expr,
    definition: object,
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    shown: dict[str, str],
) -> None:
    """What a user's function returns, or a property gives, and why."""
    key = "call" if isinstance(node, ast.Call) else "property"
    place = {"name": function.name, "line": str(function.lineno)}
    if id(function) not in trace.parents:
        path = definition.flow.source.path if isinstance(definition, FunctionInfo) else None
        given = _given_back(trace, node, definition) if isinstance(node, ast.Call) else None
        if path is not None and given is not None:
            trace.add("call.given-back", node, **shown, **place, file=path.name, given=trace.text(given))
            _value(trace, given)
        elif path is not None:
            trace.add(f"{key}.elsewhere", node, **shown, **place, file=path.name)
        else:
            trace.add("value", node, text=shown["text"], kind=shown["kind"])
        return
    trace.add(f"{key}.function", node, **shown, **place)
    if function.returns is not None:
        annotation = trace.text(function.returns)
        trace.add("returns.annotated", function.returns, name=function.name, annotation=annotation)
        return
    if isinstance(definition, FunctionInfo) and documented_returns.speak(definition):
        trace.add("returns.documented", function.body[0], name=function.name)
        return
    for statement in own_returns(function.body):
        kind = trace.inference.type_of(statement.value).kind if statement.value is not None else "none"
        if statement.value is not None and (kind not in _SAYS_NOTHING or trace.is_open(statement.value)):
            _value(trace, statement.value)
            return


def _given_back(trace: Trace, node: ast.Call, definition: object) -> ast.expr | None:
    """What a call gives for the parameter that the function returns as it is."""
    if not isinstance(definition, FunctionInfo) or len(definition.through) != 1:
        return None
    name, names = definition.through[0].partition(".")[0], definition.positional
    bound = definition.cls is not None and bool(trace.inference.type_of(node.func).items)
    at = names.index(name) - (bound or "classmethod" in definition.decorators) if name in names else -1
    found = Arguments(node, [], {}).node(at, name)
    return None if isinstance(found, ast.Starred) else found


def _attribute(trace: Trace, node: ast.Attribute) -> None:
    owner = trace.inference.type_of(node.value)
    stores = list(_stores(trace, node)) if owner.definition is not None else []
    declared = next((value for _, value in stores if _is_annotation(trace, value)), None)
    if declared is not None:
        shown = {"text": trace.text(node), "kind": trace.kind(node), "line": trace.line(declared)}
        trace.add("annotated", declared, **shown, annotation=trace.text(declared))
        return
    if stores:
        kind = trace.inference.type_of(node).kind
        target, value = next((one for one in stores if trace.inference.type_of(one[1]).kind == kind), stores[0])
        places = heirs.places(owner.definition, node.attr) if isinstance(owner.definition, ClassInfo) else ()
        if places and kind != "none" and trace.inference.type_of(value).kind == "none":
            shown = {"text": trace.text(node), "kind": trace.kind(node), "owner": owner.name}
            trace.add("attribute.heirs", target, **shown, places=", ".join(f"`{one}`" for one in places))
            return
        lines = ", ".join(dict.fromkeys(str(one.lineno) for one, _ in stores))
        trace.add("attribute", target, text=trace.text(node), kind=trace.kind(node), owner=owner.name, lines=lines)
        _held(trace, target, value)
        return
    if isinstance(owner.definition, ClassInfo) and _by_name(trace, node, owner.definition):
        return
    method = owner.definition.method(node.attr) if isinstance(owner.definition, ClassInfo) else None
    if method is not None and PROPERTY in method.decorators:
        _function(trace, node, method, method.node, {"text": trace.text(node), "kind": trace.kind(node)})
        return
    shown = {"text": trace.text(node), "kind": trace.kind(node), "name": node.attr}
    known = trace.inference.type_of(node)
    if owner.kind == "unknown" and owner.name in OPEN and (known.kind != "unknown" or known == OUTPUT):
        trace.add("member.open", node, **shown, value=trace.text(node.value))
        return
    trace.add("member", node, **shown, owner=kind_of(owner))
    if owner.name == CONTEXT and owner.kind == "unknown" and node.attr in SAVED:
        _saved(trace, node)
    elif owner.kind != "namespace":
        _value(trace, node.value)


def _by_name(trace: Trace, node: ast.Attribute, cls: ClassInfo) -> bool:
    """Goes on with what a call gives that sets the attribute by its name (``self.register_buffer("mask", mask)``), or that makes
    the object; whether there is one."""
    places = cls.sites.get(node.attr, {})
    kind = trace.inference.type_of(node).kind
    found = [one for one in trace.source.each(ast.Call) if id(one) in places] if places else []
    if not found:
        return False
    call = next((one for one in found if places[id(one)].kind == kind), found[0])
    shown = {"text": trace.text(node), "kind": trace.kind(node)}
    trace.add("attribute.by-name", call, **shown, call=trace.text(call), line=trace.line(call))
    values = [one.value for one in call.keywords if one.arg == node.attr] or call.args[-1:]
    for value in values or [one.value for one in call.keywords[-1:]]:
        _value(trace, value)
    return True


def _saved(trace: Trace, node: ast.Attribute) -> None:
    """Where an autograd Function keeps for ``backward`` what its context gives there."""
    around: ast.AST | None = node
    while around is not None and not isinstance(around, ast.ClassDef):
        around = trace.parents.get(id(around))
    for one in ast.walk(around) if around is not None else ():
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr == KEEPS:
            shown = {"text": trace.text(node), "kind": trace.kind(node)}
            trace.add("saved", one, **shown, value=trace.text(one), line=trace.line(one))
            return


def _stores(trace: Trace, node: ast.Attribute) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Assignments to the attribute in the class of its owner, where that is of this file; of one that declares it and gives it no
    value that says as much, the annotation."""
    definition = trace.inference.type_of(node.value).definition
    cls = getattr(definition, "node", None)
    if not isinstance(cls, ast.ClassDef) or id(cls) not in trace.parents:
        return
    for statement in ast.walk(cls):
        in_class = trace.parents.get(id(statement)) is cls
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                if _is_store(target, node.attr, in_class):
                    yield target, statement.value
        elif isinstance(statement, ast.AnnAssign) and _is_store(statement.target, node.attr, in_class):
            given = statement.value
            told = given is not None and trace.inference.type_of(given).kind == trace.inference.type_of(node).kind
            yield statement.target, given if given is not None and told else statement.annotation


def _is_store(target: ast.expr, name: str, in_class: bool) -> bool:
    """Whether an assignment's target is an attribute so called: ``self.name = …``, or ``name = …`` in the class itself."""
    if isinstance(target, ast.Name):
        return in_class and target.id == name
    return isinstance(target, ast.Attribute) and target.attr == name


def _is_annotation(trace: Trace, node: ast.expr) -> bool:
    around = trace.parents.get(id(node))
    return isinstance(around, ast.AnnAssign) and around.annotation is node


def _name(trace: Trace, node: ast.Name) -> None:
    scope = scope_of(trace.parents, node)
    while scope is not None:
        bindings = bindings_of(trace.parents, scope, node)
        if bindings:
            # In a loop, what a variable holds may be bound further down.
            every = [*bindings, *reversed(bindings_of(trace.parents, scope, node, later=True))]
            _bound(trace, node, next((one for one in every if _tells(trace, node, one)), bindings[0]))
            return
        why = parameter(trace, scope, node) if isinstance(scope, FUNCTIONS) else None
        if why is not None:
            for one in why:
                _value(trace, one)
            return
        if isinstance(scope, ast.Lambda) and any(one.arg == node.id for one in arguments_of(scope.args)):
            _add_lambda(trace, node, scope)
            return
        scope = scope_of(trace.parents, scope)
    trace.add("value", node, text=node.id, kind=trace.kind(node))


def _tells(trace: Trace, node: ast.Name, binding: ast.AST) -> bool:
    """Whether a statement may give a variable what it holds where it is read: not where that is a Tensor, and this is
    None or a number."""
    if not isinstance(binding, ast.Assign):
        return True
    target = next(one for one in binding.targets if has_name(one, node.id))
    part = part_at(binding.value, way_to(target, node.id))
    if part is None or part is binding.value and not isinstance(target, ast.Name):
        return True
    given, found = trace.inference.type_of(part), trace.inference.type_of(node)
    return given.kind in ("unknown", found.kind) or found.is_unknown and given.kind not in _SAYS_NOTHING


def _add_lambda(trace: Trace, node: ast.Name, scope: ast.Lambda) -> None:
    """The parameter of a lambda, with what calls the lambda, where that is handed over."""
    shown = {"text": node.id, "kind": trace.kind(node), "line": trace.line(scope)}
    around = trace.parents.get(id(scope))
    if isinstance(around, ast.keyword):
        around = trace.parents.get(id(around))
    if isinstance(around, ast.Call) and around.func is not scope:
        trace.add("parameter.handed", scope, **shown, callee=trace.text(around.func))
    else:
        trace.add("parameter.lambda", scope, **shown)


def _bound(trace: Trace, node: ast.Name, binding: ast.AST) -> None:
    shown = {"text": node.id, "kind": trace.kind(node), "line": trace.line(binding)}
    if isinstance(binding, (ast.Import, ast.ImportFrom)):
        trace.add("import", binding, text=node.id, name=_imported(trace, node, binding), line=shown["line"])
    elif isinstance(binding, (ast.For, ast.AsyncFor, ast.comprehension)):
        shown["line"] = trace.line(binding.target)
        over = looped_over(binding.iter, way_to(binding.target, node.id))
        if _is_told_by_use(trace, node, over):
            trace.add("told-by-use", binding.target, **shown, value=trace.text(over))
            return
        trace.add("loop", binding.target, **shown, value=trace.text(binding.iter))
        _value(trace, over)
    elif isinstance(binding, (ast.With, ast.AsyncWith)):
        item = next(one for one in binding.items if one.optional_vars and has_name(one.optional_vars, node.id))
        trace.add("with", binding, **shown, value=trace.text(item.context_expr))
        _value(trace, item.context_expr)
    elif isinstance(binding, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)):
        _assigned(trace, node, binding, shown)
    elif isinstance(binding, (*FUNCTIONS, ast.ClassDef)):
        trace.add("defined", binding, **shown)
    else:
        trace.add("value", node, text=node.id, kind=shown["kind"])


def _imported(trace: Trace, node: ast.Name, binding: ast.Import | ast.ImportFrom) -> str:
    """What an import binds: torch's own name for it, else the module that is written there, and the name."""
    found = trace.inference.type_of(node).name
    if "." in found or isinstance(binding, ast.Import):
        return found or trace.text(binding)
    name = next((one.name for one in binding.names if (one.asname or one.name) == node.id), node.id)
    place = "." * binding.level + (binding.module or "")
    return place + name if place.endswith(".") or not place else f"{place}.{name}"


def _assigned(
    trace: Trace,
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
    if isinstance(binding, ast.AugAssign) and isinstance(binding.target, ast.Name):
        trace.add("changed", binding, **shown, value=trace.text(value))
        if trace.inference.type_of(value).kind == "tensor":
            _value(trace, value)
        else:
            _name(trace, binding.target)
        return
    targets = binding.targets if isinstance(binding, ast.Assign) else [binding.target]
    target = next(one for one in targets if has_name(one, node.id))
    part = part_at(value, way_to(target, node.id))
    if _is_told_by_use(trace, node, part or value):
        trace.add("told-by-use", binding, **shown, value=trace.text(part or value))
        return
    whole = part is not None and part is not value or isinstance(target, ast.Name)
    trace.add("assigned" if whole else "unpacked", binding, **shown, value=trace.text(part or value))
    _held(
        trace,
        next((one for one in ast.walk(target) if isinstance(one, ast.Name) and one.id == node.id), target),
        part or value,
    )


def _is_told_by_use(trace: Trace, node: ast.Name, value: ast.expr) -> bool:
    """Whether nothing is known of what a variable is taken from, so that what is done with the variable must tell what it is."""
    found = trace.inference.type_of(node)
    return trace.is_open(value) and (found.kind == "tensor" or found == OUTPUT)


def _held(trace: Trace, target: ast.expr, value: ast.expr) -> None:
    """Goes on with a value that is assigned, where it begins empty with what is put into it."""
    if begins_empty(value) and isinstance(target, (ast.Name, ast.Attribute)):
        puts = list(filled_with(trace, target))
        telling = [
            one for one in puts if trace.inference.type_of(one).kind not in _SAYS_NOTHING or trace.is_likely(one)
        ]
        for one in telling[:1]:
            trace.add("filled", one, text=trace.text(target), line=trace.line(one), value=trace.text(one))
            _value(trace, one)
            return
    _value(trace, value)

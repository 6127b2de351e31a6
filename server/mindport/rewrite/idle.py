"""Statements that come to nothing: what they move, ask for or set is there already, or does not exist, in MindSpore.

Which calls do nothing is the rows' to say: a template of ``None``, or of the receiver alone. What a statement does besides keeps
it: a call in its arguments, in what a comprehension runs over, in the test of an ``if``.
"""

from __future__ import annotations

import ast

from mindport.analysis.findings import Applicability, Finding
from mindport.rewrite import cut_off, wrappers
from mindport.rewrite.rule import Module

_INERT = "inert_context"
_CONSTANTS = ("False", "0", "'none'")  # of settings of torch's libraries
_PLAIN = (ast.Name, ast.Attribute)
_VALUES = (*_PLAIN, ast.Constant, ast.expr_context)
_TESTS = (ast.Subscript, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.boolop, ast.unaryop, ast.cmpop)


def idle(module: Module) -> list[tuple[ast.stmt, list[ast.AST]]]:
    """The outermost of these statements, each with the uses that vanish with it."""
    gone: list[tuple[ast.stmt, list[ast.AST]]] = []
    covered: set[int] = set()
    for node in module.source.each(ast.Assign, ast.Expr, ast.If):  # a statement before those that it holds
        if id(node) in covered:
            continue
        uses: list[ast.AST] = []
        if _idle(module, node, uses) and not _is_elif(module, node):
            gone.append((node, uses))
            covered.update(id(inner) for inner in ast.walk(node))
    return gone


def idle_elses(module: Module, gone: list[tuple[ast.stmt, list[ast.AST]]]) -> list[ast.If]:
    """Each ``if`` that stays while all of its ``else`` is ``gone``."""
    ids = {id(statement) for statement, _ in gone}
    found = (node for node in module.source.each(ast.If) if id(node) not in ids)
    return [node for node in found if node.orelse and all(id(one) in ids for one in node.orelse)]


def _is_elif(module: Module, node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and module.source.text_of(node).startswith("elif")


def _idle(module: Module, node: ast.stmt, uses: list[ast.AST]) -> bool:
    """Whether nothing of the statement is left once it is rewritten; the uses that vanish are added to ``uses``."""
    if isinstance(node, ast.Expr):
        return _does_nothing(module, node.value, uses)
    if isinstance(node, ast.Assign):
        places = [
            one for target in node.targets for one in (target.elts if isinstance(target, ast.Tuple) else [target])
        ]
        if all(_is_setting(module, one) for one in places):
            uses += places
            return not _calls([node.value])
        return len(node.targets) == 1 and _sets_nothing(module, node.targets[0], node.value, uses)
    if isinstance(node, ast.If) and "#" not in module.source.text_of(node):
        inner = [*node.body, *node.orelse]
        return _only_asks(module, node.test, uses) and all(_idle(module, one, uses) for one in inner)
    return False


def _does_nothing(module: Module, value: ast.expr, uses: list[ast.AST]) -> bool:
    """Whether an expression that stands alone does nothing; a name alone is not torch's, and stays."""
    if isinstance(value, ast.ListComp):
        around = [*(part.iter for part in value.generators), *(test for part in value.generators for test in part.ifs)]
        return not _calls(around) and _does_nothing(module, value.elt, uses)
    if isinstance(value, ast.IfExp):
        arms = [arm for arm in (value.body, value.orelse) if not isinstance(arm, ast.Constant)]
        return bool(arms) and _only_asks(module, value.test, uses) and all(_does_nothing(module, a, uses) for a in arms)
    if isinstance(value, ast.Call) and (_becomes(module, value, "None", unsafe=True) or _is_inert(module, value)):
        uses += ast.walk(value)
        return not _calls([*value.args, *(keyword.value for keyword in value.keywords)])
    return isinstance(value, ast.Call) and isinstance(_moved(module, value, uses), _PLAIN)


def _sets_nothing(module: Module, target: ast.expr, value: ast.expr, uses: list[ast.AST]) -> bool:
    """Whether the assignment gives what is there already, as ``x = x.cuda()`` does."""
    before = len(uses)
    for one, given in _pairs(target, value):
        left = _moved(module, given, uses)
        if type(one) is not type(left) or not _is_place(one) or ast.unparse(one) != ast.unparse(left):
            return False
    return len(uses) > before


def _is_setting(module: Module, target: ast.expr) -> bool:
    """Whether nothing asks for what is set: a row says what it always is."""
    finding = module.findings.get(id(target))
    if finding is None or finding.row is None or finding.equivalent is None:
        return False
    return finding.row.kind == "value" and finding.equivalent.template in _CONSTANTS


def _is_place(target: ast.expr) -> bool:
    """Whether an assignment to ``target`` does no more than to keep the value; also items: ``batch["x"]``."""
    if isinstance(target, ast.Subscript):
        return all(isinstance(inner, (*_VALUES, ast.Subscript)) for inner in ast.walk(target))
    return isinstance(target, _PLAIN)


def _only_asks(module: Module, test: ast.expr, uses: list[ast.AST]) -> bool:
    """Whether an ``if`` can do without its test, which looks at values and at what CUDA is there."""
    for inner in ast.walk(test):
        if isinstance(inner, ast.Call) and (module.api(inner) or "").startswith("torch.cuda."):
            uses.append(inner.func)
        elif isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id == "len":
            continue
        elif not isinstance(inner, (*_VALUES, *_TESTS)):
            return False
    return True


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return list(zip(target.elts, value.elts))
    return [(target, value)]


def _moved(module: Module, value: ast.expr, uses: list[ast.AST]) -> ast.expr:
    """What is left of ``value`` without the calls that become their receiver; their uses are added to ``uses``."""
    while isinstance(value, ast.Call):
        if isinstance(value.func, ast.Attribute) and _becomes(module, value, "{self}"):
            uses.append(value.func)
            value = value.func.value
        elif cut_off.by_variable(module, value) is not None:
            break
        elif value.args and any(_becomes(module, value, one, unsafe=True) for one in _unwrapped(module)):
            uses += ast.walk(value)  # ``nn.DataParallel(net)``, ``Variable(x)``
            value = value.args[0]
        else:
            break
    return value


def _unwrapped(module: Module) -> tuple[str, ...]:
    return ("{data}",) if wrappers.stay(module.source.text) else ("{module}", "{data}")


def _becomes(module: Module, call: ast.Call, template: str, unsafe: bool = False) -> bool:
    """Whether a row puts ``template`` in place of the call, safely, or as a fix that a whole file may have (``unsafe``)."""
    finding: Finding | None = module.findings.get(id(call.func))
    if finding is None or finding.equivalent is None or finding.equivalent.template != template:
        return False
    return finding.fix is Applicability.SAFE or (unsafe and finding.fix is Applicability.UNSAFE)


def _is_inert(module: Module, call: ast.Call) -> bool:
    """``torch.autograd.set_detect_anomaly(True)``: a context that does nothing, and that nothing runs in."""
    finding = module.findings.get(id(call.func))
    return finding is not None and finding.equivalent is not None and finding.equivalent.helper == _INERT


def _calls(values: list[ast.expr]) -> bool:
    """Whether one of them calls something, which may do something."""
    return any(isinstance(inner, ast.Call) for value in values for inner in ast.walk(value))

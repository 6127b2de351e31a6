"""Types of parameters: annotations, defaults, call sites, and how the body uses them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics import autograd, by_calls, callers, docstrings, fixtures, hooks, likelihood, loops, refusals
from mindport.semantics.annotations import annotation_type, names_object
from mindport.semantics.definitions import Frame, FunctionInfo
from mindport.semantics.evidence import PLAIN, judge
from mindport.semantics.joining import either
from mindport.semantics.libraries import lightning, objects, trainer
from mindport.semantics.types import (
    BATCH,
    BESIDE,
    DEFAULTED,
    FLOAT,
    FOREIGN,
    GIVEN,
    NDARRAY,
    NUMBER,
    NUMPY,
    OPEN,
    OUTPUT,
    STR,
    TENSOR,
    UNKNOWN,
    Type,
    dict_of,
)
from mindport.syntax.nodes import Name

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def bind(flow: Flow, function: FunctionInfo, frame: Frame) -> None:
    """Puts the parameters of ``function`` into ``frame``."""
    arguments = function.node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    pairs = [*zip(plain, defaults), *zip(arguments.kwonlyargs, arguments.kw_defaults)]
    if function.cls is not None and plain and "staticmethod" not in function.decorators:
        frame.vars[plain[0].arg] = _self_type(function)
        _annotated(flow, plain[0])
        _of_own_class(flow, function, frame, plain[0].annotation)
        pairs = pairs[1:]
    if pairs and autograd.takes_context(function):
        frame.vars[pairs[0][0].arg] = autograd.context(function)
        _annotated(flow, pairs[0][0])
        pairs = pairs[1:]
    gradients = autograd.takes_gradients(function)
    open_ones = _bind(flow, function, frame, pairs, gradients)
    if arguments.vararg is not None:
        rest = TENSOR if gradients else OUTPUT if autograd.takes_context(function) else UNKNOWN
        each = _annotated(flow, arguments.vararg)
        asks = each is None or each.kind == "tuple" and each.name == "..."
        several = _left_over(function, arguments.vararg.arg) if asks and rest is UNKNOWN else None
        if each is not None and several is not None and not all(one == each.items[0] for one in several.items):
            several = None
        frame.vars[arguments.vararg.arg] = several or Type("tuple", "...", (each or rest,))
    if arguments.kwarg is not None:
        annotated = _annotated(flow, arguments.kwarg)
        rest = _by_name(function, arguments.kwarg.arg) if annotated is None else dict_of(STR, annotated)
        frame.vars[arguments.kwarg.arg] = rest
    said = _judge(flow, function, frame, open_ones)
    refusals.without_arrays(flow, function, frame.vars)
    # A number or a list that nothing but the docstring speaks of: what other files give is to be asked for.
    left = frozenset(
        name
        for name in open_ones
        if frame.vars[name].is_unknown
        or frame.vars[name].kind in PLAIN
        and (name in said or _is_any_batch(name, frame.vars[name]))
    )
    if left != function.open:
        flow.assign(function, "open", left)
    if left and function.elsewhere and callers.tell(function.elsewhere, left):
        _judge(flow, function, frame, _bind(flow, function, frame, pairs, gradients, asked=True))
        refusals.without_arrays(flow, function, frame.vars)
    kinds = {name: found.kind for name, found in frame.vars.items()}
    if kinds != function.parameter_kinds:
        flow.assign(function, "parameter_kinds", kinds)


def _bind(
    flow: Flow,
    function: FunctionInfo,
    frame: Frame,
    pairs: Iterable[tuple[ast.arg, ast.expr | None]],
    gradients: bool,
    asked: bool = False,
) -> list[str]:
    """Puts what is declared of parameters into ``frame``; gives those of which nothing is. ``asked``: calls in other files are,
    too."""
    open_ones: list[str] = []
    for argument, default in pairs:
        if gradients and argument.annotation is None:
            frame.vars[argument.arg] = TENSOR
            continue
        found = _declared(flow, function, argument, default, asked)
        if found.kind == "tensor" and argument.annotation is not None:
            frame.declared.add(argument.arg)
        if found.kind == "unknown" and found.name in OPEN and argument.annotation is None:
            by_trainer = _of_library(function, argument.arg)
            if by_trainer == UNKNOWN and default is None:
                by_trainer = fixtures.given(flow, function, argument.arg)
                if by_trainer == UNKNOWN:
                    by_trainer = hooks.by_name(function, argument.arg)
            found = found if by_trainer == UNKNOWN else by_trainer
        elif found.kind == "tuple" and found.items in _OF_ANYTHING and argument.annotation is not None:
            # ``def count_hook(module: nn.Module, input: tuple, output: Tensor)``
            told = hooks.by_name(function, argument.arg)
            found = told if told.kind == "tuple" else found
        frame.vars[argument.arg] = found
        if (
            found.kind == "unknown"
            and (argument.annotation is None or argument.arg == "torch")  # ``torch: Any``, the library itself
            or found.kind == "dict"
            and _is_any_batch(argument.arg, found)
        ):
            open_ones.append(argument.arg)
    return open_ones


_OF_ANYTHING: Final = ((), (UNKNOWN,))


def _of_library(function: FunctionInfo, name: str) -> Type:
    """What a library certainly gives: its trainer to a method that it calls, or what only its own objects are called; unknown of
    any other parameter."""
    if function.flow.source.has_tensordicts and objects.names_dict(name):
        return objects.TENSOR_DICT
    found = lightning.module(function, name)
    return found if found != UNKNOWN else trainer.given(function, name)


def _judge(flow: Flow, function: FunctionInfo, frame: Frame, open_ones: Sequence[str]) -> Mapping[str, Type]:
    """Fills in what the function's body says of parameters of which nothing else is known; gives what the docstring does."""
    if not open_ones:
        return {}
    said = _documented(function, frame, open_ones)
    for name, found in judge(flow, function, open_ones, documented=said).items():
        if frame.vars[name] == NUMPY and found == OUTPUT:
            continue  # calls give an array, which has a shape as well
        frame.vars[name] = found if found == OUTPUT else found.optionally(frame.vars[name] == DEFAULTED)
    for name in open_ones:
        if frame.vars[name] == UNKNOWN:
            by_trainer = lightning.given(function, name)
            frame.vars[name] = GIVEN if by_trainer == UNKNOWN else by_trainer
    if open_ones[0] == "self" and _is_method_elsewhere(function) and frame.vars["self"] in (GIVEN, OUTPUT, TENSOR):
        frame.vars["self"] = BESIDE
    return said


def _is_method_elsewhere(function: FunctionInfo) -> bool:
    """Whether a function outside of classes, whose first parameter is an object's own, is put into one that is no tensor's."""
    if function.cls is not None or "self" not in function.positional[:1]:
        return False
    text = function.flow.source.text
    return "setattr(torch.Tensor" not in text and not re.search(rf"Tensor\.\w+ *= *{function.name}\b", text)


def _documented(function: FunctionInfo, frame: Frame, open_ones: Sequence[str]) -> dict[str, Type]:
    """What the docstring says of parameters of which calls say nothing else; a class's may speak of its constructor's."""
    if not function.flow.judges:
        return {}  # the tensors of which it speaks may be those of another library
    text = docstrings.of_body(function.node.body)
    if not text and function.name == "__init__" and function.cls is not None:
        text = docstrings.of_body(function.cls.node.body)
    if not text:
        return {}
    found = docstrings.documented(text, tuple(open_ones))
    return {
        name: said
        for name, said in found.items()
        if frame.vars[name].name in OPEN or said.kind == "tensor" and frame.vars[name] == OUTPUT
    }


def annotated_return(flow: Flow, function: FunctionInfo) -> Type | None:
    """What the function's annotation says it returns."""
    node = function.node.returns
    if node is None:
        return None
    found = annotation_type(flow, node)
    if found.is_unknown and found.name not in ("either", "one-of"):
        if found.name != "iterator" or found.items[0].is_unknown:
            return None
    return found


def _self_type(function: FunctionInfo) -> Type:
    assert function.cls is not None
    if "classmethod" in function.decorators or function.name in ("__new__", "__init_subclass__"):
        kind = "module_class" if function.cls.kind == "module" else "class"
        return Type(kind, function.cls.name, (), False, function.cls)
    return function.cls.instance


def _of_own_class(flow: Flow, function: FunctionInfo, frame: Frame, annotation: ast.expr | None) -> None:
    """``def merge(self: T, others: Iterable[T]) -> T``: in this signature the type variable is the class."""
    cls = function.cls
    found = flow.lookup(annotation.id) if type(annotation) is Name else None
    if cls is not None and found is not None and found.name == "alias" and "classmethod" not in function.decorators:
        frame.vars[annotation.id] = Type("class", cls.name, (), False, cls)  # type: ignore[union-attr]


def _annotated(flow: Flow, argument: ast.arg) -> Type | None:
    if argument.annotation is None:
        return None
    found = annotation_type(flow, argument.annotation)
    if found.kind == "unknown" and found == UNKNOWN and names_object(flow, argument.annotation):
        return FOREIGN
    return found


def _left_over(function: FunctionInfo, name: str) -> Type | None:
    """What the file's own calls give beyond the other parameters, for ``*name``."""
    seed = function.seed(name, False)
    if function.reads is not None:
        function.reads.given[name] = function.given(name)
    return seed if seed is not None and seed.kind == "tuple" else None


def _by_name(function: FunctionInfo, name: str) -> Type:
    """The same for ``**name``."""
    seed = function.seed(name, False)
    if function.reads is not None:
        function.reads.given[name] = function.given(name)
    return seed if seed is not None and seed.kind == "dict" and seed.items else dict_of(STR, UNKNOWN)


def _declared(flow: Flow, function: FunctionInfo, argument: ast.arg, default: ast.expr | None, asked: bool) -> Type:
    given = flow.types.get(id(default)) if default is not None else None
    declared = _annotated(flow, argument)
    if given is not None and given.kind == "int" and declared == FLOAT:
        return NUMBER  # ``dropout: float = 0``: what is declared a float may be a whole number
    if declared is not None and not declared.is_unknown and not _says_no_more(argument.arg, declared):
        if declared.kind == "tensor" and refusals.either_given(flow, function, argument.arg):
            declared = either(declared, NDARRAY)
        return declared.optionally(True) if given is not None and given.kind == "none" else declared
    seed = function.seed(argument.arg, asked)
    if seed is not None and seed.kind == "none" and default is None:
        seed = None  # what the others give that call it is not said by a call with nothing
    if function.reads is not None and not asked:
        function.reads.given[argument.arg] = function.given(argument.arg)
    if declared is not None and not declared.is_unknown:
        if seed is not None and (seed.kind == declared.kind or seed == BATCH and declared.kind == "dict"):
            declared = seed
        return declared.optionally(True) if given is not None and given.kind == "none" else declared
    if declared is not None and declared.name == "callable":
        return declared if seed is None or seed.is_unknown else seed  # a function that is given says more
    if declared is not None and declared.name in ("either", "one-of"):
        return declared.optionally(True) if given is not None and given.kind == "none" else declared
    if seed == OUTPUT and any(site.get(argument.arg) == UNKNOWN for site in function.seeds.values()):
        if likelihood.among_arrays(flow):
            seed = UNKNOWN  # some calls give a tensor, others perhaps an array
    found = by_calls.made(flow, function, argument.arg, given, seed, declared)
    if function.reads is not None and not asked and declared is None:
        function.reads.made[argument.arg] = (given, found)
    return found


def _says_no_more(name: str, declared: Type) -> bool:
    """Whether an annotation names torch's ``Dataset`` or ``DataLoader``, or a batch is a dict of anything: what is in it, only
    those who call know."""
    if declared.kind == "dict":
        return _is_any_batch(name, declared)
    return declared.kind in ("dataset", "dataloader") and not declared.items and declared.definition is None


def _is_any_batch(name: str, value: Type) -> bool:
    """Whether a parameter is a dict of anything, and called a batch: ``batch: dict[str, Any]``."""
    if value.kind != "dict" or not loops.is_batch_name(name):
        return False
    return not value.items or value.items[-1] == UNKNOWN and not value.name

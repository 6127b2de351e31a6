"""Calls: what they return, and what they tell of the parameters of the user's functions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mindport.semantics import (
    autograd,
    batches,
    contexts,
    declared_arguments,
    delegation,
    filling,
    handed_over,
    hindsight,
    holding,
    hooks,
    imports,
    late_imports,
    library_calls,
    likelihood,
    meters,
    moving,
    named_tuples,
    own_records,
    passed_through,
    phrases,
    python_calls,
    running,
    sequences,
    setters,
    told_after,
    torch_calls,
    torch_functions,
    torch_modules,
    transforms,
    unions,
)
from mindport.semantics.annotations import instance_of
from mindport.semantics.arguments import Applied, Arguments
from mindport.semantics.decorators import OPAQUE, keeps_what_is_declared
from mindport.semantics.definitions import ClassInfo, FunctionInfo, LambdaInfo, Super
from mindport.semantics.joining import as_objects, join_all, record_of
from mindport.semantics.knowledge import family
from mindport.semantics.lambdas import call_lambda
from mindport.semantics.libraries import dispatch as libraries
from mindport.semantics.libraries import hugging_face, vision_and_audio
from mindport.semantics.parameters import annotated_return
from mindport.semantics.reads import same
from mindport.semantics.transforms import Derived
from mindport.semantics.types import (
    COMPUTING,
    EITHER_MODULE,
    FOREIGN,
    GIVEN,
    ITSELF,
    MODULE,
    NEVER,
    NUMPY,
    OPEN,
    OUTPUT,
    TENSOR,
    UNKNOWN,
    Type,
    tuple_of,
)
from mindport.semantics.undecided import GUESS, GUESSED
from mindport.syntax.nodes import Attribute, BinOp, Call, Constant, Name, Raise, Starred, Subscript

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def call(flow: Flow, node: ast.Call) -> Type:
    """Type of a call's result."""
    role, func, arguments = flow.role, node.func, node.args
    flow.calling = node if type(func) in (Name, Attribute) else None
    callee = flow.evaluate(func)
    flow.role = "reference"
    positional: list[Type] = []
    if arguments and type(arguments[0]) is BinOp and callee.kind == "function" and callee.name.startswith("torch."):
        if not callee.items and 0 in flow.knowledge.tensor_places(callee.name):
            torch_modules.prove_operands(flow, arguments[0])
    spread: tuple[Type, ...] = ()
    for argument in arguments:
        if type(argument) is Starred:
            several = flow.evaluate(argument.value)
            if type(argument.value) is Call:
                phrases.sized(flow, argument.value, several)
            positional.append(UNKNOWN)
            spread += (sequences.element_of(flow, flow.types.get(id(argument.value), UNKNOWN)),)
        else:
            positional.append(flow.evaluate(argument))
    if positional and callee.name in _OF_MANY and not callee.items:
        hindsight.parts_are_tensors(flow, arguments[0])
    elif positional and callee.name == "torch.nn.Parameter":
        hindsight.made_by_tensor(flow, arguments[0])
        hindsight.read_through(flow, arguments[0])
    keywords: dict[str, Type] = {}
    for keyword in node.keywords:
        found = flow.evaluate(keyword.value)
        if keyword.arg is not None:
            keywords[keyword.arg] = found
        elif found.kind == "dict" and found.items:
            spread += found.items[1:]
    flow.role = role
    if flow.frame.holds is not None:
        holding.called(flow, callee)
    if flow.frame.filled:
        filling.called(flow, callee)
    if positional and type(func) is Attribute and func.attr in hooks.NAMES:
        hook = hooks.given_to(flow, node, callee, positional[0])
        if hook is not None:
            seed(flow, node, hook.function, hook.given, bound=hook.bound)
            if hook.function.frame is flow.frame:
                flow.ensure(hook.function)  # what it puts into variables around it is there from now on
                flow.make_stale(hook.function)
    given = Arguments(node, positional, keywords, spread)
    if type(func) is Attribute and func.attr in _SETTING:
        (setters.note_own if func.attr == "__setattr__" else setters.updated)(flow, given)
    if arguments and (type(arguments[-1]) is Call or type(arguments[0]) is Call) and callee.kind in _MODELS:
        told_after.into_a_model(flow, callee, given)
    return result(flow, node, callee, given)


_SETTING: Final = frozenset(["__setattr__", "update"])
_MODELS: Final = ("module", "unknown")
_OF_MANY: Final = frozenset(f"torch.{name}" for name in ("cat", "concat", "stack", "hstack", "vstack"))


def result(flow: Flow, node: ast.Call, callee: Type, given: Arguments) -> Type:
    """What calling ``callee`` gives."""
    kind = callee.kind
    definition = callee.definition
    if kind == "never" and flow.frame.first_turns:
        return NEVER
    if node.args and type(node.args[0]) is Constant:
        imported = late_imports.module(flow, node, given)
        if imported is not None:
            return imported
    if kind == "function":
        if definition is not None:
            if isinstance(definition, FunctionInfo):
                return _user_function(flow, node, callee, definition, given)
            if isinstance(definition, LambdaInfo):
                return _call_lambda(flow, node, definition, given)
            if isinstance(definition, Applied):
                return result(flow, node, definition.callee, definition.joined(given))
            if isinstance(definition, Derived):
                return transforms.result(flow, definition, given, result(flow, node, definition.callee, given))
        if callee.name == "builtins.super":
            return _super(flow)
        if callee.name.startswith("builtins."):
            return python_calls.builtin(flow, callee.name[9:], given)
        if callee.name == GUESS:
            return GUESSED
        if callee.name.startswith("torch"):
            return torch_calls.function(flow, callee, given)
        if callee.items:
            owner = callee.items[0]
            return python_calls.method(flow, node, callee.name, owner, given)
        return OUTPUT if callee.name == COMPUTING.name and given.has_tensor else UNKNOWN
    if isinstance(definition, ClassInfo):
        if kind in ("class", "module_class"):
            return _construct(flow, node, definition, given)
        return _call_instance(flow, node, callee, definition, given)
    if kind == "module_class":
        return torch_modules.construct_module(flow, callee.name, given) if callee.name else MODULE
    if kind == "class":
        if named_tuples.is_class(callee):
            return named_tuples.construct(flow, callee, given)
        return torch_calls.construct(flow, callee.name, given) or instance_of(flow, callee.name)
    if kind == "module":
        return _call_module(flow, node, callee, given)
    if kind == "namespace":
        if callee.name.startswith("torch.multiprocessing."):
            return running.library(flow, callee.name, given)
        if family(callee.name):
            return torch_functions.unlisted(callee.name, given)
        if callee.name in batches.LOADERS:
            return batches.of_library(flow, given)
        found = library_calls.library(flow, callee.name, given)
        if found is UNKNOWN and given.has_tensor and libraries.computes(callee.name):
            return OUTPUT
        if found is UNKNOWN and libraries.makes_objects(callee.name):
            return FOREIGN
        if found is UNKNOWN and libraries.makes_arrays(callee.name):
            return NUMPY
        return GIVEN if found is UNKNOWN and given.first.kind == "tensor" else found
    if kind == "unknown" and callee.name == "callable":
        if type(node.func) is Name:
            handed_over.note(flow, node.func.id, given)
        return callee.items[0]
    if kind == "unknown" and callee.name == "alias":
        return callee.items[0]  # ``Tensor = NewType("Tensor", torch.Tensor)``
    if kind == "unknown" and callee.name == "one-of":
        found = join_all([result(flow, node, one, given) for one in as_objects(callee)])
        return OUTPUT if found == UNKNOWN and given.has_tensor else found
    if callee.name == NUMPY.name and callee == NUMPY:
        return NUMPY
    if kind == "other" and hugging_face.is_tokenizer(callee):
        return hugging_face.method("__call__", given)
    if kind == "other" and callee.name:
        return running.joined(flow, given) if callee == running.POOL else vision_and_audio.kept(callee, given)
    if kind == "dict" and (given.has_tensor or GIVEN in given.positional):
        return OUTPUT  # what was loaded is no dict then, but a model
    if given.first.kind == "module" and type(node.func) is Attribute and node.func.attr == "unwrap_model":
        return given.first  # what was wrapped where nobody saw it
    if callee.is_unknown and (run := running.of_loop(flow, given)) is not None:
        return run
    if kind == "unknown" and callee.name in _UNSEEN:
        found = libraries.unseen(node.func, given)
        if found != UNKNOWN:
            return found
    if type(node.func) is Name:
        handed_over.note(flow, node.func.id, given)
    if kind == "unknown" and given.has_tensor and told_after.with_a_tensor(flow, given):
        return TENSOR
    # What is None by all that is known, and called, holds what others set.
    is_open = kind == "none" or kind == "unknown" and callee.name in OPEN
    if callee == OUTPUT or is_open and _passes_tensors_on(flow, node, given):
        return OUTPUT
    return UNKNOWN


_UNSEEN: Final = frozenset([*OPEN, "output"])


def _call_module(flow: Flow, node: ast.Call, callee: Type, given: Arguments) -> Type:
    if callee.name != EITHER_MODULE:
        return torch_modules.call_module(flow, callee, given)
    found = join_all([result(flow, node, one, given) for one in callee.items])
    return torch_modules.call_module(flow, MODULE, given) if found == UNKNOWN else found


_OF_CLASSES: Final = ("_class", "_cls")  # their calls make objects, whatever these are given


def _passes_tensors_on(flow: Flow, node: ast.Call, given: Arguments) -> bool:
    """Whether an unknown callable, a variable or a part of a Module, is given tensors: layers, losses, models."""
    if not given.has_tensor:
        return False
    callee = node.func
    if type(callee) is Name:
        return flow.lookup(callee.id) is not None and not callee.id.endswith(_OF_CLASSES)
    if type(callee) is Attribute:
        owner = flow.types.get(id(callee.value), UNKNOWN)
        if owner.kind == "module":
            return True
        if owner.kind == "other" and isinstance(owner.definition, ClassInfo):
            held = flow.attribute_of(owner.definition, callee.attr) is not None
        else:
            held = owner.kind == "unknown" and owner.name in OPEN and callee.attr != "step"
        return held and not flow.knows(likelihood.OTHER_TENSORS)
    return isinstance(callee, (Subscript, Call))


def _super(flow: Flow) -> Type:
    cls = flow.frame.cls
    frame = flow.frame
    while cls is None and frame.outer is not None:
        frame = frame.outer
        cls = frame.cls
    return UNKNOWN if cls is None else Type(cls.kind, cls.torch_base, (), False, Super(cls))


def _call_lambda(flow: Flow, node: ast.Call, info: LambdaInfo, given: Arguments) -> Type:
    plain, func = info.node.args.args, node.func
    if type(func) is Attribute and plain and plain[0].arg == "self":
        # ``energy = lambda self, x: …`` in a class, which the object is given to as to a method.
        owner = flow.types.get(id(func.value), UNKNOWN)
        return call_lambda(flow, info, [owner, *given.positional], [func.value, *given.call.args])
    return call_lambda(flow, info, given.positional, given.call.args)


def _construct(flow: Flow, node: ast.Call, cls: ClassInfo, given: Arguments) -> Type:
    init = cls.method("__init__")
    if init is not None:
        seed(flow, node, init, given, bound=True)
        cls.flow.prepare(cls)
    if not cls.torch_base and (init is None or init.node.args.kwarg is not None and own_records.gives_attributes(cls)):
        own_records.construct(flow, cls, given)
    instance = cls.instance
    if cls.torch_base and instance.kind == "dataloader":
        return batches.loader(flow, instance, given)
    return instance


def _call_instance(flow: Flow, node: ast.Call, callee: Type, cls: ClassInfo, given: Arguments) -> Type:
    cls.flow.prepare(cls)
    method = cls.method("forward") if cls.kind == "module" else None
    method = method or cls.method("__call__")  # which a Module's own may take the place of
    if method is not None:
        found = _run(flow, node, method, given, bound=True)
        return found if method.cls is cls else delegation.of_heir(flow, callee, method) or found
    if cls.kind == "module" and cls.torch_base and cls.torch_base != "torch.nn.Module":
        return torch_modules.call_module(flow, Type("module", cls.torch_base, callee.items), given)
    return UNKNOWN


def _user_function(flow: Flow, node: ast.Call, callee: Type, function: FunctionInfo, given: Arguments) -> Type:
    bound = function.cls is not None and bool(callee.items) or "classmethod" in function.decorators
    if function.name in _REGISTER and callee.items and callee.items[0].kind == "module":
        torch_functions.register(flow, callee.items[0], given)  # the user's own way to torch's
    found = _run(flow, node, function, given, bound=bound)
    if bound and callee.items and function.cls is not callee.items[0].definition:
        found = delegation.of_heir(flow, callee.items[0], function) or found
    if found.name == "either":
        told = hugging_face.converted(given)
        found = found if told == UNKNOWN else told
    if function.sets:
        owner = (
            callee.items[0]
            if callee.items
            else function.frame.cls.instance
            if function.frame.cls is not None
            else UNKNOWN
        )
        setters.apply(flow, function, owner, given)
    return found


_REGISTER: Final = frozenset(["register_buffer", "register_parameter", "add_module", "register_module"])


def _run(flow: Flow, node: ast.Call, function: FunctionInfo, given: Arguments, *, bound: bool) -> Type:
    seed(flow, node, function, given, bound=bound)
    hands_over, lost = handed_over.hands_over(given), flow.dropped is node
    walked = function.flow.needs(function, lost) or hands_over or setters.may_name(given)
    if walked:
        flow.ensure(function)
    declared_arguments.given(flow, given.call, function, bound=bound)
    if hands_over:
        hidden = bound * (("staticmethod" not in function.decorators) + autograd.takes_context(function))
        for handed, its, is_bound in handed_over.given(flow, given, function, hidden=hidden):
            seed(flow, node, handed, its, bound=is_bound)
    if lost and not walked:
        return UNKNOWN
    flow.note_caller(function)  # after that: of what is known by now, no walk need tell
    if OPAQUE in function.decorators or "setter" in function.decorators:
        declared = function.node.returns is not None and flow.returns_of(function).kind == "tensor"
        return OUTPUT if declared and keeps_what_is_declared(function) else UNKNOWN
    returns = contexts.of_generator(function, flow.returns_of(function))
    if flow.frame.function is function:
        flow.frame.calls_itself = True
        if returns is UNKNOWN:
            return annotated_return(flow, function) or ITSELF
    if moving.is_as_given(returns):
        return moving.given_back(returns, moving.first_given(function, given))
    if function.through and (
        returns.kind in ("unknown", "tuple", "module") or returns.kind == "tensor" and function.through[0][:1] != "="
    ):
        returns = passed_through.filled(returns, function.through, _site(flow, function, given, bound=bound))
    if returns is UNKNOWN and given.has_tensor and _ends_by_raising(function):
        return OUTPUT  # an interface: heirs say what becomes of tensors
    if returns is UNKNOWN and given.has_tensor and function.flow is not flow:
        return GIVEN  # what another file's function makes of tensors, which may be anything
    return unions.as_given(returns, [*given.positional, *given.keywords.values()])


def run(flow: Flow, node: ast.Call, method: FunctionInfo, given: Arguments) -> Type:
    """What a method of an object gives that Python itself calls: an operator's, say. ``node``: a call that stands for that."""
    return _run(flow, node, method, given, bound=True)


def _ends_by_raising(function: FunctionInfo) -> bool:
    """Whether a method, or a function that is not there yet, does nothing but raise in the end. What is only told of by others
    (``@singledispatch``) raises of other kinds what it cannot turn into something else."""
    body = function.flow.body_of(function.node)
    last = body[-1] if body else None
    if type(last) is not Raise:
        return False
    raised = last.exc.func if type(last.exc) is Call else last.exc
    return function.cls is not None or type(raised) is Name and raised.id == "NotImplementedError"


def seed(flow: Flow, node: ast.Call, function: FunctionInfo, given: Arguments, *, bound: bool) -> None:
    """Remembers what this call gives for each parameter of ``function``; ``bound``: the first is given already."""
    if function.flow is not flow:
        if function.cls is not None:
            meters.note(flow, node.func, function, given)
        # Told to the other file only when it asks: its analysis must not depend on who was first.
        if flow.journal is None and flow.tells:
            given_here = _site(flow, function, given, bound=bound)
            told = (getattr(node, "lineno", 0), given_here)
            flow.foreign_calls.setdefault(function, {})[id(node.func)] = told
        return
    if function.cls is not None and function.name != "__init__" and not _of_super(node):
        for heir in function.cls.heirs:
            if function.name in heir.methods and heir.methods[function.name] is not function:
                seed(flow, node, heir.methods[function.name], given, bound=bound)
    if not flow.hears(function):
        return
    site = _site(flow, function, given, bound=bound)
    place = flow.site(node.func)
    known = function.seeds.get(place)  # which stays, also where a call is put together anew
    if known != site:
        first = not function.seeds
        before = [function.seed(name, False) for name in site] if not flow.keeps_reads else []
        flow.change(function.seeds, place, site)
        flow.put_in_order(function.seeds)
        if function.analyzed and site:
            # Where nothing is walked again in the end, it is at once.
            news = first or any(not same(one, function.seed(name, False)) for one, name in zip(before, site))
            if news or flow.keeps_reads:
                flow.make_stale(function)
            if news and (first or function.runs < _MOST_RUNS) and not function.running:
                flow.analyze_again(function)


_MOST_RUNS: Final = 5


def _of_super(node: ast.Call) -> bool:
    """``super().step(x)``: no heir's method is meant."""
    owner = node.func.value if type(node.func) is Attribute else None
    return type(owner) is Call and type(owner.func) is Name and owner.func.id == "super"


def _site(flow: Flow, function: FunctionInfo, given: Arguments, *, bound: bool) -> dict[str, Type]:
    arguments = function.node.args
    nodes = given.call.args
    names = function.positional
    if bound:
        hidden = ("staticmethod" not in function.decorators) + autograd.takes_context(function)
        names = names[hidden:]
    site: dict[str, Type] = {}
    place = 0
    for value, found in zip(nodes, given.positional):
        if type(value) is Starred:
            spread = flow.types.get(id(value.value), UNKNOWN)
            if spread.kind != "tuple" or spread.name == "...":
                break
            given_here = spread.items
        else:
            given_here = (found if found.definition is None else _plain(found),)
        for one in given_here:
            if place < len(names):
                site[names[place]] = one
            elif place < len(nodes):
                site[f"#{place}"] = one  # the function names no parameter there, but heirs may
            place += 1
    if arguments.vararg is not None and len(nodes) > len(names):
        spread_out = any(type(one) is Starred for one in nodes)
        others = [_plain(one) for one in given.positional[len(names) :]]
        site[arguments.vararg.arg] = Type("tuple", "...", (UNKNOWN,)) if spread_out else tuple_of(*others)
    for name, found in given.keywords.items():
        site[name] = found if found.definition is None else _plain(found)
    if arguments.kwarg is not None:
        by_name = {
            name: site[name] for name in given.keywords if name not in names and not _is_keyword(arguments, name)
        }
        site[arguments.kwarg.arg] = record_of({**by_name, "": UNKNOWN})  # others may give more
    return site


def _is_keyword(arguments: ast.arguments, name: str) -> bool:
    return any(one.arg == name for one in arguments.kwonlyargs)


def _plain(found: Type) -> Type:
    if found.definition in imports.LABELS:
        return Type(found.kind, found.name, found.items, found.optional)
    return found

"""What the cases of a ``match`` bind, and what they tell of its subject."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mindport.semantics import asked, narrowing
from mindport.semantics.annotations import instance_type
from mindport.semantics.joining import join_variables
from mindport.semantics.sequences import element_of
from mindport.semantics.types import UNKNOWN, Type
from mindport.syntax.nodes import (
    MatchAs,
    MatchClass,
    MatchSequence,
    MatchSingleton,
    MatchStar,
    MatchValue,
    Name,
    Starred,
    Tuple,
)

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow


def match(flow: Flow, node: ast.Match) -> None:
    subject = flow.evaluate(node.subject)
    frame = flow.frame
    before, told = frame.vars, frame.asked
    ends, parts = [before], [told]
    for case in node.cases:
        frame.vars, frame.asked = dict(before), told
        for part in ast.walk(case.pattern):
            name = getattr(part, "name", None) or getattr(part, "rest", None)
            if isinstance(name, str):
                frame.vars[name] = UNKNOWN
                frame.asked = None  # which may have been asked of what was called so
            elif type(part) is MatchValue:
                flow.evaluate(part.value)
            elif type(part) is MatchClass:
                flow.evaluate(part.cls)
        _bind(flow, case.pattern, node.subject, subject)
        for part in ast.walk(case.pattern):
            if type(part) is MatchAs and part.name is not None and type(part.pattern) is MatchClass:
                frame.vars[part.name] = _instance(flow, part.pattern)
        if case.guard is not None:
            flow.evaluate(case.guard)
            narrowing.apply(flow, case.guard, True)
        if flow.block(case.body):
            ends.append(frame.vars)
            parts.append(frame.asked)
        if type(case.pattern) is MatchSingleton and case.pattern.value is None and case.guard is None:
            subject = subject.present()  # from here on
            if type(node.subject) is Name and node.subject.id in before:
                before = {**before, node.subject.id: before[node.subject.id].present()}
    frame.vars, frame.asked = join_variables(ends), asked.joined(parts)


def _bind(flow: Flow, pattern: ast.pattern, subject: ast.expr | None, known: Type) -> None:
    """Binds what a pattern names. ``subject``: what it is held against, where that is written out, and ``known`` what that is."""
    if type(pattern) is MatchAs:
        inner = pattern.pattern
        if inner is not None:
            _bind(flow, inner, subject, known)
        if pattern.name is not None:
            flow.frame.vars[pattern.name] = known
    elif type(pattern) is MatchClass:
        found = _instance(flow, pattern)
        if found != UNKNOWN and type(subject) is Name:
            its = flow.lookup(subject.id)
            if its is None or its.is_unknown:
                flow.frame.vars[subject.id] = found
    elif type(pattern) is MatchSequence and not any(type(one) is MatchStar for one in pattern.patterns):
        _bind_parts(flow, pattern.patterns, subject, known)


def _bind_parts(flow: Flow, patterns: list[ast.pattern], subject: ast.expr | None, known: Type) -> None:
    if type(subject) is Tuple and len(subject.elts) == len(patterns):
        if not any(type(one) is Starred for one in subject.elts):
            for pattern, node in zip(patterns, subject.elts):
                _bind(flow, pattern, node, flow.types.get(id(node), UNKNOWN))
    elif known.kind == "tuple" and known.name != "..." and len(known.items) == len(patterns):
        for pattern, part in zip(patterns, known.items):
            _bind(flow, pattern, None, part)
    elif known.kind == "list" or known.kind == "tuple" and known.name == "...":
        for pattern in patterns:
            _bind(flow, pattern, None, element_of(flow, known))


def _instance(flow: Flow, pattern: ast.MatchClass) -> Type:
    return instance_type(flow, flow.types.get(id(pattern.cls), UNKNOWN))

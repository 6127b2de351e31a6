"""The walk of one file: scopes, variables at each point, functions in the order in which their types become known."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable
from typing import Final

from mindport.semantics import (
    asked,
    by_calls,
    delegation,
    documented_returns,
    filling,
    handed_over,
    loops,
    parameters,
    passed_through,
    shallow,
    statements,
)
from mindport.semantics.attribute_state import AttributeState
from mindport.semantics.calls import call
from mindport.semantics.definitions import PREPARING, ClassInfo, Frame, FunctionInfo, Resolution
from mindport.semantics.evaluators import CONSTANTS, EVALUATORS
from mindport.semantics.joining import carried_on, join_variables
from mindport.semantics.likelihood import inside_module
from mindport.semantics.members import attribute
from mindport.semantics.reads import Reads, around
from mindport.semantics.results import result_of
from mindport.semantics.types import OTHER, UNKNOWN, Type
from mindport.syntax.nodes import Attribute, Call, Constant, Name

_ROUNDS: Final = 3
_MAX_RUNS: Final = 5
_PYTHON_LOOP_DEPTH: Final = 3
MAX_CALL_DEPTH: Final = 16
# Expressions and statements within each other: compiled code meets no limit of Python's before the stack ends.
_DEEPEST: Final = 300


class Flow(AttributeState):
    """The walk itself. ``journal``, where one is kept, allows one function to be walked again (see ``journal``)."""

    __slots__ = ()

    # -- driving -------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Analyses everything. Never raises."""
        self.known_nodes, self.known_members = {}, {}
        self._run()
        self.known_nodes = self.known_members = None

    def _run(self) -> None:
        self.execute_module()
        self._finish(self.module)
        self.call_depth = 0
        while left := [f for f in self._functions.values() if not f.analyzed]:
            for function in left:
                self.ensure(function)
        for _ in range(_ROUNDS):
            stale = [f for f in self._functions.values() if f.stale and f.runs < _MAX_RUNS]
            if not stale:
                break
            for function in stale:
                self.analyze_again(function)

    def execute_module(self) -> None:
        """Runs the module's own statements, once; functions follow when they are called or at the end."""
        if self._executed or self.source.tree is None:
            return
        self._executed = True
        self.frame = self.module
        statements.hoist(self, self.source.tree.body)
        self.block(self.source.tree.body)
        self.module_complete = True
        self.module.statements = None
        if self.journal is not None:
            self.journal.module_complete = True

    def _finish(self, frame: Frame) -> None:
        """Analyses what the frame defines and nobody called."""
        # What calls comes after what is called, mostly: from the end, functions meet their arguments' types first.
        found: list[FunctionInfo | ClassInfo] = [*frame.functions, *frame.classes]
        for one in sorted(found, key=lambda one: one.node.lineno, reverse=True):
            if isinstance(one, ClassInfo):
                self.finish_class(one)
            else:
                self.ensure(one)
        frame.functions.clear()
        frame.classes.clear()

    def finish_class(self, cls: ClassInfo) -> None:
        self.prepare(cls)
        for name in ("forward", *reversed(cls.methods)):
            method = cls.methods.get(name)
            if method is not None:
                self.ensure(method)

    def prepare(self, cls: ClassInfo) -> None:
        """Analyses what fills a class's attributes before anything reads them."""
        if cls.all_prepared:
            return
        for one in cls.lineage():
            if not one.prepared:
                one.flow.assign(one, "prepared", True)
                one.flow.prepare_one(one)
        self.assign(cls, "all_prepared", True)

    def prepare_one(self, cls: ClassInfo) -> None:
        """The same, of a class of this file alone."""
        for name in PREPARING:
            if name in cls.methods:
                self.ensure(cls.methods[name])

    def needs(self, function: FunctionInfo, lost: bool) -> bool:
        """Whether a function has to be walked for what a call gives; ``lost``: nobody reads that."""
        return True

    def ensure(self, function: FunctionInfo) -> None:
        if function.analyzed or function.running:
            return
        # A long row of functions that call each other is settled from its end in later rounds.
        owner = function.flow
        depth = self.call_depth if self.call_depth < MAX_CALL_DEPTH else owner.leave(function)
        if depth < MAX_CALL_DEPTH:
            saved = owner.call_depth
            owner.call_depth = depth + 1
            try:
                owner.analyze(function)
            finally:
                owner.call_depth = saved

    def leave(self, function: FunctionInfo) -> int:
        """A function is not walked because too many wait for each other; or how many are to be taken to wait for it to be."""
        return MAX_CALL_DEPTH

    def analyze(self, function: FunctionInfo) -> None:
        """Walks a function's body with what is known of its parameters."""
        if function.running:
            return
        journal = self.journal
        if journal is None:
            function.running, function.stale, function.analyzed = True, False, True
            function.runs += 1
            self.walk(function)
            function.running = False
        elif journal.following is not None:
            journal.meet(self, function)
        elif journal.aside is not None:
            if not function.analyzed:  # one within the function that is walked
                function.analyzed = True
                self.walk(function)
        else:
            journal.begin(self, function)
            self.walk(function)
            journal.end()

    def analyze_again(self, function: FunctionInfo) -> None:
        """Walks a function's body again, if anything that its last walk read has changed."""
        journal = self.journal
        if journal is not None and journal.following is not None:
            journal.meet_again(self, function)
        elif journal is not None and journal.aside is not None:
            return
        elif self.is_outdated(function):
            self.analyze(function)
        elif journal is not None:
            journal.skip(function)
        else:
            function.stale = False

    def analyze_once_more(self, function: FunctionInfo) -> None:
        """Walks a function's body again."""
        self.analyze(function)

    def is_outdated(self, function: FunctionInfo) -> bool:
        """Whether the function's last walk read anything that has changed since."""
        reads = function.reads
        return reads is None or not (by_calls.stand(self, function, reads) and reads.stand(self, function))

    def walk(self, function: FunctionInfo) -> None:
        """One run over a function's body; the caller keeps its state."""
        saved, saved_depth, saved_role, depth = self.frame, self.loop_depth, self.role, self.depth
        frame = Frame("function", function.frame, function, function.cls)
        if self.keeps_reads:
            function.reads = Reads(around=around(self, function))
        self.frame, self.loop_depth, self.role, self.depth = frame, 0, "reference", 0
        try:
            through = passed_through.of_function(self, function.node)
            if through != function.through:
                self.assign(function, "through", through)
            left_to = delegation.left_to(function.node) if function.cls is not None else ""
            if left_to != function.left_to:
                self.assign(function, "left_to", left_to)
            parameters.bind(self, function, frame)
            annotated = parameters.annotated_return(self, function)
            falls_through = self.block(function.node.body)
            self._finish(frame)
            handed_over.keep(self, function, frame)
            self._set_returns(function, frame, falls_through, annotated)
        except RecursionError:
            self.too_deep.append(function.node)
        finally:
            frame.nodes = frame.statements = None
            self.frame, self.loop_depth, self.role, self.depth = saved, saved_depth, saved_role, depth

    def _set_returns(self, function: FunctionInfo, frame: Frame, falls_through: bool, annotated: Type | None) -> None:
        found = result_of(function, frame, falls_through, annotated)
        if found.kind == "unknown" and found == UNKNOWN:
            found = documented_returns.returned(self, function)
        known = function.returns
        if found is not known and (found != known or found.definition is not known.definition):
            self.assign(function, "returns", found)
            self.tell_callers(function)

    def tell_callers(self, function: FunctionInfo) -> None:
        """A function returns something else than those that called it have seen."""
        for caller in function.callers:
            if caller is not function:
                self.make_stale(caller)

    # -- evaluation ----------------------------------------------------------------------------------------------

    def evaluate(self, node: ast.expr) -> Type:
        """The type of an expression; records every torch name in it. Raises ``RecursionError`` where too many stand within each
        other."""
        kind = type(node)
        if kind is Name:
            # Nearly half of all, and most are plain variables of a function; what reads the module's own is noted by ``lookup``.
            frame = self.frame
            held = frame.vars.get(node.id) if frame.kind != "module" and not frame.global_names else None  # type: ignore[attr-defined]
            if held is not None and held.definition is None and held.kind != "namespace":
                self.calling = None
                key = id(node)
                self.types[key] = held
                if key in self.uses:
                    del self.uses[key]
                return held
        if kind is Constant:
            found = CONSTANTS.get(type(node.value), OTHER)  # type: ignore[attr-defined]
        else:
            self.depth += 1
            if self.depth > _DEEPEST:
                raise RecursionError
            # The two most frequent apart: compiled code calls a function of its own many times quicker than one of a table.
            if kind is Attribute:
                found = attribute(self, node)  # type: ignore[arg-type]
            elif kind is Call:
                found = call(self, node)  # type: ignore[arg-type]
            else:
                handler = EVALUATORS.get(kind)
                found = handler(self, node) if handler is not None else UNKNOWN
            self.depth -= 1
        self.types[id(node)] = found
        return found

    def evaluate_as(self, node: ast.expr, role: str) -> Type:
        """``evaluate`` for expressions whose names are not plain references: bases, decorators, annotations."""
        saved, self.role = self.role, role
        try:
            return self.evaluate(node)
        finally:
            self.role = saved

    def record(
        self,
        api: str,
        node: ast.expr,
        certainty: str,
        call: ast.Call | None = None,
        receiver: ast.expr | None = None,
        why: tuple[str, ...] = (),
    ) -> None:
        role = self.role
        if call is not None and role == "reference":
            role = "call"
        # Uses of one API are many, and their texts would each be its own.
        api, why = sys.intern(api), self._reasons.setdefault(why, why)
        self.uses[id(node)] = Resolution(api, node, role, certainty, call, receiver, why)

    def forget(self, node: ast.expr) -> None:
        """Takes back what an earlier walk, with other types, made of the node."""
        self.uses.pop(id(node), None)

    def stand_in(self, alias: ast.alias, start: int, end: int) -> ast.expr:
        """An expression with the position of an imported name, the same on every walk."""
        found = self._stand_ins.get(id(alias))
        if found is None:
            found = ast.Name(alias.name, ast.Load())
            found.lineno = found.end_lineno = alias.lineno
            found.col_offset, found.end_col_offset = start, end
            self._stand_ins[id(alias)] = found
        return found

    # -- control flow --------------------------------------------------------------------------------------------

    def block(self, body: Iterable[ast.stmt]) -> bool:
        """Walks statements; whether control comes out at their end."""
        falls_through = True
        depth = self.depth
        filled = self.frame.filled
        self.depth += 1
        if self.depth > _DEEPEST:
            raise RecursionError
        for statement in body:
            handler = statements.STATEMENTS.get(type(statement))
            if handler is None:
                continue
            try:
                if handler(self, statement) is False:
                    falls_through = False
            except RecursionError:
                self.depth = depth + 1
                self.too_deep.append(statement)
                self.calling, self.role = None, "reference"
                shallow.record_names(self, statement)
        self.depth = depth
        self.frame.holds = None  # what follows may not come from here
        if self.frame.filled is not None:
            filling.left(self, filled)
        return falls_through

    def branch(self, variables: dict[str, Type], body: Callable[[], bool]) -> dict[str, Type] | None:
        """Variables after ``body`` starting from a copy of ``variables``; None when control does not come out."""
        self.frame.vars = dict(variables)
        falls_through = body()
        return self.frame.vars if falls_through else None

    def loop(self, node: ast.For | ast.AsyncFor | ast.While, body: Callable[[], bool]) -> None:
        """Walks a loop's body until what it reads of the variables at its head holds still, or twice. In a first turn what is
        done with a variable that is None before the loop counts for nothing (``total = None``): the loop sets it first."""
        frame = self.frame
        frame.holds = None  # a turn of the loop may change it
        if frame.asked is not None:
            asked.before_loop(self, node)
        parts = frame.asked
        saved_exits = frame.loop_exits
        head = frame.vars
        self.loop_depth += 1
        turns = 2 if self.loop_depth <= _PYTHON_LOOP_DEPTH else 1
        unreached, frame.unreached = frame.unreached, False
        for turn in range(turns):
            first = turn + 1 < turns
            frame.first_turns += first
            frame.loop_exits = []
            frame.asked = parts
            after = self.branch(head, body)
            states = [head, *frame.loop_exits, *([after] if after is not None else [])]
            joined = join_variables(states)
            carried = carried_on(head, after, joined) if after is not None else {}
            if carried and inside_module(self):
                joined.update(carried)
            before, head = head, joined
            frame.first_turns -= first
            if not first or not frame.unreached and not loops.leaves_news(node, before, joined):
                break
        frame.unreached = unreached or frame.unreached
        self.loop_depth -= 1
        frame.loop_exits = saved_exits
        frame.vars, frame.asked = head, parts

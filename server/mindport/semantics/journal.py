"""The history of a file's inference, by which one function can be walked again as if the whole file were.

Functions see each other only through what is known of classes and functions: attributes, returns, arguments of calls. Every
change of that goes through ``Flow.change``, and a journal keeps the changes in their order together with the runs (walks of
function bodies) that made them. To analyse an edited function, the changes since its first run are taken back, which restores
what was known then, and its runs are done again on the new body. While they make exactly the changes that the old ones made,
nothing else in the file can come out differently, and the other runs are not repeated: their changes are put back from the
journal. At the first change that differs, the journal gives up (``Diverged``): everything must be inferred anew, some time.
Until then a function can be walked *aside*, which shows what it says itself and leaves no trace.

So reading needs no hook. Whoever adds a *write* to what outlives the walk of a function must use ``Flow.change`` or
``Flow.assign``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from mindport.semantics.types import Type

if TYPE_CHECKING:
    from mindport.semantics.definitions import ClassInfo, FunctionInfo, Resolution
    from mindport.semantics.flow import Flow

_MISSING: Final[Any] = object()
Question = Callable[["FunctionInfo", str], bool]
"""What others ask of a function's body: something about one of its parameters, by name."""


def answer(journal: Journal | None, question: Question, function: FunctionInfo, name: str) -> bool:
    """What the function's body says, noted: an edit of it may have it say otherwise."""
    found = question(function, name)
    if journal is not None:
        journal.asked_of.setdefault(function, {})[question, name] = found
    return found


class Diverged(Exception):
    """The new body does something that the old one did not. All is known again as it was with the old one."""


@dataclass(eq=False)
class Run:
    """One walk of a function's body. ``before``: the function's state when it began; ``module``: the module's variables,
    where they were not complete yet."""

    function: FunctionInfo
    depth: int
    before: tuple[bool, bool, int]  # stale, analyzed, runs
    module: dict[str, Type] | None


@dataclass(eq=False)
class End:
    run: Run


@dataclass(eq=False)
class Skip:
    """A function that was not walked again, because nothing that it had read was another."""

    function: FunctionInfo
    stale: bool


@dataclass(eq=False)
class Journal:
    """``entries``: runs, their ends, and changes (table, key, old value, new value), skips. ``mixed``: functions whose runs touch
    more than the shared knowledge, so that they cannot be repeated alone. ``body_readers``: functions whose runs read the bodies
    of the other methods of their class. ``asked_of``: what was asked of functions' bodies, as questions about their parameters,
    with the answers."""

    entries: list[Any] = field(default_factory=list)
    mixed: set[FunctionInfo] = field(default_factory=set)
    body_readers: set[FunctionInfo] = field(default_factory=set)
    asked_of: dict[FunctionInfo, dict[tuple[Question, str], bool]] = field(default_factory=dict)
    sealed: bool = False  # something happened that cannot be taken back
    module_complete: bool = False
    following: Collection[FunctionInfo] | None = None
    aside: list[tuple[Any, ...]] | None = None  # changes to be taken back
    _open: list[Run] = field(default_factory=list)
    _at: int = 0
    _renamed: dict[int, int] = field(default_factory=dict)
    _taken: set[int] = field(default_factory=set)
    _uses: dict[FunctionInfo, dict[int, Resolution]] = field(default_factory=dict)

    # -- recording ---------------------------------------------------------------------------------------------------

    def begin(self, flow: Flow, function: FunctionInfo) -> None:
        module = None
        if not self.module_complete:
            module = self._open[-1].module if self._open else dict(flow.module.vars)
        run = Run(function, flow.call_depth, (function.stale, function.analyzed, function.runs), module)
        self._open.append(run)
        self.entries.append(run)
        _start(run)

    def end(self) -> None:
        run = self._open.pop()
        run.function.running = False
        self.entries.append(End(run))

    def skip(self, function: FunctionInfo) -> None:
        """The function is not walked again, though it was to be."""
        self.entries.append(Skip(function, function.stale))
        function.stale = False

    def change(self, table: dict[Any, Any], key: Any, value: Any) -> None:
        if self.aside is not None:
            self.aside.append((table, key, table.get(key, _MISSING), value))
        elif self.following is None:
            self.entries.append((table, key, table.get(key, _MISSING), value))
        else:
            self._confirm(table, key, value)
        _put(table, key, value)

    def assign(self, definition: FunctionInfo | ClassInfo, name: str, value: object) -> None:
        """``definition.name = value``, as ``change`` does it in a table."""
        if self.aside is not None:
            self.aside.append((definition, name, getattr(definition, name), value))
        elif self.following is None:
            self.entries.append((definition, name, getattr(definition, name), value))
        else:
            self._confirm(definition, name, value)
        setattr(definition, name, value)

    def answers_as_before(self, function: FunctionInfo) -> bool:
        """Whether the new body of a function answers what was asked of the old one as that did."""
        return all(
            question(function, name) is said for (question, name), said in self.asked_of.get(function, {}).items()
        )

    def note_mixed(self) -> None:
        """The open run does what cannot be repeated alone: it walks a scope of its own, or code of another function."""
        if self.following is not None:
            raise Diverged
        if self._open and self.aside is None:
            self.mixed.add(self._open[-1].function)

    def seal(self) -> None:
        """Something outside the journal has changed."""
        if self.following is not None:
            raise Diverged
        self.sealed = True

    def walk_aside(self, work: Callable[[], None]) -> None:
        """Does ``work`` with all that is known now, and takes back what it changed."""
        self.aside = []
        try:
            work()
        finally:
            for entry in self.aside[::-1]:
                _undo(entry)
            self.aside = None

    # -- following ---------------------------------------------------------------------------------------------------

    def follow(self, flow: Flow, touched: Collection[FunctionInfo]) -> dict[FunctionInfo, dict[int, Resolution]]:
        """Does the runs of ``touched`` again; gives what each resolved. Raises ``Diverged``."""
        entries = self.entries
        first = next((i for i, e in enumerate(entries) if type(e) is Run and e.function in touched), None)
        if first is None or self.sealed or any(function in self.mixed for function in touched):
            raise Diverged
        for index in range(len(entries) - 1, first - 1, -1):
            _undo(entries[index])
        self._at = first
        self._renamed.clear()
        self._taken.clear()
        self._uses = {function: {} for function in touched}
        too_deep = len(flow.too_deep)
        try:
            self.following = touched
            while self._at < len(entries):
                self._pass(flow)
            if len(flow.too_deep) != too_deep:
                raise Diverged
        finally:
            self.following = ()
            while self._at < len(entries):
                self._pass(flow)
            self.following = None
        return self._uses

    def meet(self, flow: Flow, function: FunctionInfo) -> None:
        """A followed run has ``function`` walked, which the old run did at the same point."""
        run = self.entries[self._at] if self._at < len(self.entries) else None
        if type(run) is not Run or run.function is not function:
            raise Diverged
        end = self._pass(flow)
        while end is None or end.run is not run:
            end = self._pass(flow)

    def meet_again(self, flow: Flow, function: FunctionInfo) -> None:
        """A followed run would have ``function`` walked again, if there is news for it; so did the old run at the same point."""
        entry = self.entries[self._at] if self._at < len(self.entries) else None
        if type(entry) is Skip and entry.function is function:
            self._pass(flow)
        else:
            self.meet(flow, function)

    def _pass(self, flow: Flow) -> End | None:
        """Puts back the next entry, or follows the run that begins with it; gives back the end that it passed."""
        entry = self.entries[self._at]
        self._at += 1
        if type(entry) is tuple:
            _put(entry[0], entry[1], entry[3])
            return None
        if type(entry) is End:
            entry.run.function.running = False
            return entry
        assert self.following is not None
        if entry.function in self.following and entry.function.analyzed:
            if flow.is_outdated(entry.function) is (type(entry) is Skip):
                raise Diverged
        if type(entry) is Skip:
            entry.function.stale = False
            return None
        _start(entry)
        if entry.function not in self.following:
            return None
        self._walk(flow, entry)
        end = self.entries[self._at] if self._at < len(self.entries) else None
        if type(end) is not End or end.run is not entry:
            raise Diverged
        self._at += 1
        entry.function.running = False
        return end

    def _walk(self, flow: Flow, run: Run) -> None:
        depth, flow.call_depth = flow.call_depth, run.depth
        variables, uses = flow.module.vars, flow.uses
        if run.module is not None:
            flow.module.vars = run.module
        flow.uses = self._uses[run.function]
        try:
            flow.walk(run.function)
        finally:
            flow.module.vars, flow.uses = variables, uses
            flow.call_depth = depth

    def _confirm(self, table: Any, key: Any, value: Any) -> None:
        """The change must be the one that the old run made; keys that name its nodes name the new ones from now on."""
        entry = self.entries[self._at] if self._at < len(self.entries) else None
        if type(entry) is not tuple or entry[0] is not table or not _same(entry[3], value):
            raise Diverged
        old = entry[1]
        if type(old) is int and type(key) is int:
            if self._renamed.setdefault(old, key) != key:
                raise Diverged
            if old != key and key in self._taken:
                raise Diverged
            self._taken.add(key)
        elif old != key:
            raise Diverged
        self.entries[self._at] = (table, key, entry[2], value)
        self._at += 1


def _put(table: Any, key: Any, value: object) -> None:
    """Writes into a table, or a definition's field."""
    if isinstance(table, dict):
        table[key] = value
    else:
        setattr(table, key, value)


def _start(run: Run) -> None:
    function = run.function
    function.running, function.stale, function.analyzed = True, False, True
    function.runs += 1


def _undo(entry: Any) -> None:
    if type(entry) is tuple:
        table, key, old, _ = entry
        if old is _MISSING:
            del table[key]
        else:
            _put(table, key, old)
    elif type(entry) is Run:
        function = entry.function
        function.running = False
        function.stale, function.analyzed, function.runs = entry.before
    elif type(entry) is Skip:
        entry.function.stale = entry.stale
    else:
        entry.run.function.running = True


def _same(a: Any, b: Any) -> bool:
    """Whether two values are the same down to the definitions that types carry."""
    if a is b:
        return True
    if type(a) is Type and type(b) is Type:
        if a != b or not (a.definition is b.definition or _equal(a.definition, b.definition)):
            return False
        return all(_same(one, other) for one, other in zip(a.items, b.items))
    if type(a) is dict and type(b) is dict:
        return list(a) == list(b) and all(_same(value, b[key]) for key, value in a.items())
    return _equal(a, b)


def _equal(a: Any, b: Any) -> bool:
    return type(a) is type(b) and not isinstance(a, dict) and bool(a == b)

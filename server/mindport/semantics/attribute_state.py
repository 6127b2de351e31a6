"""What the attributes of a file's classes hold, by all that its functions put there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.joining import join_all
from mindport.semantics.types import GIVEN, MODULE, OPEN, OUTPUT, PARAMETER, TENSOR, UNKNOWN, Type
from mindport.semantics.walk_state import WalkState

_REPLACING: Final = Type("unknown", "replacing")
"""What a method puts into an attribute of a Module, where nothing is known of it."""
_OF_ANY: Final = (UNKNOWN,)


class AttributeState(WalkState):
    """Attributes are kept by the place that sets them, so that a place that is walked again says what it says now."""

    __slots__ = ()

    def complete(self, cls: ClassInfo, name: str) -> None:
        """Has those functions of other files walked that set an attribute of the class, or of one above it: this file's own are
        in any case."""
        known = True
        for one in cls.lineage():
            for function in one.flow.setting(one, name):
                self.ensure(function)
                known = known and function.analyzed and not function.running
        if known:
            cls.complete.add(name)

    def setting(self, cls: ClassInfo, name: str) -> Sequence[FunctionInfo]:
        """Functions of the file that set an attribute of one of its classes, where they are walked only when they are needed."""
        return ()

    def assign_attribute(self, cls: ClassInfo, name: str, value: Type, site: object) -> None:
        """Joins ``value`` to what the class's attribute may hold; who read less before is walked again. What this file sets
        on another one's class is known here alone, so that no file's analysis depends on who asked before."""
        if cls.flow is not self:
            self.change(self.set_here.setdefault((cls, name), {}), hash(site), value)
            return
        if cls.kind == "module" and value.is_unknown and value.name in OPEN and not self._constructs():
            value = _REPLACING
        sites = cls.sites.setdefault(name, {})
        key = hash(site)
        self.change(sites, key, value)
        self.put_in_order(sites)
        if self.frame.idle:
            self.idle_sites.add(key)
        elif self.idle_sites:
            self.idle_sites.discard(key)
        values = sites.values() if not self.idle_sites else self._that_run(sites)
        joined = join_all(_assembled(values, name in cls.buffers))
        if joined.kind == "list" and joined.items == _OF_ANY:
            joined = _list_of_likely(joined, values)
        known = cls.attributes.get(name)
        if known is None or known != joined or known.definition is not joined.definition:
            self.change(cls.attributes, name, joined)
            for reader in cls.readers:
                self.make_stale(reader)

    def has_buffer(self, cls: ClassInfo, name: str) -> None:
        """The Module registers a buffer: of its own file alone, as its attributes are."""
        if cls.flow is self and name not in cls.buffers:
            self.change(cls.buffers, name, None)

    def begins(self, cls: ClassInfo, name: str, site: object) -> Type | None:
        """What an attribute holds by the places that put something new there; None without any. ``site`` is none of them: it
        makes its value of what the attribute held."""
        if cls.flow is not self:
            return None
        self.change(cls.remade.setdefault(name, {}), hash(site), None)
        remade = cls.remade[name]
        begins = [value for key, value in cls.sites.get(name, {}).items() if key not in remade]
        return join_all(begins) if begins else None

    def _that_run(self, sites: Mapping[int, Type]) -> Iterable[Type]:
        """What is set where code runs; all, if there is no such place."""
        return [value for key, value in sites.items() if key not in self.idle_sites] or sites.values()

    def _constructs(self) -> bool:
        """Whether the running function makes the object that it belongs to."""
        function = self.frame.function
        return function is None or function.name in ("__init__", "__new__")

    def attribute_of(self, cls: ClassInfo, name: str) -> Type | None:
        """What an attribute of the user's class may hold; None when nothing is assigned to it."""
        if name not in cls.complete:
            self.complete(cls, name)
        found = self.held(cls, name) if self.set_here else cls.attribute(name)
        self.note_attribute(cls, name, found)
        return found

    def note_attribute(self, cls: ClassInfo, name: str, found: Type | None) -> None:
        """The running function has read an attribute."""
        reader = self.frame.function
        if reader is not None and reader.reads is not None:
            reader.reads.note_attribute(cls, name, found)

    def own_attribute(self, cls: ClassInfo, name: str) -> Type | None:
        """What an attribute may hold by what its class's own file assigns to it."""
        if name not in cls.complete:
            self.complete(cls, name)
        found = cls.attribute(name)
        self.note_attribute(cls, name, found)
        return found

    def held(self, cls: ClassInfo, name: str) -> Type | None:
        """The same, with no note of who asked."""
        found = cls.attribute(name)
        here = self.set_here.get((cls, name)) if self.set_here else None
        if not here or found is not None and found.kind == "other" and _only_unknown(here.values()):
            return found  # an object, which nothing says is replaced by another kind of value
        return join_all([*([found] if found is not None else []), *here.values()])


def _only_unknown(values: Iterable[Type]) -> bool:
    return all(one.kind == "unknown" and one.name in OPEN for one in values)


def _list_of_likely(joined: Type, values: Iterable[Type]) -> Type:
    """A list into which one place puts Tensors and another what is not known: likely Tensors, too."""
    put = [one.items[0] for one in values if one.kind == "list" and one.items]
    if not any(one.kind == "tensor" for one in put):
        return joined
    told = all(one.kind == "tensor" or one in (OUTPUT, UNKNOWN, GIVEN) for one in put)
    return joined.of(OUTPUT) if told else joined


def _assembled(values: Iterable[Type], buffer: bool) -> list[Type]:
    """What an attribute may hold: without the lists of layers out of which its Module is put together in the end. Where a Module,
    a Parameter or a buffer stands, torch lets nothing else be put (``nn.Module.__setattr__``)."""
    found = list(values)
    if len(found) == 1 and found[0].name != "replacing":
        return found  # most are set at one place
    if any(value.name == "replacing" for value in found):
        held = [value for value in found if value != _REPLACING]
        modules = any(value.kind == "module" for value in held)
        if modules or not any(value == PARAMETER for value in held):
            held.append(MODULE if modules else TENSOR if buffer else UNKNOWN)
        found = held
    if not any(value.kind == "module" for value in found):
        return found
    if any("Parallel" in value.name for value in found if value.kind == "module"):
        # Only Modules are wrapped to run on several devices: ``self.net = build(); self.net = nn.DataParallel(self.net)``.
        found = [MODULE if value.kind == "unknown" and value.name in OPEN else value for value in found]
    kinds = ("list", "dict") if any(value.name == "torch.nn.ModuleDict" for value in found) else ("list",)
    return [value for value in found if value.kind not in kinds]

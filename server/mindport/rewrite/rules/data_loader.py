"""``DataLoader(dataset, …)`` becomes ``GeneratorDataset(dataset, column_names).batch(…)``.

MindSpore wants a name for each item of a sample. The names come from what the data set's ``__getitem__`` returns, or from
the loop that unpacks the loader. Batches arrive as Tensors, as in torch.

MindSpore reads data in threads or processes of its own, where its operators must not run, and knows neither ``collate_fn``
nor torch's samplers nor ``loader.dataset``, and gives a list for a sample that is no tuple. Where a loader needs these, or its
data set is not known to make tuples of plain arrays, the helper ``DataLoader`` makes the batches in the calling process.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.mapping import conditions
from mindport.rewrite import dataset_classes, samples, statements
from mindport.rewrite.arguments import ArgumentList
from mindport.rewrite.rule import Match, Module
from mindport.text import Edit, Span

EXAMPLES = [
    (
        """
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Pairs(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return np.expand_dims(self.file["low"][index], 0), np.float32(self.file["high"][index])


loader = DataLoader(Pairs(), batch_size=4)
""",
        """
import numpy as np
import mindspore.dataset as ds


class Pairs:
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return np.expand_dims(self.file["low"][index], 0), np.float32(self.file["high"][index])


loader = ds.GeneratorDataset(Pairs(), column_names=["low", "high"], shuffle=False).batch(4)
""",
    ),
    (
        """
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Squares(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        value = np.float32(index)
        return value, value**2


loader = DataLoader(Squares(), batch_size=4, shuffle=True, num_workers=2, pin_memory=True)
""",
        """
import numpy as np
import mindspore.dataset as ds


class Squares:
    def __len__(self):
        return 8

    def __getitem__(self, index):
        value = np.float32(index)
        return value, value**2


loader = ds.GeneratorDataset(
    Squares(), column_names=["value", "item_1"], shuffle=True, num_parallel_workers=2
).batch(4)
""",
    ),
    (
        """
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Sized(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        size = (index, index + 1.5)
        return np.zeros(3), size


loader = DataLoader(Sized(), batch_size=4)
""",
        """
import numpy as np
from mindport_helpers import DataLoader


class Sized:
    def __len__(self):
        return 8

    def __getitem__(self, index):
        size = (index, index + 1.5)
        return np.zeros(3), size


loader = DataLoader(Sized(), batch_size=4)
""",
    ),
    (
        """
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Alone(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return np.full(3, index)


for batch in DataLoader(Alone(), batch_size=4):
    print(batch[0])  # the first sample
""",
        """
import numpy as np
from mindport_helpers import DataLoader


class Alone:
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return np.full(3, index)


for batch in DataLoader(Alone(), batch_size=4):
    print(batch[0])  # the first sample
""",
    ),
]
NOOPS = ["def DataLoader(path):\n    return path\n\n\nloader = DataLoader('a')\n"]

_API = "torch.utils.data.DataLoader"
_HARMLESS = {
    "pin_memory",
    "persistent_workers",
    "prefetch_factor",
    "timeout",
    "pin_memory_device",
    "multiprocessing_context",
}
_PARAMETERS = (
    "dataset",
    "batch_size",
    "shuffle",
    "sampler",
    "batch_sampler",
    "num_workers",
    "collate_fn",
    "pin_memory",
    "drop_last",
)
_NONE_ONLY = {"sampler", "batch_sampler", "collate_fn", "worker_init_fn", "generator"}


def matches(module: Module) -> Iterator[Match]:
    if module.source.tree is None:
        return
    for node in module.source.each(ast.Call, ast.ClassDef):
        if isinstance(node, ast.Call) and module.api(node.func) == _API:
            yield _convert(module, node) or _kept(module, node)
        elif isinstance(node, ast.ClassDef):
            yield from _without_base(module, node)


def _kept(module: Module, call: ast.Call) -> Match:
    """The loader as it is, of the helper's class."""
    name = module.spelling.helper("DataLoader")
    return Match((Edit(module.source.span(call.func), (name,), 0),), frozenset([id(call.func)]))


def _without_base(module: Module, node: ast.ClassDef) -> Iterator[Match]:
    """MindSpore takes any class with ``__getitem__`` and ``__len__``."""
    if len(node.bases) != 1 or node.keywords or module.api(node.bases[0]) not in samples.DATASETS:
        return
    text = module.source.text
    base = module.source.span(node.bases[0])
    start = text.rindex("(", module.source.span(node).start, base.start)
    end = text.index(")", base.end) + 1
    if "#" not in text[start:end]:
        yield Match((Edit(Span(start, end), ("",), 1),), frozenset([id(node.bases[0])]))


def is_read_by_mindspore(module: Module, found: ast.ClassDef) -> bool:
    """Whether a loader of this file becomes one of MindSpore's that reads objects of the class."""
    return any(
        dataset_classes.class_of(module, _given(call)["dataset"]) is found and _convert(module, call) is not None
        for call in _loaders(module)
    )


def _loaders(module: Module) -> Iterator[ast.Call]:
    for node in module.source.each(ast.Call):
        if module.api(node.func) == _API and "dataset" in _given(node):
            yield node


def _given(call: ast.Call) -> dict[str, ast.expr]:
    given: dict[str, ast.expr] = dict(zip(_PARAMETERS, call.args))
    given.update({k.arg: k.value for k in call.keywords if k.arg})
    return given


def _convert(module: Module, call: ast.Call) -> Match | None:
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        return None
    given = _given(call)
    if "dataset" not in given or len(call.args) > len(_PARAMETERS):
        return None
    for name in _NONE_ONLY & set(given):
        if conditions.literal(given[name]) != "None":
            return None
    if "batch_size" in given and conditions.literal(given["batch_size"]) == "None":
        return None
    if set(given) - _HARMLESS - _NONE_ONLY - {"dataset", "batch_size", "shuffle", "num_workers", "drop_last"}:
        return None
    if not _makes_arrays(module, given["dataset"]) or _asked_for_its_data(module):
        return None
    columns = _columns(module, call, given["dataset"])
    if columns is None:
        return None
    arguments = ArgumentList(module.source, call)
    spans = {name: arguments.item(value).value for name, value in given.items()}
    generator = module.spelling.name("mindspore.dataset.GeneratorDataset")
    listed = ", ".join(f'"{c}"' for c in columns)
    opening, closing = _brackets(module, call)
    parts: list[str | Span] = [f"{generator}({opening}", spans["dataset"], f", column_names=[{listed}], shuffle="]
    parts.append(spans["shuffle"] if "shuffle" in given else "False")
    workers = given.get("num_workers")
    if workers is not None and conditions.literal(workers) != "0":
        if conditions.literal(workers) is not None:
            parts += [", num_parallel_workers=", spans["num_workers"]]
        else:
            parts += [", num_parallel_workers=max(1, ", spans["num_workers"], ")"]
        if dataset_classes.hands_on(module, given["dataset"]):
            parts.append(", python_multiprocessing=False")
    parts += [f"{closing}).batch(", spans["batch_size"] if "batch_size" in given else "1"]
    if "drop_last" in given and conditions.literal(given["drop_last"]) != "False":
        parts += [", drop_remainder=", spans["drop_last"]]
    parts.append(")")
    return Match((Edit(module.source.span(call), tuple(parts), 0),), frozenset([id(call.func)]))


def _brackets(module: Module, call: ast.Call) -> tuple[str, str]:
    """What stands inside the generator's brackets: line breaks where the line would get longer than any other."""
    source = module.source
    lines = source.text.splitlines()
    statement = statements.statement_of(source, call)
    added = len("ds.GeneratorDataset().batch()") + len(", column_names=[]") + 20 - len("DataLoader()")
    if len(lines[call.lineno - 1]) + added <= max(100, *map(len, lines)):
        return "", ""
    indent = statements.indentation(source, statement)
    return f"{source.newline}{indent}    ", f"{source.newline}{indent}"


def _columns(module: Module, call: ast.Call, dataset: ast.expr) -> list[str] | None:
    found = dataset_classes.class_of(module, dataset)
    if found is not None:
        if dataset_classes.holds_more_than_arrays(module, found):
            return None
        columns = dataset_classes.returned_columns(found)
        if columns:
            return columns
    return _unpacked_columns(module, call)


def _makes_arrays(module: Module, dataset: ast.expr) -> bool:
    """Whether no item of the data set is computed by torch, as far as its class tells."""
    found = dataset_classes.class_of(module, dataset)
    if found is None:
        return False
    method = samples.getter(found)
    if method is None:
        return False
    if module.source.tree is not None and any(n is found for n in module.source.nodes):
        return not samples.uses(module, method) or (
            samples.free_of_operators(module, method) and not _read_otherwise(module, found)
        )
    return "torch" not in statements.loaded(method)  # of another file, which is converted by itself


def _read_otherwise(module: Module, found: ast.ClassDef) -> bool:
    """Whether others than a loader see single samples, of which they may make what only Tensors can be made of."""
    collated = any(
        conditions.literal(_given(call)["collate_fn"]) != "None"
        for call in _loaders(module)
        if dataset_classes.class_of(module, _given(call)["dataset"]) is found and "collate_fn" in _given(call)
    )
    return collated or any(
        module.analysis.type_of(n.value).kind == "dataset" for n in module.source.each(ast.Subscript)
    )


def _asked_for_its_data(module: Module) -> bool:
    """Whether the file reads ``loader.dataset`` or the like."""
    return any(
        isinstance(n, ast.Attribute) and n.attr in ("dataset", "batch_sampler", "sampler") and module.api(n) is None
        for n in module.source.each(ast.Attribute)
        if not (isinstance(n.value, ast.Name) and n.value.id == "self")
    )


def _unpacked_columns(module: Module, call: ast.Call) -> list[str] | None:
    """Targets of a loop in this file over the variable that holds the loader."""
    parent = module.source.parent(call)
    if not isinstance(parent, ast.Assign) or not isinstance(parent.targets[0], ast.Name):
        return None
    loader = parent.targets[0].id
    for node in module.source.each(ast.For, ast.comprehension):
        iterable, target = node.iter, node.target
        if (
            isinstance(iterable, ast.Call)
            and isinstance(iterable.func, ast.Name)
            and iterable.func.id in ("enumerate", "tqdm")
        ):
            if iterable.func.id == "enumerate" and isinstance(target, ast.Tuple) and len(target.elts) == 2:
                target = target.elts[1]
            iterable = iterable.args[0] if iterable.args else iterable
        if isinstance(iterable, ast.Name) and iterable.id == loader and isinstance(target, (ast.Tuple, ast.List)):
            names = [
                e.id if isinstance(e, ast.Name) and e.id != "_" else f"item_{i}" for i, e in enumerate(target.elts)
            ]
            return names if len(set(names)) == len(names) else None
    return None

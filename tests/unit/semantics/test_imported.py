"""Names of files that others import, each worked out alone."""

from __future__ import annotations

import ast
import itertools
import time
from pathlib import Path

import pytest
from found_uses import NO_ROWS

from mindport.analysis.analyze import analyze
from mindport.semantics.definitions import ClassInfo, FunctionInfo
from mindport.semantics.exports import Exports
from mindport.semantics.module_names import ModuleNames
from mindport.semantics.project import ProjectFiles
from mindport.semantics.types import Type
from mindport.syntax.source import read_source
from mindport.syntax.words import may_bind

FILES = {
    "deep.py": "import torch\nfrom torch.nn import *\nclass Deep(Module):\n    pass\n",
    "star.py": "from deep import *\nfrom deep import Deep as Other\n_hidden = 1\n",
    "main.py": """
try:
    import numpy as np
    from star import Other
except ImportError:
    np = None
    Other = None
from star import *
import torch.nn.functional as F

size = None
if np is not None:
    size = 3
else:
    size = 4

layers = []
layers.append(Deep())

def make():
    global cached
    cached = torch.zeros(size)
    return cached

cached = None
made = make()
weight = torch.ones(3) if size else made

class Net(Deep):
    width = size
    def forward(self, x):
        return weight

net = Net()
""",
    "other.py": "from main import net as model\nfrom main import weight\nimport main as whole\nhalf = whole.weight / 2\n",
}
NAMES = ["Other", "Deep", "size", "layers", "made", "weight", "Net", "net", "Linear", "F", "cached"]


def _project(folder: Path) -> ProjectFiles:
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return ProjectFiles(NO_ROWS, folder, snapshot=True)


def _walk(found: Type) -> None:
    definition = found.definition
    if isinstance(definition, ClassInfo):
        definition.flow.finish_class(definition)
    else:
        assert isinstance(definition, FunctionInfo)
        definition.flow.ensure(definition)


def test_a_name_is_what_its_statements_make_it(tmp_path: Path) -> None:
    exports = _project(tmp_path).exports("main", 0, tmp_path / "asker.py")

    assert exports is not None
    found = {name: exports[name].kind for name in NAMES}
    assert found == {
        "Other": "module_class", "Deep": "module_class", "size": "int", "layers": "list", "made": "tensor",
        "weight": "tensor", "Net": "module_class", "net": "module", "Linear": "module_class", "F": "namespace",
        "cached": "none",
    }  # fmt: skip
    assert "_hidden" not in exports
    assert "missing" not in exports


def test_what_is_asked_first_makes_no_difference(tmp_path: Path) -> None:
    seen = set()
    for order in itertools.islice(itertools.permutations(NAMES), 0, 40_000_000, 1_999_993):
        exports = _project(tmp_path).exports("main", 0, tmp_path / "asker.py")
        assert exports is not None
        kinds = {name: (exports[name].kind, exports[name].optional) for name in order}
        seen.add(tuple(sorted(kinds.items())))
    assert len(seen) == 1


def test_names_pass_through_files(tmp_path: Path) -> None:
    exports = _project(tmp_path).exports("other", 0, tmp_path / "asker.py")

    assert exports is not None
    assert [exports[name].kind for name in ("model", "weight", "half")] == ["module", "tensor", "tensor"]


def test_all_names_of_a_file(tmp_path: Path) -> None:
    exports = _project(tmp_path).exports("main", 0, tmp_path / "asker.py")

    assert exports is not None
    assert {*NAMES, "np"} <= set(exports)


@pytest.mark.parametrize("asked", ["a", "b"])
def test_files_that_import_all_of_each_other_end(tmp_path: Path, asked: str) -> None:
    (tmp_path / "a.py").write_text("from b import *\nx = 1\n")
    (tmp_path / "b.py").write_text("from a import *\ny = 2\n")
    exports = ProjectFiles(NO_ROWS, tmp_path, snapshot=True).exports(asked, 0, tmp_path / "asker.py")

    assert exports is not None
    assert (exports["x"].kind, exports["y"].kind, "z" in exports) == ("int", "int", False)


@pytest.mark.parametrize("asked", list(itertools.permutations(["models", "models.first", "models.last"])))
def test_files_that_take_from_their_package_what_an_earlier_file_gave_it(
    tmp_path: Path, asked: tuple[str, ...]
) -> None:
    package = tmp_path / "models"
    package.mkdir()
    (package / "__init__.py").write_text("from .base import *\nfrom .first import *\nfrom .last import *\n")
    (package / "base.py").write_text("from torch import nn\nclass Base(nn.Module):\n    pass\n")
    for name in ("first", "last"):
        (package / f"{name}.py").write_text(
            f"from models import Base\nclass {name.title()}(Base):\n    def forward(self, x):\n        return x.sum()\n"
        )
    project = ProjectFiles(NO_ROWS, tmp_path, snapshot=True)
    names = {"models": "First", "models.first": "First", "models.last": "Last"}

    for module in asked:
        exports = project.exports(module, 0, tmp_path / "asker.py")
        assert exports is not None
        assert exports[names[module]].definition.torch_base == "torch.nn.Module"  # type: ignore[attr-defined]
        assert exports["Base"].kind == "module_class"


@pytest.mark.parametrize("asked", list(itertools.permutations(["Gate", "Block", "Layer"])))
def test_what_a_file_gives_to_its_own_classes_does_not_depend_on_who_asks_for_what(
    tmp_path: Path, asked: tuple[str, ...]
) -> None:
    (tmp_path / "layers.py").write_text("""
class Config:
    width: int = 3

class Gate:
    def __init__(self, config, scale):
        self.width = config.width
        self.scale = scale

class Block:
    def __init__(self, config):
        self.gate = Gate(config, 2)

class Layer:
    def __init__(self, config: Config):
        self.block = Block(config)
        self.gate = Gate(config, 3.0)
""")
    exports = ProjectFiles(NO_ROWS, tmp_path, snapshot=True).exports("layers", 0, tmp_path / "asker.py")

    assert exports is not None
    for name in asked:
        cls = exports[name].definition
        for attribute in ("block", "gate", "scale", "width"):
            cls.flow.attribute_of(cls, attribute)  # type: ignore[attr-defined]
    gate = exports["Gate"].definition.attributes  # type: ignore[attr-defined]
    assert (gate["width"].kind, gate["scale"].name) == ("int", "number")


@pytest.mark.parametrize("asked", [("Deep",), ("main", "made"), ("Net", "cached", "layers")])
def test_a_file_of_which_pieces_were_parsed_has_the_tree_that_it_has_as_a_whole(
    tmp_path: Path, asked: tuple[str, ...]
) -> None:
    project = _project(tmp_path)
    for name, text in FILES.items():
        path = tmp_path / name
        exports = project.exports(path.stem, 0, tmp_path / "asker.py")
        assert exports is not None
        _ = [exports.get(one) for one in asked]
        tree = project.parsed(text, path).tree
        assert tree is not None
        assert ast.dump(tree, include_attributes=True) == ast.dump(ast.parse(text), include_attributes=True)


def test_a_changed_or_broken_text_is_parsed_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "torn.py").write_text("x = 1\ny = (\n")
    project = ProjectFiles(NO_ROWS, tmp_path, snapshot=True)
    exports = project.exports("torn", 0, tmp_path / "asker.py")

    assert exports is not None
    _ = exports.get("x")
    assert project.parsed("x = 1\ny = (\n", tmp_path / "torn.py").problem is not None
    changed = project.parsed("z = 1\n", tmp_path / "torn.py").tree
    assert changed is not None
    assert ast.unparse(changed) == "z = 1"


POINTS = """
import torch

class Points:
    def __init__(self, places, weight):
        self.places = places
        self.weight = weight

    def to(self, device):
        places = self.places.to(device)
        return Points(places, self.weight)

    @property
    def all(self):
        return self.places

    @property
    def device(self):
        return self.all.device

    def halved(self):
        return self.all / 2

    def inner(self, scale):
        def by(x, unit=torch.ones(1)):
            return x * scale * unit

        return by(self.all)

def make(size):
    return Points(torch.zeros(size), 1)

def whole(size):
    points = Points(torch.ones(size), 2)
    print(points.device, points.halved())
    return points
"""
ASKED = ["make", "whole", "Points"]


@pytest.mark.parametrize("asked", list(itertools.permutations(ASKED)))
@pytest.mark.parametrize("snapshot", [True, False])
def test_what_was_asked_of_a_class_before_its_callers_were_walked_is_asked_again(
    tmp_path: Path, asked: tuple[str, ...], snapshot: bool
) -> None:
    (tmp_path / "points.py").write_text(POINTS)
    exports = ProjectFiles(NO_ROWS, tmp_path, snapshot=snapshot).exports("points", 0, tmp_path / "asker.py")

    assert exports is not None
    for name in asked:
        _walk(exports[name])
    points = exports["Points"].definition
    assert isinstance(points, ClassInfo)
    assert {name: found.kind for name, found in points.attributes.items()} == {"places": "tensor", "weight": "int"}
    returned = {name: points.methods[name].returns.kind for name in ("all", "device", "halved", "inner")}
    assert returned == {"all": "tensor", "device": "device", "halved": "tensor", "inner": "tensor"}


def test_a_body_is_there_only_while_it_is_walked(tmp_path: Path) -> None:
    body = f"\n    '''{'The same again. ' * 20}'''\n    return torch.zeros(size).to(size).sum()\n"
    (tmp_path / "long.py").write_text(f"import torch\n\ndef first(size):{body}\n\ndef second(size):{body}")
    exports = ProjectFiles(NO_ROWS, tmp_path).exports("long", 0, tmp_path / "asker.py")

    assert exports is not None
    first, second = exports["first"].definition, exports["second"].definition
    assert isinstance(first, FunctionInfo) and isinstance(second, FunctionInfo)
    first.flow.ensure(first)
    assert (first.returns.kind, second.returns.kind) == ("tensor", "unknown")
    assert [ast.unparse(one.node.body[0]) for one in (first, second)] == ["...", "..."]
    assert not {id(node) for node in ast.walk(first.node) if isinstance(node, ast.Call)} & set(first.flow.types)


@pytest.mark.parametrize(
    ("head", "brought"),
    [
        ("", {"Net", "make"}),
        ("__all__ = ['Net', '_own']\n", {"Net", "_own"}),
        ("__all__: list[str] = [\n    'Net',  # the model\n]\n", {"Net"}),
        ("__all__ = ('missing',)\n", set()),
        ("__all__ = ['Net']\n__all__ += ['make']\n", {"Net", "make"}),
        ("__all__ = ['Net' + 's']\n", {"Net", "make"}),
        ("__all__ = ['Net',  # see [1]\n 'make']\n", {"Net", "make"}),
    ],
)
def test_a_star_import_brings_what_all_lists(tmp_path: Path, head: str, brought: set[str]) -> None:
    body = "class Net:\n    pass\ndef make():\n    return 1\ndef _own():\n    return 2\n"
    (tmp_path / "net.py").write_text(head + body, "utf-8")
    (tmp_path / "main.py").write_text("from net import *\n", "utf-8")
    project = ProjectFiles(NO_ROWS, tmp_path, snapshot=True)
    exports = project.exports("main", 0, tmp_path / "asks.py")
    assert exports is not None
    assert {name for name in ("Net", "make", "_own", "missing") if name in exports} == brought
    assert set(exports) >= brought - {"_own"}


@pytest.mark.parametrize(
    ("text", "binds"),
    [
        ("size = len(names)\nprint(max(size, 2))\n", False),
        ("from tools import max, min\n", True),
        ("from tools import (\n    min,\n    max,\n)\n", True),
        ("import a, \\\n max.inner\n", True),
        ("def max(a):\n    return a\n", True),
        ("class  max: pass\n", True),
        ("if True:\n    max = 3\n", True),
        ("min, max = 1, 2\n", True),
        ("for max in a: pass\n", True),
        ("with a as max: pass\n", True),
        ("max: int\n", True),
        ("print((max := 3))\n", True),
        ("try: pass\nexcept E as max: pass\n", True),
        ("import tools as max", True),
        ("[*a, max] = b\n", True),
        ("match a:\n    case {'a': max}: pass\n", True),
        ("x.max(3)\ny = x.max\n", False),
    ],
)
def test_what_may_bind_a_name(text: str, binds: bool) -> None:
    assert may_bind(text, "max") is binds


ANNOTATED = """
from typing import Any, Callable, Union
import torch

class Kept:
    def __init__(self, made: Union[Callable, Any]):
        self.made = made

    def get(self):
        return self.made

class Many:
    def __init__(self, *parts):
        self.parts = parts

    def get(self):
        return self.parts[0]

def keep():
    return Kept(torch.ones(3))

def many():
    return Many(torch.ones(3), torch.ones(3))
"""


@pytest.mark.parametrize("asked", list(itertools.permutations(["keep", "many", "Kept", "Many"])))
def test_what_calls_give_counts_whoever_asks_for_them_or_not_at_all(tmp_path: Path, asked: tuple[str, ...]) -> None:
    (tmp_path / "kept.py").write_text(ANNOTATED)
    exports = ProjectFiles(NO_ROWS, tmp_path, snapshot=True).exports("kept", 0, tmp_path / "asker.py")

    assert exports is not None
    for name in asked:
        _walk(exports[name])
    found = {}
    for name in ("Kept", "Many"):
        definition = exports[name].definition
        assert isinstance(definition, ClassInfo)
        found[name] = definition.methods["get"].returns.kind
    # Callers are asked about what has no annotation.
    assert found == {"Kept": "unknown", "Many": "tensor"}


@pytest.mark.parametrize(("head", "kind"), [("import torch\n", "function"), ("import os\n", "unknown")])
def test_own_decorators_are_looked_into_where_torch_is(tmp_path: Path, head: str, kind: str) -> None:
    text = "def checked(fn):\n    def inner(*args):\n        return fn(*args)\n    return inner\n\n@checked\ndef fetch(n):\n    return n\n"
    (tmp_path / "fetched.py").write_text(head + text)
    exports = ProjectFiles(NO_ROWS, tmp_path, snapshot=True).exports("fetched", 0, tmp_path / "asker.py")

    assert exports is not None
    assert exports["fetch"].kind == kind


FILLED = """
import torch

kept = []

def keep():
    kept.append(torch.ones(1))
    return kept

def first():
    return kept[0]
"""


@pytest.mark.parametrize("asked", list(itertools.permutations(["keep", "first", "kept"])))
def test_what_functions_fill_does_not_depend_on_who_asks_for_them(tmp_path: Path, asked: tuple[str, ...]) -> None:
    (tmp_path / "filled.py").write_text(FILLED)
    exports = ProjectFiles(NO_ROWS, tmp_path, snapshot=True).exports("filled", 0, tmp_path / "asker.py")

    assert exports is not None
    for name in asked:
        if isinstance(exports[name].definition, FunctionInfo):
            _walk(exports[name])
    first = exports["first"].definition
    assert isinstance(first, FunctionInfo)
    assert (exports["kept"], first.returns.kind) == (Type("list"), "unknown")


def test_a_file_that_lists_its_names_is_read_when_more_is_asked_for(tmp_path: Path) -> None:
    for name, text in {
        "__init__.py": "from .one import *\nfrom .two import *\n",
        "one.py": "__all__ = ['One']\nclass One:\n    pass\n",
        "two.py": "__all__ = ['Two']\nclass Two:\n    pass\n",
    }.items():
        (tmp_path / name).write_text(text, "utf-8")
    files = ProjectFiles(NO_ROWS, tmp_path, snapshot=True)
    asker = tmp_path / "asker.py"
    package, two = files.exports("", 1, asker), files.exports("two", 1, asker)

    assert isinstance(two, Exports) and package is not None
    assert package["One"].kind == "class" and "missing" not in package
    assert two.flow is None
    assert package["Two"].kind == "class"
    assert two.flow is not None


def test_a_file_is_looked_at_once_in_a_walk(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("size = 1\n", "utf-8")
    files = ProjectFiles(NO_ROWS, tmp_path)
    asker = tmp_path / "asker.py"

    def kind() -> str:
        found = files.exports("one", 0, asker)
        assert found is not None
        return found["size"].kind

    with files.lock:
        assert kind() == "int"
        (tmp_path / "one.py").write_text("size = 'longer'\n", "utf-8")
        time.sleep(0.3)
        assert kind() == "int"
    assert kind() == "str"


def _deleted_names(count: int) -> str:
    """A file that asks for its own package while it takes, uses and forgets as many names."""
    lines = ["import os", "if os.name:"]
    for number in range(count):
        lines += [
            f"    from .parts import part{number} as _part{number}",
            f"    _part{number}()",
            f"    del _part{number}",
        ]
    return "\n".join([*lines, "    import torch", "    x = torch.ones(2)"]) + "\n"


def test_names_that_a_block_takes_uses_and_deletes_are_worked_out_once_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 12  # each asks for all others: of their orders there are 479 million
    package = tmp_path / "net"
    package.mkdir()
    (package / "__init__.py").write_text(_deleted_names(count))
    parts = "".join(f"def part{n}():\n    from . import x\n    return x.sum()\n" for n in range(count))
    (package / "parts.py").write_text("import torch\n" + parts)
    executed = 0
    execute = ModuleNames._execute

    def counted(self: ModuleNames, number: int, name: str) -> None:
        nonlocal executed
        executed += 1
        assert executed < 40 * count
        execute(self, number, name)

    monkeypatch.setattr(ModuleNames, "_execute", counted)
    file = package / "parts.py"
    found = analyze(read_source(file), NO_ROWS, ProjectFiles(NO_ROWS, tmp_path))

    assert [use.api for use in found.uses if use.receiver is not None] == ["torch.Tensor.sum"] * count


ON_DEMAND = """
import torch

def told(n) -> torch.Tensor:
    return helper(n)

def helper(n: int):
    return torch.ones(n)

def itself(n) -> torch.Tensor:
    return itself(n - 1) if n else torch.ones(1)

def several(n) -> torch.Tensor:
    yield torch.ones(n)

def said(text):
    print(text)

class Base:
    def __init__(self):
        self.width = helper(3)

class Made(Base):
    def __init__(self):
        super().__init__()
        said(3)
        self.keep("kept", helper(2))

    def keep(self, name, value):
        setattr(self, name, value)

    @property
    def half(self) -> torch.Tensor:
        return helper(2)

made = Made()
"""


@pytest.fixture
def on_demand(tmp_path: Path) -> dict[str, FunctionInfo]:
    """Functions of ``ON_DEMAND``, after another file has asked for some of what they give."""
    (tmp_path / "lib.py").write_text(ON_DEMAND)
    (tmp_path / "use.py").write_text(
        "import torch\nfrom lib import itself, made, said, several, told\n"
        "said(1)\nmade.half.float()\ntold(3).float()\nitself(3).float()\nnext(several(3)).float()\n"
        "made.kept.float()\nmade.width.float()\n"
    )
    project = ProjectFiles(NO_ROWS, tmp_path, snapshot=True)
    found = analyze(read_source(tmp_path / "use.py"), NO_ROWS, project)  # type: ignore[arg-type]
    exports = project.exports("lib", 0, tmp_path / "use.py")
    assert exports is not None
    assert [use.api for use in found.uses].count("torch.Tensor.float") == 6
    functions = {name: exports[name].definition for name in ("told", "helper", "itself", "several", "said")}
    made = exports["Made"].definition
    assert isinstance(made, ClassInfo)
    return {**functions, **made.methods}  # type: ignore[dict-item]


@pytest.mark.parametrize("name", ["told", "half", "said"])
def test_what_a_function_s_annotation_says_or_nobody_needs_has_it_not_walked(
    on_demand: dict[str, FunctionInfo], name: str
) -> None:
    assert not on_demand[name].analyzed


@pytest.mark.parametrize("name", ["itself", "several", "keep", "helper"])
def test_what_its_annotation_does_not_say_has_a_function_walked(on_demand: dict[str, FunctionInfo], name: str) -> None:
    assert on_demand[name].analyzed

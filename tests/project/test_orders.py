"""What is found in a file depends on the files alone: not on those that were analysed before it, nor in which order."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.project.written import place

pytestmark = pytest.mark.slow

STORE = """
    import torch

    class Store:
        def __init__(self):
            self.cache = None
            self.seen = []

        def fill(self):
            self.cache = torch.zeros(3)
            self.low, self.high = torch.ones(1), torch.ones(2)
            self.named: torch.Tensor = self.cache
            return self

        def note(self, more):
            self.seen.append(torch.ones(3))

        @property
        def size(self):
            return self.width

        @size.setter
        def size(self, value):
            self.width = torch.tensor(value)

        def same(self):
            return self.cache == self.unset

    def prepare(store: Store):
        store.given = torch.ones(3)
"""
SETS_ATTRIBUTES_ANYWHERE = {
    "store.py": STORE,
    "deep.py": """
        import torch
        from torch import nn
        from store import Store

        class Deep(Store):
            def more(self):
                self.extra = torch.zeros(2)

        class Layer(nn.Module):
            def reset(self):
                self.register_buffer("scale", torch.ones(3))
                self.keep("kept", torch.ones(3))

            def keep(self, name, value):
                setattr(self, name, value)
                # This one is long enough to be parsed when it is needed, and not before that, in an editor.
                # Nothing else is in it. Nothing else is in it. Nothing else is in it. Nothing else is in it.

            def last(self):
                # This one is long enough to be parsed when it is needed, and not before that, in an editor.
                # Nothing else is in it. Nothing else is in it. Nothing else is in it. Nothing else is in it.
                self.end = torch.ones(2)
    """,
    "calls.py": """
        import store
        from deep import Deep, Layer

        def go():
            one = Deep()
            one.fill(), one.more(), one.note(1), one.same()
            one.size = 3
            store.prepare(one)
            Layer().reset()
    """,
    "reads.py": """
        import torch
        from store import Store
        from deep import Deep, Layer

        def show():
            one, other = Store(), Deep()
            one.cache.float(), one.low.float(), one.high.float(), one.seen[0].float(), one.size.float()
            one.given.float(), one.named.float()
            other.cache.float(), other.extra.float(), other.low.float(), Layer().scale.float()
            Layer().kept.float(), Layer().end.float()
            one.unset.float()
    """,
}
TELLS_ITS_OWN_METHODS = {
    "net.py": """
        import torch
        from torch import nn

        class Part:
            def __init__(self, layer):
                self.layer = layer

        class Net(nn.Module):
            def pick(self, which):
                self.picked = which
                return which

            def forward(self, x: torch.Tensor):
                return self.pick(nn.Linear(3, 3))

        class Wide(Part):
            def __init__(self, width):
                super().__init__(nn.ReLU())

        class Base:
            def __init__(self, layer):
                self.layer = layer

        class Between(Base):
            pass

        class Heir(Between):
            def __init__(self):
                super().__init__(nn.Linear(3, 3))

        def whole():
            net = Net()
            net.pick(3)
            return net

        ready = Part(nn.Linear(3, 3))
        if ready:
            other = Part(torch.ones(3))
    """,
    "first.py": """
        from net import Net

        def run(x):
            return Net().pick(x).float(), Net().picked.float()
    """,
    "second.py": """
        from net import Net, Part, Wide, whole, ready

        def run(x):
            whole(), Net()(x), Wide(3).layer.float(), ready.layer.float(), Part(3).layer.float()
            return Net().pick(x).float()
    """,
    "third.py": """
        from net import other, Part, Base

        def run(x):
            return other.layer.float(), Part(x).layer.float(), Base(x).layer.weight
    """,
}
IN_CIRCLES = {
    "tools.py": """
        import torch

        class Box:
            def __init__(self):
                self.inner = self.read()

            def read(self):
                return self.held

            def hold(self):
                self.held = torch.ones(3)
                return outer(self)

        def make(n):
            return Box().hold()

        shared = make(3)
        from users import outer
    """,
    "users.py": """
        from tools import Box, shared

        def outer(box):
            return box.read()

        def usual():
            return shared
    """,
    "main.py": """
        from users import usual, outer
        from tools import *

        def run():
            return usual().float(), shared.float(), Box().inner.float(), outer(Box()).float(), make(2).float()
    """,
    "again.py": """
        from tools import Box

        def run():
            return Box().inner.float(), Box().read().float(), Box().hold().float()
    """,
}
THROUGH_STARS = {
    "pack/__init__.py": "from .base import *\nfrom .heirs import *\n",
    "pack/base.py": """
        import torch
        from torch import nn

        class Base(nn.Module):
            def set_parts(self):
                self.part = self.make_part()

            def make_part(self):
                return None

        def shape(x):
            return x
    """,
    "pack/heirs.py": """
        from pack import Base, shape
        from .base import *

        class Heir(Base):
            def make_part(self):
                return nn.Linear(3, 3)

            def later(self):
                self.made = self.make_part()
                return shape(self.made)

        def use():
            return Heir().later()
    """,
    "main.py": """
        from pack import *

        def run():
            return Heir().part.float(), Heir().made.float(), use().float(), shape(3).float(), Base().part.float()
    """,
}
CALLING_THEMSELVES = {
    "makes.py": """
        import torch

        def make(x):
            Net(x)
            return torch.zeros(3)

        from net import Net

        def probe():
            return make(3).float()
    """,
    "net.py": """
        from makes import make

        class Net:
            def __init__(self, x):
                self.first = make(self.again)

            def reset(self, x):
                self.again = self.reset(x)
                return make(self.first)
    """,
    "reads.py": """
        from net import *

        def show():
            return Net(None).again.float()
    """,
}
STEPS = 40
IN_LONG_ROWS = {
    "row.py": "import torch\n\n"
    + "".join(f"def step{n}(x: int):\n    return step{n + 1}(x)\n\n" for n in range(STEPS))
    + f"def step{STEPS}(x: int):\n    return torch.ones(x)\n",
    "far.py": "from row import step0\n\ndef run():\n    return step0(3).float()\n",
    "near.py": f"from row import step{STEPS // 2}\n\ndef run():\n    return step{STEPS // 2}(3).float()\n",
}
HELD_BY_WHAT_IS_CALLED = {
    "base.py": """
        import torch

        class Base:
            def __init__(self):
                self.count = 0
                self.prepare(3)

            def prepare(self, n):
                self.kept = torch.zeros(n)
    """,
    "asks.py": "import torch\nfrom base import Base\n\ndef show():\n    return Base().kept.float(), Base().count\n",
    "heir.py": """
        from base import Base

        class Heir(Base):
            def show(self):
                return self.kept.float()
    """,
}
PROJECTS = {
    "sets attributes anywhere": SETS_ATTRIBUTES_ANYWHERE,
    "tells its own methods": TELLS_ITS_OWN_METHODS,
    "in circles": IN_CIRCLES,
    "through stars": THROUGH_STARS,
    "calling themselves": CALLING_THEMSELVES,
    "in long rows": IN_LONG_ROWS,
    "held by what is called": HELD_BY_WHAT_IS_CALLED,
}


def write(folder: Path, files: dict[str, str]) -> list[Path]:
    paths = [folder / name for name in files]
    for path, text in zip(paths, files.values()):
        path.parent.mkdir(exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip(), "utf-8")
    return paths


def found(engine: Engine, path: Path) -> list[str]:
    analysis = engine.analyze(path.read_text("utf-8"), path)
    uses = [finding.use for finding in analysis.findings]
    return [f"{place(use.span, analysis.lines.starts)} {use.api} {use.certainty.value}" for use in uses]


def engine(snapshot: bool) -> Engine:
    return Engine(Settings(), snapshot=snapshot, callers=False)


def in_order(paths: Sequence[Path], snapshot: bool) -> dict[Path, list[str]]:
    one = engine(snapshot)
    return {path: found(one, path) for path in paths}


@pytest.mark.parametrize("files", PROJECTS.values(), ids=PROJECTS)
@pytest.mark.parametrize("snapshot", [True, False], ids=["scan", "editor"])
def test_every_order_of_files_finds_the_same(tmp_path: Path, files: dict[str, str], snapshot: bool) -> None:
    paths = write(tmp_path, files)
    alone = {path: found(engine(snapshot), path) for path in paths}

    for order in itertools.permutations(paths):
        assert in_order(order, snapshot) == alone
    again = engine(snapshot)
    for path in [*paths, *paths[::-1]]:
        assert found(again, path) == alone[path]


PROCESS = """
import json, sys
from pathlib import Path
from test_orders import engine, found
print(json.dumps(found(engine(True), Path(sys.argv[1]))))
"""


@pytest.mark.parametrize("name", ["sets attributes anywhere", "in circles"])
def test_a_process_of_its_own_finds_the_same(tmp_path: Path, name: str) -> None:
    paths = write(tmp_path, PROJECTS[name])
    together = in_order(paths, True)

    path = paths[-1] if name == "sets attributes anywhere" else paths[2]
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "7",
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path]),
    }
    out = subprocess.run(
        [sys.executable, "-c", PROCESS, str(path)], env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(out.stdout) == together[path]


def _floats(tmp_path: Path, files: dict[str, str], name: str) -> list[str]:
    write(tmp_path, files)
    lines = (line.rpartition(") ")[2] for line in found(engine(True), tmp_path / name))
    return [line for line in lines if ".float " in line]


def test_what_other_methods_of_an_imported_class_set_is_known(tmp_path: Path) -> None:
    floats = _floats(tmp_path, SETS_ATTRIBUTES_ANYWHERE, "reads.py")

    assert floats == ["torch.Tensor.float inferred"] * 13


@pytest.mark.parametrize("first", ["asks.py", "heir.py"])
def test_what_a_class_holds_by_methods_that_it_calls_does_not_depend_on_who_asks(tmp_path: Path, first: str) -> None:
    write(tmp_path, HELD_BY_WHAT_IS_CALLED)
    one = engine(True)
    places = {name: tmp_path / name for name in (first, "heir.py")}

    concerned = [one.concerns(place.read_text("utf-8"), place, {}) for place in places.values()]

    assert all(concerned)
    assert any("torch.Tensor.float inferred" in line for line in found(one, tmp_path / "heir.py"))


def test_an_attribute_that_is_only_read_is_not_known(tmp_path: Path) -> None:
    text = "from store import Store\n\ndef show():\n    return Store().unset.float(), Store().other.float()\n"

    assert _floats(tmp_path, {"store.py": STORE, "reads.py": text}, "reads.py") == []


def test_what_heirs_give_to_an_imported_class_is_known(tmp_path: Path) -> None:
    write(tmp_path, TELLS_ITS_OWN_METHODS)
    lines = [line.rpartition(") ")[2] for line in found(engine(True), tmp_path / "third.py")]

    assert "torch.nn.Linear.weight inferred" in lines


def test_what_is_put_from_outside_and_unknown_leaves_a_layer_what_it_is(tmp_path: Path) -> None:
    files = {
        "net.py": """
            from torch import nn

            class Inner(nn.Module):
                def __init__(self):
                    self.kept = nn.Embedding(3, 3)
                    self.given = nn.Embedding(3, 3)

                def put(self, value):
                    self.given = value

            class Outer(nn.Module):
                def __init__(self):
                    self.inner = Inner()

                def put(self, value):
                    self.inner.kept = value
        """,
        "heir.py": """
            from net import Inner

            class Heir(Inner):
                def show(self):
                    return self.kept.padding_idx, self.given.padding_idx
        """,
    }
    write(tmp_path, files)

    lines = [line for line in found(engine(True), tmp_path / "heir.py") if "padding_idx" in line]
    assert [line.rpartition(") ")[2] for line in lines] == ["torch.nn.Embedding.padding_idx inferred"]


def test_functions_that_call_each_other_in_a_long_row_are_known(tmp_path: Path) -> None:
    assert _floats(tmp_path, IN_LONG_ROWS, "far.py") == ["torch.Tensor.float inferred"]

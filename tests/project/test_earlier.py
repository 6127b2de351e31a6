"""A scan that takes over what an earlier one found gives what a scan without it gives, and walks only what may be another."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.project import scan as scans
from mindport.project.earlier import Earlier

PROJECT = {
    "setup.py": "",
    "net/__init__.py": "from .layers import *\nfrom .model import Net\nfrom . import utils\n",
    "net/layers.py": """
import torch
from torch import nn
from . import utils as u
__all__ = ['Block', 'pool']
class Base(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.scale = nn.Parameter(torch.ones(width))
    def gain(self, x):
        return x * self.scale
class Block(Base):
    def __init__(self, width):
        super().__init__(width)
        self.inner = nn.Linear(width, width)
    def forward(self, x):
        y = u.norm(self.inner(x))
        return self.gain(y).view(-1)
    def gain(self, value):
        return value.float()
def pool(x, size=2):
    return x.reshape(size, -1)
""",
    "net/utils.py": """
import torch
from .circle import turn
def norm(x):
    return x / x.norm()
def spread(x):
    return turn(x).size()
DEFAULT = torch.float32
""",
    "net/circle.py": "import torch\nfrom . import utils\ndef turn(x):\n    return x.transpose(0, 1)\ndef back(x):\n    return utils.spread(x)\n",
    "net/model.py": """
import torch
from torch import nn
from .layers import Block, pool
from extra.heads import Head
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(4) for _ in range(2)])
        self.head = Head(4)
    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(pool(x)).detach()
""",
    "net/plain.py": "from .layers import *\ndef use(x):\n    return pool(x).half()\n",
    "net/counts.py": "from .circle import back\nfrom .utils import spread\ndef count(x):\n    return back(x).size(0)\nback(spread(3)).numpy()\n",
    "report.py": "import tools.helpers.making\nimport net.layers\ntools.helpers.making.make(3).numpy()\nnet.layers.norm(3).size()\n",
    "net/words.py": "def join(a, b):\n    return a + b\n",
    "train.py": "import torch\nfrom net import Net, Block, pool\nfrom net.utils import spread\nnet = Net()\nout = net(torch.ones(2, 4))\nout.backward()\nspread(out)\n",
    "extra/heads.py": "import torch\nfrom torch import nn\nfrom net.layers import Base\nclass Head(Base):\n    def forward(self, x):\n        return self.gain(x).mean()\n",
    "extra/run.py": "import sys\nimport torch\nsys.path.append('tools/helpers')\nfrom making import make\nmake(3).view(1)\n",
    "tools/helpers/making.py": "import torch\ndef make(n):\n    return torch.ones(n)\n",
    "extra/calls.py": "import torch\nfrom net.circle import back\nfrom net.layers import pool\nback(torch.ones(2, 2))\npool(torch.ones(4), 4)\n",
}
LINES = (
    "import torch",
    "from net.layers import *",
    "from net.utils import norm, spread",
    "from net.circle import turn as norm",
    "from net import *",
    "from .layers import Block as Net",
    "__all__ = ['pool', 'norm']",
    "__all__ = ['Block', '_hidden', 'turn']",
    "x = torch.ones(2)",
    "sys.path.append('tools/helpers')\nfrom making import make as norm",
    "import net.utils as pool",
    "def pool(x, size=None):\n    return x.numpy()",
    "def norm(x):\n    return x.tolist()",
    "class Block:\n    def forward(self, x):\n        return 1",
    "class Head:\n    pass",
    "pool(torch.ones(2)).view(1)",
    "spread(norm(torch.zeros(3)))",
    "Block(3)(torch.ones(1)).size()",
    "def other(x):\n    return turn(x).size(0)",
    "DEFAULT = None",
    "back = lambda x: x.t()",
    "from code import pool, norm",
    "import code\ncode.pool(torch.ones(2)).view(1)",
    "def broken(:",
)
NEW = (
    "net/extra.py",
    "net/torch_utils.py",
    "net/extra/heads.py",
    "net/extra/__init__.py",
    "extra/net.py",
    "utils.py",
    "code.py",
    "extra/code.py",
    "net/code/__init__.py",
    "extra/__init__.py",
    "net/layers/__init__.py",
    "tools/main.py",
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    for path, text in PROJECT.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return folder


@pytest.fixture
def walks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are walked, in the order in which that happens."""
    found: list[str] = []
    describe: Callable[..., object] = scans.describe_file

    def noted(describer: object, task: scans.Task, *more: object) -> object:
        found.append(task.file.relative)
        return describe(describer, task, *more)

    monkeypatch.setattr(scans, "describe_file", noted)
    return found


def scan(folder: Path, kept: Path | None, jobs: int = 1) -> str:
    earlier = Earlier(kept, "settings") if kept is not None else None
    return Engine(Settings()).scan([folder], jobs, earlier=earlier).files_json()


def edit(folder: Path, dice: random.Random) -> str:
    """Changes something; tells what."""
    files = sorted(folder.rglob("*.py"))
    file = dice.choice(files)
    lines = file.read_text("utf-8").split("\n")
    at = dice.randrange(len(lines))
    kind = dice.choice(("add", "add", "add", "add", "cut", "double", "swap", "new", "remove", "move", "spoil", "again"))
    if kind == "add":
        lines.insert(dice.choice((0, 1, len(lines))), dice.choice(LINES))
    elif kind == "cut":
        del lines[at]
    elif kind == "double":
        lines.insert(at, lines[at])
    elif kind == "swap":
        other = dice.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == "spoil":
        lines = [line.replace("torch", "jax") for line in lines]
    elif kind == "again":  # what stood there at first
        name = dice.choice(sorted(PROJECT))
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(PROJECT[name], "utf-8")
        return f"again {name}"
    elif kind == "new":
        new = folder / dice.choice(NEW)
        new.parent.mkdir(parents=True, exist_ok=True)
        new.write_text("\n".join(["import torch", *dice.sample(LINES, 4)]), "utf-8")
        return f"new {new.relative_to(folder)}"
    elif kind == "remove":
        file.unlink()
        return f"remove {file.relative_to(folder)}"
    else:
        file.rename(file.with_name(f"{dice.choice('abc')}_{file.name}"))
        return f"move {file.relative_to(folder)}"
    file.write_text("\n".join(lines), "utf-8")
    return f"{kind} {file.relative_to(folder)}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("scanned", [".", "net"])
def test_after_any_edits_the_result_is_that_of_a_scan_without_an_earlier_one(
    project: Path, tmp_path: Path, seed: int, scanned: str
) -> None:
    dice = random.Random(seed)
    kept = tmp_path / "kept"
    told = []
    for _ in range(12):
        assert scan(project / scanned, kept) == scan(project / scanned, None), told
        told.append([edit(project, dice) for _ in range(dice.choice((1, 1, 2, 4)))])
        if not (project / scanned).is_dir() or not list((project / scanned).rglob("*.py")):
            break


def test_nothing_is_walked_where_nothing_has_changed(project: Path, tmp_path: Path, walks: list[str]) -> None:
    first = scan(project, tmp_path / "kept")
    walks.clear()
    (project / "net" / "model.py").touch()

    assert scan(project, tmp_path / "kept") == first
    assert walks == []


def test_only_what_depends_on_a_change_is_walked(project: Path, tmp_path: Path, walks: list[str]) -> None:
    scan(project, tmp_path / "kept")
    walks.clear()
    model = project / "net" / "model.py"
    model.write_text(model.read_text("utf-8") + "\ny = torch.ones(2).view(1)\n", "utf-8")

    found = scan(project, tmp_path / "kept")

    assert "torch.Tensor.view" in found
    assert "net/model.py" in walks
    assert not {"net/layers.py", "net/circle.py", "extra/heads.py", "net/words.py"} & set(walks)


def test_what_a_package_hands_on_is_told_apart_by_name(tmp_path: Path, walks: list[str]) -> None:
    files = {
        "p/__init__.py": "from .one import *\nfrom .two import *\nfrom .three import third\n",
        "p/one.py": "import torch\ndef first(x):\n    return torch.ones(1)\n",
        "p/two.py": "import torch\ndef second(x):\n    return torch.ones(1)\n",
        "p/three.py": "import torch\ndef third(x):\n    return torch.ones(1)\n",
        "a.py": "import torch\nfrom p import first\nfirst(1).view(1)\n",
        "b.py": "import torch\nfrom p import second\nsecond(1).view(1)\n",
        "c.py": "import torch\nfrom p import third\nthird(1).view(1)\n",
    }
    for path, text in files.items():
        (tmp_path / "w" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "w" / path).write_text(text, "utf-8")
    scan(tmp_path / "w", tmp_path / "kept")
    walks.clear()
    (tmp_path / "w/p/two.py").write_text("import torch\ndef second(x):\n    return 1\ndef more(): ...\n", "utf-8")

    assert scan(tmp_path / "w", tmp_path / "kept") == scan(tmp_path / "w", None)
    assert {*walks[: walks.index("a.py")]} == {"b.py", "p/two.py"}  # what follows is the scan without an earlier one


def test_two_processes_find_the_same(project: Path, tmp_path: Path) -> None:
    dice = random.Random(3)
    for _ in range(3):
        assert scan(project, tmp_path / "kept", jobs=2) == scan(project, None)
        edit(project, dice)


@pytest.mark.parametrize(
    "spoil", [lambda data: b"", lambda data: data[: len(data) // 2], lambda data: data[:30] + b"?" + data[31:]]
)
def test_what_cannot_be_read_counts_for_nothing(project: Path, tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    kept = tmp_path / "kept"
    first = scan(project, kept)
    kept.write_bytes(spoil(kept.read_bytes()))

    assert not Earlier(kept, "settings").has(str(project / "net" / "model.py"))
    assert scan(project, kept) == first
    assert Earlier(kept, "settings").has(str(project / "net" / "model.py"))


def test_other_settings_count_for_nothing(project: Path, tmp_path: Path) -> None:
    scan(project, tmp_path / "kept")

    assert not Earlier(tmp_path / "kept", "others").has(str(project / "net" / "model.py"))


def test_where_nothing_can_be_kept_the_result_is_the_same(project: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")

    assert scan(project, tmp_path / "file" / "kept") == scan(project, None)


def test_scans_at_once_do_not_disturb_each_other(project: Path, tmp_path: Path) -> None:
    dice = random.Random(5)
    for _ in range(3):
        edit(project, dice)
        with ThreadPoolExecutor(3) as pool:
            found = list(pool.map(lambda _: scan(project, tmp_path / "kept"), range(3)))
        assert set(found) == {scan(project, None)}


def test_a_file_that_changes_while_it_is_scanned_is_looked_at_again(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    describe: Callable[..., object] = scans.describe_file
    layers = project / "net" / "layers.py"

    def disturbed(*arguments: object) -> object:
        done = describe(*arguments)
        layers.write_text(PROJECT["net/layers.py"].replace("reshape", "flatten"), "utf-8")
        return done

    with monkeypatch.context() as patch:
        patch.setattr(scans, "describe_file", disturbed)
        scan(project, tmp_path / "kept")

    assert scan(project, tmp_path / "kept") == scan(project, None)


def test_another_place_is_another_project(project: Path, tmp_path: Path) -> None:
    scan(project, tmp_path / "kept")
    shutil.copytree(project, tmp_path / "copy")

    assert scan(tmp_path / "copy", tmp_path / "kept") == scan(tmp_path / "copy", None)


def test_a_file_that_begins_with_an_indented_line_does_not_parse_whoever_has_read_it(tmp_path: Path) -> None:
    lines = ["def make():", "    return torch.ones(1)", "kept = make()"] * 3
    files = {
        "broken.py": "\n".join(["    torch.ones(2)", "import torch", *lines]),
        "asker.py": "import torch\nfrom broken import make, kept\nmake().view(1)\nkept.view(1)\n",
    }
    folder = tmp_path / "w"
    folder.mkdir()
    for path, text in files.items():
        (folder / path).write_text(text, "utf-8")

    assert "unexpected indent" in scan(folder, None)
    (folder / "asker.py").unlink()
    assert "unexpected indent" in scan(folder, None)


def test_what_is_read_of_the_class_of_a_given_object_counts(tmp_path: Path, walks: list[str]) -> None:
    files = {
        "store.py": "import torch\nclass Store:\n    def give(self):\n        return torch.ones(1)\n",
        "keep.py": "import torch\ndef keep(store):\n    return store.give().sort()\n",
        "main.py": "import torch\nfrom store import Store\nfrom keep import keep\nkeep(Store())\n",
        "more.py": "import torch\nfrom keep import keep\n",
    }
    folder = tmp_path / "w"
    folder.mkdir()
    for path, text in files.items():
        (folder / path).write_text(text, "utf-8")
    assert "torch.Tensor.sort" in scan(folder, tmp_path / "kept")
    walks.clear()

    (folder / "store.py").write_text(files["store.py"].replace("torch.ones(1)", "[3, 2]"), "utf-8")

    assert scan(folder, tmp_path / "kept") == scan(folder, None)
    assert "torch.Tensor.sort" not in scan(folder, None)
    assert "keep.py" in walks


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return fn(*args)", "return [fn(*args)]"),
        ("return getattr(self.module, name)", "return getattr(self.other, name)"),
        ("return torch.ones(2)", "return 1"),
        ("yield torch.ones(3)", "yield 3"),
        ("return self.held + other.held", "return 1"),
    ],
)
def test_what_other_files_are_read_for_beyond_their_names(tmp_path: Path, old: str, new: str) -> None:
    files = {
        "ways.py": """
import torch
from contextlib import contextmanager
def timed(fn):
    def inner(*args):
        return fn(*args)
    return inner
class Wrapped:
    def __init__(self, module):
        self.module = torch.nn.Linear(1, 1)
        self.other = 3
    def __getattr__(self, name):
        return getattr(self.module, name)
class Opened:
    def __enter__(self):
        return torch.ones(2)
@contextmanager
def made():
    yield torch.ones(3)
class Box:
    held = torch.ones(3)
    def __add__(self, other):
        return self.held + other.held
""",
        "use.py": """
import torch
from ways import timed, Wrapped, Opened, made, Box
@timed
def ones(n):
    return torch.ones(n)
ones(3).round()
Wrapped(3).train()
with Opened() as x, made() as y:
    x.round(), y.round()
(Box() + Box()).round()
""",
    }
    folder = tmp_path / "w"
    folder.mkdir()
    for path, text in files.items():
        (folder / path).write_text(text, "utf-8")
    before = scan(folder, tmp_path / "kept")
    assert old in files["ways.py"]
    (folder / "ways.py").write_text(files["ways.py"].replace(old, new), "utf-8")

    found = scan(folder, tmp_path / "kept")

    assert found == scan(folder, None)
    assert found.count('"api"') < before.count('"api"')

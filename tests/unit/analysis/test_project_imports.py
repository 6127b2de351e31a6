"""What a file imports from its own project."""

from __future__ import annotations

import os
import textwrap
import time
from pathlib import Path

import pytest
from found_uses import NO_ROWS

from mindport.analysis.analyze import Analysis, analyze
from mindport.engine import Engine, Settings
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source

PARTS = """
import torch
import torch.nn as nn
import torch.nn.functional as F

SIZE = 3

class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.conv = nn.Conv2d(n, n, SIZE)
    def forward(self, x):
        return F.relu(self.conv(x)), 1

def make(n):
    return nn.Sequential(Block(n))

def halve(x: torch.Tensor):
    return x / 2
"""


def _analyze(folder: Path, files: dict[str, str], name: str, root: Path | None = None) -> Analysis:
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    return analyze(read_source(folder / name), NO_ROWS, ProjectFiles(NO_ROWS, root))


def _found(analysis: Analysis) -> list[str]:
    return [use.api for use in analysis.uses if use.role.value not in ("import", "base_class")]


def test_a_star_import_brings_classes_and_the_imports_of_the_file(tmp_path: Path) -> None:
    files = {
        "net/__init__.py": "",
        "net/parts.py": PARTS,
        "net/model.py": "from .parts import *\nclass Net(nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n        self.block = Block(3)\n"
        "    def forward(self, x):\n        y, n = self.block(x)\n        return y.view(-1), F.relu(y)\n",
    }

    found = _analyze(tmp_path, files, "net/model.py")

    assert [module.name for module in found.modules] == ["Net"]
    assert _found(found) == ["torch.nn.Module.__init__", "torch.Tensor.view", "torch.nn.functional.relu"]


@pytest.mark.parametrize(
    "line",
    [
        "from parts import Block, halve",
        "import parts\nBlock, halve = parts.Block, parts.halve",
        "import parts as p\nBlock, halve = p.Block, p.halve",
    ],
)
def test_classes_and_functions_of_another_file_are_known(tmp_path: Path, line: str) -> None:
    text = f"{line}\nBlock(3)(x)[0].sum()\nhalve(y).view(1, 2)\nBlock(3).eval()\n"

    found = _analyze(tmp_path, {"parts.py": PARTS, "main.py": text}, "main.py")

    assert _found(found) == ["torch.Tensor.sum", "torch.Tensor.view", "torch.nn.Module.eval"]


def test_a_package_exports_what_its_init_imports(tmp_path: Path) -> None:
    files = {
        "net/__init__.py": "from .parts import make\n",
        "net/parts.py": PARTS,
        "main.py": "import net\nnet.make(1).train()\n",
    }

    assert _found(_analyze(tmp_path, files, "main.py")) == ["torch.nn.Module.train"]


def test_a_script_in_a_folder_of_the_project_finds_its_packages(tmp_path: Path) -> None:
    files = {"net/parts.py": PARTS, "tools/train.py": "from net.parts import make\nmake(1).train()\n"}

    assert _found(_analyze(tmp_path, files, "tools/train.py", tmp_path)) == ["torch.nn.Module.train"]
    assert _found(_analyze(tmp_path, {"setup.py": ""}, "tools/train.py")) == ["torch.nn.Module.train"]


def test_a_package_is_found_from_below_a_folder_of_it_that_is_none(tmp_path: Path) -> None:
    files = {
        "nets/__init__.py": "from .parts import make\n",
        "nets/parts.py": PARTS,
        "nets/more/within/__init__.py": "",
        "nets/more/within/use.py": "from nets import make\nmake(1).train()\n",
        "other/more/within/use.py": "from nets import make\nmake(1).train()\n",
    }

    assert _found(_analyze(tmp_path, files, "nets/more/within/use.py")) == ["torch.nn.Module.train"]
    assert _found(_analyze(tmp_path, files, "other/more/within/use.py")) == []  # of whatever is installed


@pytest.mark.parametrize("folder", ["src", "lib"])
@pytest.mark.parametrize("marked", [True, False])
def test_a_script_finds_packages_in_a_folder_of_sources_beside_it(tmp_path: Path, folder: str, marked: bool) -> None:
    text = "from nets.parts import Block\nBlock(3).to(device=place)\n"
    files = {f"{folder}/nets/__init__.py": "", f"{folder}/nets/parts.py": PARTS, "tools/run.py": text}

    assert _found(_analyze(tmp_path, files, "tools/run.py", tmp_path if marked else None)) == ["torch.nn.Module.to"]


def test_what_is_nearer_than_a_folder_of_sources_is_meant_and_what_lies_elsewhere_is_not(tmp_path: Path) -> None:
    text = "from parts import Block\nBlock(3).to(device=place)\n"
    files = {"src/parts.py": PARTS, "tools/parts.py": "class Block:\n    def __init__(self, n):\n        self.n = n\n"}

    far = {"other/parts.py": PARTS, "tools/run.py": text}

    assert _found(_analyze(tmp_path / "near", files | {"tools/run.py": text}, "tools/run.py")) == []
    assert _found(_analyze(tmp_path / "far", far, "tools/run.py", tmp_path)) == []


def test_files_that_import_each_other_end(tmp_path: Path) -> None:
    files = {
        "a.py": "from b import g\nimport torch\ndef f():\n    return torch.ones(1)\n",
        "b.py": "from a import f\ndef g():\n    return f()\nf().sum()\n",
    }

    assert _found(_analyze(tmp_path, files, "a.py")) == ["torch.ones"]
    assert _found(_analyze(tmp_path, files, "b.py")) == ["torch.Tensor.sum"]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("from parts import f\nf().sum()\n")
    parts = tmp_path / "parts.py"
    parts.write_text("def f():\n    return 1\n")
    project = ProjectFiles(NO_ROWS)
    before = analyze(read_source(tmp_path / "main.py"), NO_ROWS, project)

    parts.write_text("import torch\ndef f():\n    return torch.ones(1)\n")
    os.utime(parts, ns=(1, 1))
    time.sleep(0.3)  # the files of a project are trusted for a moment
    after = analyze(read_source(tmp_path / "main.py"), NO_ROWS, project)

    assert (_found(before), _found(after)) == ([], ["torch.Tensor.sum"])


def test_a_change_is_seen_through_the_files_between(tmp_path: Path) -> None:
    files = {
        "deep.py": "x = 1\n",
        "between.py": "from deep import *\n",
        "main.py": "from between import x\nx.view(y)\n",
    }
    project = ProjectFiles(NO_ROWS)
    _analyze(tmp_path, files, "main.py")
    before = analyze(read_source(tmp_path / "main.py"), NO_ROWS, project)

    (tmp_path / "deep.py").write_text("import torch\nx = torch.ones(1)\n")
    time.sleep(0.3)
    after = analyze(read_source(tmp_path / "main.py"), NO_ROWS, project)

    assert (_found(before), _found(after)) == ([], ["torch.Tensor.view"])


def test_a_module_inside_a_package_is_found_by_its_dotted_name(tmp_path: Path) -> None:
    files = {
        "net/__init__.py": "",
        "net/parts.py": PARTS,
        "main.py": "import torch\nimport net.parts\nnet.parts.halve(x).sum()\n",
    }

    assert _found(_analyze(tmp_path, files, "main.py")) == ["torch.Tensor.sum"]


@pytest.mark.parametrize(
    "text", ["def f(:", "\0", "# -*- coding: no-such -*-", "from . import parts\nfrom .parts import *"]
)
def test_a_broken_neighbour_is_no_trouble(tmp_path: Path, text: str) -> None:
    found = _analyze(
        tmp_path, {"parts.py": text, "main.py": "import torch\nfrom parts import *\ntorch.ones(1)\n"}, "main.py"
    )

    assert _found(found) == ["torch.ones"]


def test_a_folder_named_like_a_library_does_not_hide_torch(tmp_path: Path) -> None:
    found = _analyze(
        tmp_path,
        {"data.py": "torch = 1\n", "main.py": "from data import nothing\nimport torch\ntorch.ones(1)\n"},
        "main.py",
    )

    assert _found(found) == ["torch.ones"]


def test_a_module_beside_the_folder_that_nothing_marks(tmp_path: Path) -> None:
    project = tmp_path / "project"
    for folder in ("base", "model"):
        (project / folder).mkdir(parents=True)
    (project / "base" / "__init__.py").write_text("from .net import *\n")
    (project / "base" / "net.py").write_text("from torch import nn\nclass Base(nn.Module):\n    pass\n")
    text = "from base import Base\nclass Net(Base):\n    def forward(self, x):\n        return x.sum()\n"

    def found() -> list[str]:
        return [use.use.api for use in Engine().analyze(text, project / "model" / "net.py").findings]

    assert "torch.Tensor.sum" in found()
    (project / "model" / ".git").mkdir()  # what lies above a project is none of it
    assert "torch.Tensor.sum" not in found()


HOOKS = (
    '''
def prepared(value, more=None):
    """What an heir, or a plug-in, makes of a value; whoever has none of these is told so, at some length, so that the body is
    one that is worth being left out until it is asked for."""
    for hook in HOOKS:
        if hook.takes(value):
            return hook(value, more)
    raise NotImplementedError(f"nothing is known that takes {value!r}")


def doubled(value):
    """Twice as much of it, whatever it is, which also takes some words, so that the body is one that is worth being left out
    until it is asked for."""
    result = value * 2
    return result
'''
    + "HOOKS = []\n"
)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import scipy.sparse as sp", ["torch.Tensor.item"]),
        ("from scipy import sparse", ["torch.Tensor.item"]),
        ("from .sparse import parts", ["torch.Tensor.item"]),
        ("import sparse", []),
        ("try:\n    import sparse.numba\nexcept ImportError:\n    sparse = None", []),
        ("from jax import numpy", []),
    ],
)
def test_a_file_knows_a_library_only_where_it_imports_from_it(tmp_path: Path, line: str, found: list[str]) -> None:
    """What a function gives whose file knows other libraries' tensors is held to more evidence."""
    score = "def score(x, y):\n    right = x.max(1)[1].eq(y).double()\n    return right.sum() / len(y)\n"
    files = {
        "p/__init__.py": "",
        "p/sparse.py": "parts = []\n",
        "p/scores.py": f"{line}\n{score}",
        "p/main.py": "import torch\nfrom p.scores import score\nscore(torch.ones(2, 2), torch.ones(2)).item()\n",
    }

    assert _found(_analyze(tmp_path, files, "p/main.py"))[2:] == found


def test_star_imports_that_lead_to_a_file_along_many_ways_are_followed_once(tmp_path: Path) -> None:
    """There are more ways through these than could ever be gone."""
    files = {
        "p/__init__.py": "",
        "p/m0.py": "import torch.nn as nn\nfirst = 0\n",
        "p/m1.py": "from .m0 import *\nsecond = 1\n",
    }
    for number in range(2, 36):
        text = f"from .m{number - 1} import *\nfrom .m{number - 2} import *\nown_{number} = {number}\n"
        files[f"p/m{number}.py"] = text + "from .m35 import *\n" * (number % 10 == 0)
    files["p/main.py"] = "from .m35 import *\nnn.Linear(first, second)\n"

    assert _found(_analyze(tmp_path, files, "p/main.py")) == ["torch.nn.Linear"]
    names = ProjectFiles(NO_ROWS).exports("m35", 1, tmp_path / "p" / "main.py")
    assert names is not None and {"nn", "first", "second", "own_2", "own_35"} <= set(names)


@pytest.mark.parametrize(("line", "found"), [("import torch", ["torch.Tensor.max"]), ("import jax", [])])
def test_a_guess_of_another_file_is_one_only_where_torch_is_at_home(
    tmp_path: Path, line: str, found: list[str]
) -> None:
    """It may be the name of what another library has."""
    files = {
        "p/__init__.py": "",
        "p/parts.py": "import jax\nimport torch\ndef part(loaded):\n    return loaded.read().detach()\n",
        "p/main.py": f"{line}\nfrom p.parts import part\npart(other()).max(axis=1)\n",
    }

    assert _found(_analyze(tmp_path, files, "p/main.py")) == found


@pytest.mark.parametrize("snapshot", [False, True], ids=["edited", "scanned"])
def test_what_another_file_gives_is_the_same_whether_its_functions_are_parsed_at_once(
    tmp_path: Path, snapshot: bool
) -> None:
    (tmp_path / "hooks.py").write_text(HOOKS, "utf-8")
    text = "import torch\nfrom hooks import doubled, prepared\n\n\ndef f(n):\n    x = torch.zeros(n)\n"
    text += "    y = prepared(x)\n    y.ndim\n    return doubled(x).numel()\n"

    found = Engine(Settings(), snapshot=snapshot).analyze(text, tmp_path / "main.py")

    members = [use.api.removeprefix("torch.Tensor.") for use in found.uses if use.api.startswith("torch.Tensor.")]
    assert members == ["ndim", "numel"]


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("", ["torch.Tensor.numpy"]),
        ("import torch\ntf = load('tensorflow')\n", ["torch.Tensor.numpy"]),
        ("tf = load('tensorflow')\n", []),
        ("_, tf, version = try_tf()\nkind = tf.float32\n", []),
        ("kind = self.tf.float32\n", ["torch.Tensor.numpy"]),
    ],
)
def test_what_looks_like_a_tensor_beside_another_library(tmp_path: Path, head: str, found: list[str]) -> None:
    files = {
        "lib.py": "import torch\n\ndef made(kind):\n    return registry[kind]()\n",
        "use.py": f"{head}from lib import made\n\ndef check(x, y):\n    return (made(x) == y).numpy().all()\n",
    }

    uses = [use.api for use in _analyze(tmp_path, files, "use.py").uses]
    assert [api for api in uses if api.startswith("torch.Tensor")] == found


@pytest.mark.parametrize("line", ["import torch", "import tensorflow"])
def test_a_package_may_bring_torch_by_the_modules_that_it_imports(tmp_path: Path, line: str) -> None:
    files = {
        "lib/__init__.py": "from lib import data\n",
        "lib/data.py": f"{line}\n\nclass Source:\n    loader = None\n",
        "tools/count.py": "import lib\n\nfor batch in lib.data.Source().loader:\n    batch.unsqueeze(0)\n",
    }

    found = _found(_analyze(tmp_path, files, "tools/count.py", tmp_path))
    assert found == (["torch.Tensor.unsqueeze"] if line == "import torch" else [])


def test_a_declared_alias_of_another_file_is_the_api(tmp_path: Path) -> None:
    files = {
        "kinds.py": "import torch\nfrom typing import TypeAlias\nFloats: TypeAlias = torch.Tensor\nRows: TypeAlias = Floats\n",
        "model.py": "from kinds import Floats, Rows\nimport kinds, torch\n"
        "def f(x: Floats, y: Rows, z: kinds.Floats) -> Floats:\n    return x.data\n",
    }

    found = _analyze(tmp_path, files, "model.py")

    assert _found(found) == [*["torch.Tensor"] * 4, "torch.Tensor.data"]


@pytest.mark.parametrize("place", ["tools/hifi-gan", "models/inner"])
def test_folders_that_the_file_puts_into_the_path(tmp_path: Path, place: str) -> None:
    text = f"""
    import os, sys
    import torch
    sys.path.append(os.path.join(ROOT, "{place}"))
    from mel import spectrogram
    def f(path):
        return spectrogram(path).shape
    """
    mel = "import torch\nimport numpy\ndef spectrogram(path):\n    return torch.ones(len(numpy.load(path)))\n"
    files = {"models/net.py": textwrap.dedent(text), f"{place}/mel.py": mel}

    found = _analyze(tmp_path, files, "models/net.py", tmp_path)

    assert [use.api for use in found.uses] == ["torch.Tensor.shape"]
    found = _analyze(tmp_path, {"models/mel.py": "def spectrogram(path):\n    return 3\n"}, "models/net.py", tmp_path)
    assert not found.uses  # what lies beside the file comes first


@pytest.mark.parametrize("inner", [{}, {"tools/inner/__init__.py": ""}])
def test_modules_in_folders_that_have_no_file_of_their_own(tmp_path: Path, inner: dict[str, str]) -> None:
    files = {
        **inner,
        "tools/inner/make.py": "import torch\n\ndef made(n):\n    return torch.ones(n)\n",
        "tools/other.py": "import torch\n\nTABLE = torch.ones(3)\n",
        "use.py": "import torch\nimport tools.inner.make\nimport tools.other\n\n"
        "tools.inner.make.made(3).tolist()\ntools.other.TABLE.sum()\n",
    }

    assert _found(_analyze(tmp_path, files, "use.py")) == ["torch.Tensor.tolist", "torch.Tensor.sum"]


@pytest.mark.parametrize(
    ("imported", "use", "found"),
    [
        ("from lib import made", "made(3).tolist()", ["torch.Tensor.tolist"]),
        ("import lib", "lib.made(3).tolist()", ["torch.Tensor.tolist"]),
        ("import lib as own", "own.made(3).tolist()", ["torch.Tensor.tolist"]),
        ("from lib import Data", "Data()[0].tolist()", ["torch.Tensor.tolist"]),
        ("from lib import Holder", "Holder().held.tolist()", ["torch.Tensor.tolist"]),
        ("from lib import count", "count(3).tolist()", []),
        ("from plain import made", "made(3).tolist()", []),
    ],
)
def test_a_project_s_files_that_have_torch_s_objects_of_others(
    tmp_path: Path, imported: str, use: str, found: list[str]
) -> None:
    (tmp_path / "lib.py").write_text(
        "import torch\n\ndef made(n):\n    return torch.ones(n)\n\ndef count(n):\n    return n\n\n"
        "class Data(torch.utils.data.Dataset):\n    def __getitem__(self, i):\n        return torch.ones(i)\n\n"
        "class Holder:\n    def __init__(self):\n        self.held = torch.ones(3)\n"
    )
    (tmp_path / "plain.py").write_text("import numpy as np\n\ndef made(n):\n    return np.ones(n)\n")
    (tmp_path / "use.py").write_text(f"{imported}\n\n{use}\n")

    files = {file.path: file for file in Engine(Settings()).scan([tmp_path], jobs=1).files}

    uses = files["use.py"].to_json()["uses"] if "use.py" in files else []
    assert [use["api"] for use in uses] == found


OWN_TENSORS = {
    "own.py": "class Tensor:\n    def __init__(self, data):\n        self.data = data\n\ndef power(x, n):\n    return x.data ** n\n",
    "backend.py": "import torch\n\ndef run():\n    return torch.ones(3)\n",
    "use.py": """
from backend import run
from own import Tensor, power

def told(x: Tensor):
    return power(x, 2).min(), run().sum()

def asked(x):
    return x.dtype, x.shape, x.ndim, x.item()
""",
}


def test_where_tensors_are_a_class_of_the_project_s_own_looks_tell_nothing(tmp_path: Path) -> None:
    for name, text in OWN_TENSORS.items():
        (tmp_path / name).write_text(text)

    files = {file.path: file for file in Engine(Settings()).scan([tmp_path], jobs=1).files}

    uses = files["use.py"].to_json()["uses"]
    assert [use["api"] for use in uses if use["certainty"] != "guessed"] == ["torch.Tensor.sum"]  # type: ignore[index,call-overload]


@pytest.mark.parametrize("fill", ["self.x += [torch.ones(3)]", "self.x.append(torch.ones(3))"])
@pytest.mark.parametrize("loop", ["if path: {}", "for _ in path: {}"])
def test_a_list_that_a_constructor_fills_and_makes_a_tensor_of(tmp_path: Path, fill: str, loop: str) -> None:
    data = (
        "import torch\nclass Data:\n    def __init__(self, path):\n        self.x = []\n"
        f"        {loop.format(fill)}\n        self.x = torch.cat(self.x, 0)\n"
    )
    main = "import torch\nimport numpy as np\nfrom data import Data\nData(1).x.mean().tolist()\n"
    found = _found(_analyze(tmp_path, {"data.py": data, "main.py": main}, "main.py"))
    assert found == ["torch.Tensor.mean", "torch.Tensor.tolist"]

"""In which order a scan walks files, and what their callers tell by it."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from mindport.engine import Engine, Settings
from mindport.project import scan
from mindport.project.earlier import Earlier
from mindport.project.order import _Graph, imports_of, ordered

HEAD = "import torch\n"


def _members(folder: Path, files: dict[str, str], scanned: str = ".", jobs: int = 1) -> dict[str, list[str]]:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    (folder / "setup.py").write_text("", "utf-8")
    report = Engine(Settings()).scan([folder / scanned], jobs)
    return {
        file.path: [use.api.removeprefix("torch.Tensor.") for use in file.uses if use.api.startswith("torch.Tensor.")]
        for file in report.files
        if file.uses
    }


def test_the_import_statements_of_a_text_are_read_without_parsing_it() -> None:
    text = "import a.b as c, d\nfrom . import e\nif x:\n    from .f import (  # why\n        g as h,\n        i,\n    )\nfrom j import *\n"

    assert imports_of(text) == [
        ("a.b", ()),
        ("d", ()),
        (".", (("e", "e"),)),
        (".f", (("g", "h"), ("i", "i"))),
        ("j", (("*", "*"),)),
    ]


def test_callers_come_before_what_they_call_through_packages_that_hand_names_on() -> None:
    texts = {
        "/p/a.py": "from net import Tool\n",
        "/p/net/__init__.py": "from .inner import Tool\n",
        "/p/net/inner.py": "from . import parts\n",
        "/p/net/parts.py": "",
        "/p/b.py": "import net.parts\n",
    }
    walked = frozenset(texts) - {"/p/net/__init__.py"}

    order = ordered({path: imports_of(text) for path, text in texts.items()}, walked)

    assert order.files == ("/p/a.py", "/p/b.py", "/p/net/inner.py", "/p/net/parts.py")
    assert order.callers["/p/net/parts.py"] == ("/p/b.py", "/p/net/inner.py")
    assert order.above["/p/net/parts.py"] == 0b111


def test_many_files_that_hand_on_all_of_each_other_are_gone_through_once() -> None:
    count = 20  # which no search of every way through them would ever come to the end of
    names = [f"f{place}" for place in range(count)]
    texts = {f"/p/{one}.py": "".join(f"from .{other} import *\n" for other in names if other != one) for one in names}
    texts |= {"/p/__init__.py": "", "/p/user.py": "from .f0 import tool\n"}

    imports = {path: imports_of(text) for path, text in texts.items()}

    targets = list(itertools.islice(_Graph(imports).targets("/p/user.py"), 10_000))

    assert "/p/f7.py" in targets and len(targets) < 10_000
    assert "/p/user.py" in ordered(imports, frozenset(texts)).callers["/p/f7.py"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_scan_takes_what_callers_give_however_far_away_they_are(tmp_path: Path, jobs: int) -> None:
    files = {
        f"f{place}.py": HEAD + f"from f{place + 1} import f{place + 1}\ndef f{place}(x):\n    f{place + 1}(x)\n"
        for place in range(1, 5)
    }
    files |= {
        "f5.py": HEAD + "def f5(y):\n    return y.dtype\n",
        "main.py": HEAD + "from f1 import f1\nf1(torch.ones(2))\n",
    }

    assert _members(tmp_path, files, jobs=jobs)["f5.py"] == ["dtype"]


def test_names_of_files_in_a_circle_make_no_difference_to_who_is_told(tmp_path: Path) -> None:
    seen = set()
    for number, names in enumerate(itertools.permutations(["a", "b", "c"])):
        one, two, three = names
        files = {
            f"{one}.py": HEAD + f"import {two}\ndef f(x):\n    {two}.g(x)\n    return x.shape\n",
            f"{two}.py": HEAD + f"import {three}\ndef g(y):\n    return y.dtype\n",
            f"{three}.py": HEAD + f"import {one}\n{one}.f(torch.ones(2))\n",
        }
        found = _members(tmp_path / str(number), files)
        seen.add((tuple(found[f"{one}.py"]), tuple(found[f"{two}.py"])))

    assert seen == {(("shape",), ("dtype",))}


def test_files_outside_the_scan_and_the_classes_above_tell_as_well(tmp_path: Path) -> None:
    files = {
        "train.py": HEAD + "from net.tools import check\ncheck(torch.ones(3))\n",
        "net/__init__.py": "",
        "net/tools.py": HEAD + "def check(z):\n    return z.ndim\n",
        "net/base.py": HEAD + "class Base:\n    def run(self, x):\n        return self.hook(torch.relu(x))\n"
        "    def hook(self):\n        raise NotImplementedError\n",
        "net/mine.py": HEAD
        + "from net.base import Base\nclass Mine(Base):\n    def hook(self, x):\n        return x.shape\n",
    }

    found = _members(tmp_path, files, "net")

    assert found["tools.py"] == ["ndim"]
    assert found["mine.py"] == ["shape"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_need_not_name_torch_to_use_it(tmp_path: Path, jobs: int) -> None:
    files = {
        "net/common.py": "import torch\nimport torch.nn as nn\n\n\nclass Base(nn.Module):\n    pass\n",
        "net/starred.py": "from .common import *\n\n\nclass Body(nn.Module):\n    def forward(self, x):\n        return nn.Linear(2, 2)(x).view(1)\n",
        "net/named.py": "from .common import (\n    Base,\n)\n\n\nclass Head(Base):\n    def forward(self, x):\n        return self.body(x), x.unsqueeze(0)\n",
        "net/plain.py": "from .words import *\n\n\ndef longest(words):\n    return words.view(1)\n",
        "net/words.py": "WORDS = []\n",
        "net/__init__.py": "",
    }
    found = _members(tmp_path, files, "net", jobs)

    assert found == {"common.py": [], "named.py": ["unsqueeze"], "starred.py": ["view"]}


def test_what_an_import_brings_is_asked_for_where_torch_is_not_named(tmp_path: Path) -> None:
    (tmp_path / "words.py").write_text("WORDS = []\n", "utf-8")
    (tmp_path / "plain.py").write_text("from words import *\nWORDS.view(1)\n", "utf-8")
    (tmp_path / "long.py").write_text("from layers import Base, \\\n    more\nBase().cuda()\n", "utf-8")
    (tmp_path / "layers.py").write_text("from torch import nn\n\n\nclass Base(nn.Module):\n    pass\n", "utf-8")

    earlier = Earlier(tmp_path / "kept", "")
    plain = Engine(Settings()).scan([tmp_path / "plain.py"], 1, earlier=earlier)
    long = Engine(Settings()).scan([tmp_path / "long.py"], 1)

    assert not plain.files[0].uses
    assert str(tmp_path / "words.py") in earlier.read(), "a change of that file must be noticed"
    assert [use.api for use in long.files[0].uses] == ["torch.nn.Module.cuda"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_that_does_not_import_torch_is_analysed_where_it_is_given_tensors(tmp_path: Path, jobs: int) -> None:
    files = {
        "utils.py": "from deeper import top\n"
        "class Meter:\n    def update(self, val):\n        self.val = val\n"
        "def accuracy(output, target):\n    return top(output), output.eq(target.view(1, -1))\n"
        "def prices(frame):\n    return frame.view(1), frame.unsqueeze(0)\n"
        "def table(frame, sizes):\n    n, c = frame.size()\n    return frame[:, 1:].mean(), frame[frame > 0].sum(), sizes.size()[0]\n",
        "deeper.py": "def top(scores):\n    return scores.argmax(1)\n",
        "tables.py": "def shape(frame):\n    return frame.view(3).shape\n",
        "main.py": HEAD + "import tables\nfrom utils import Meter, accuracy\n"
        "meter = Meter()\nmeter.update(3.5)\naccuracy(torch.ones(2, 2), torch.ones(2))\n"
        "def show(frame):\n    return tables.shape(frame), tables.shape(3)\n",
    }

    assert _members(tmp_path, files, jobs=jobs) == {"main.py": [], "utils.py": ["eq", "view"], "deeper.py": ["argmax"]}


def test_what_computes_with_any_array_library_has_no_tensors_but_those_it_is_given(tmp_path: Path) -> None:
    library = "def is_torch(xp):\n    return 'torch' in xp.__name__\ndef array_namespace(x):\n    return x\n"
    code = (
        "from lib._array_api import array_namespace\n"
        "def derive(x, xp):\n"
        "    n = x.shape[0]\n"
        "    return xp.prod(x).sum(dim=-1, keepdim=True), xp.atan(x), x.unsqueeze(0), n\n"
    )
    files = {"lib/__init__.py": "", "lib/_array_api.py": library, "rules.py": code}
    given = {**files, "main.py": HEAD + "from rules import derive\nderive(torch.ones(2), torch)\n"}

    assert _members(tmp_path / "a", files) == {}
    assert _members(tmp_path / "b", given) == {"main.py": [], "rules.py": ["shape", "sum", "unsqueeze"]}


@pytest.mark.parametrize("remark", ["# quicker for pytorch's tensors\n", 'KINDS = ["numpy", "torch"]\n'])
def test_a_word_of_torch_in_another_file_brings_no_tensors(tmp_path: Path, remark: str) -> None:
    files = {
        "frames.py": remark + "class Frame:\n    def total(self):\n        return 1\n",
        "use.py": "# unlike torch\nfrom frames import Frame\ndef rows(arr):\n    return arr.sum(), arr.to_dense(), Frame().total().view(1)\n",
    }

    assert _members(tmp_path / "a", files) == {}
    brought = {**files, "frames.py": "from compat.torch_parts import kinds\n" + files["frames.py"]}
    assert _members(tmp_path / "b", brought)["use.py"]


@pytest.mark.parametrize(
    "code",
    [
        "# unlike torch\nfrom ._helpers import array_namespace\n"
        "def mean(x):\n    inverse, counts = array_namespace(x).unique(x)\n    return inverse.unsqueeze(0), x.ndim\n",
        "# unlike torch\nfrom ._helpers import check\ndef std(x, /, xp, *, axis=None):\n    return xp.std(x, axis=axis), x.unsqueeze(0)\n",
        "# unlike torch\nfrom ._helpers import check\ndef std(\n    x,\n    /,\n    xp: object,\n):\n    return xp.std(x), x.unsqueeze(0)\n",
    ],
)
def test_functions_of_any_arrays_need_not_name_the_standard(tmp_path: Path, code: str) -> None:
    helpers = "import torch\ndef check(x):\n    return torch.is_tensor(x)\ndef array_namespace(x):\n    return x\n"
    files = {"lib/__init__.py": "", "lib/_helpers.py": helpers, "lib/rules.py": code}

    assert "lib/rules.py" not in _members(tmp_path, files)


@pytest.mark.parametrize(("given", "walks"), [("None", 1), ("torch.ones(2)", 2)])
def test_a_file_is_walked_again_for_what_a_late_call_gives_but_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, walks: int
) -> None:
    done = []
    describe = scan.describe_file
    monkeypatch.setattr(
        scan, "describe_file", lambda each, task, traced=False: done.append(task) or describe(each, task, traced)
    )
    files = {
        "net/__init__.py": "",
        "net/parts.py": HEAD + "def build(shape):\n    return shape.ndim\n",
        "train.py": HEAD + f"from net.parts import build\nbuild({given})\n",
    }

    _members(tmp_path, files, "net")

    assert [task.file.relative for task in done].count("parts.py") == walks

"""What calls in other files of the project say of a file's parameters."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import pytest
from found_uses import NO_ROWS

from mindport.analysis.analyze import analyze
from mindport.engine import Engine, Settings
from mindport.explaining import explain_place
from mindport.semantics.callers import Evidence, Walked
from mindport.semantics.calling_files import Callers
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source

HEAD = "import torch\nimport imageio\n"  # in a file with pictures, a shape does not tell of a tensor
HELPERS = HEAD + "def helper(x, n=None):\n    return x.shape, x.sort(), n.real\n"


def _members(folder: Path, files: dict[str, str], name: str, project: ProjectFiles | None = None) -> list[str]:
    """Members of Tensors in a file of a project, guesses marked."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    project = project or ProjectFiles(NO_ROWS, folder)
    found = analyze(read_source(folder / name), NO_ROWS, project).uses
    return [
        use.api.removeprefix("torch.Tensor.") + ("?" if use.certainty.value == "guessed" else "")
        for use in found
        if use.api.startswith("torch.Tensor.")
    ]


@pytest.mark.parametrize(
    "call",
    [
        "from helpers import helper\nhelper(torch.ones(2), 3)",
        "from helpers import helper as h\nh(n=3, x=torch.ones(2))",
        "import helpers\nhelpers.helper(torch.ones(2), n=1)",
        "from helpers import *\nfor x in torch.ones(2):\n    helper(x, 1)",
        "from helpers import helper\ndef f(x: torch.Tensor):\n    return helper(x.t(), 1)",
        "from helpers import helper\nhelper(torch.ones(2), 1)\nhelper(torch.zeros(2), 2)",
    ],
)
def test_a_call_in_another_file_tells_what_a_parameter_is(tmp_path: Path, call: str) -> None:
    found = _members(tmp_path, {"helpers.py": HELPERS, "main.py": HEAD + call + "\n"}, "helpers.py")

    assert found == ["shape", "sort"]


@pytest.mark.parametrize(
    "call",
    [
        "from helpers import helper\nhelper([1, 2], 3)",
        "import numpy as np\nfrom helpers import helper\nhelper(np.ones(2), 3)",
        "from helpers import helper\nhelper('a')",
        "from helpers import helper\nhelper(load())",
        "from helpers import helper\nhelper(torch.ones(2))\nhelper([1])",
        "import numpy as np\nfrom helpers import helper\nhelper(torch.ones(2))\nhelper(np.ones(2))",
        "from helpers import helper\nhelper(*args)",
        "from helpers import helper\nhelper(**{'x': torch.ones(2)})",
        "from other import helper\nhelper(torch.ones(2))",
        "def helper(x): pass\nhelper(torch.ones(2))",
        "from helpers import helper\nhelper = print\nhelper(torch.ones(2))",
        "from helpers import helper\nhelper(torch.ones(2).numpy())",
        "from helpers import helper\nhelper(torch.ones(2).shape)",
        "from helpers import helper\nhelper(n=torch.ones(2).numpy(), x=torch.ones(2).tolist())",
        "from helpers import helper\nimport torch.nn as nn\nhelper(nn.Linear(1, 2))",
    ],
)
def test_what_other_calls_give_is_not_taken_for_a_tensor(tmp_path: Path, call: str) -> None:
    files = {"helpers.py": HELPERS, "other.py": "def helper(x): pass\n", "main.py": HEAD + call + "\n"}

    assert "sort" not in _members(tmp_path, files, "helpers.py")


def test_beside_calls_that_say_nothing_it_is_likely_a_tensor(tmp_path: Path) -> None:
    call = HEAD + "from helpers import helper\nhelper(torch.ones(2), 1)\nhelper(load(), 1)\n"

    # A list has ``sort`` too.
    assert _members(tmp_path, {"helpers.py": HELPERS, "main.py": call}, "helpers.py") == ["shape"]


def test_a_call_reaches_through_packages_and_methods(tmp_path: Path) -> None:
    files = {
        "net/__init__.py": "from .tools import Tool, check\n",
        "net/tools.py": HEAD + "class Tool:\n    def __init__(self, x):\n        self.x = x\n"
        "    def run(self, y):\n        return y.shape, self.x.dtype\n"
        "def check(z):\n    return z.ndim\n",
        "train.py": HEAD
        + "from net import Tool, check\nTool(torch.ones(1)).run(torch.ones(2))\ncheck(torch.ones(3))\n",
    }

    assert _members(tmp_path, files, "net/tools.py") == ["shape", "dtype", "ndim"]


def test_a_call_writes_out_the_module_of_a_package(tmp_path: Path) -> None:
    files = {"tools/__init__.py": "from tools.helpers import *\n", "tools/helpers.py": HELPERS}
    files["main.py"] = f"{HEAD}import tools\ntools.helpers.helper(torch.ones(2), 1)\n"

    assert _members(tmp_path, files, "tools/helpers.py") == ["shape", "sort"]


def test_what_a_base_class_hands_to_its_hooks_reaches_them_in_other_files(tmp_path: Path) -> None:
    files = {
        "base.py": HEAD + "class Base:\n    def run(self, x):\n        return self.hook(torch.relu(x), 2)\n"
        "    def hook(self):\n        raise NotImplementedError\n",
        "mine.py": HEAD + "from base import Base\nclass Mine(Base):\n"
        "    def hook(self, x, n):\n        return x.shape, n.real\n",
    }

    assert _members(tmp_path, files, "mine.py") == ["shape"]


def test_what_a_base_class_is_given_by_name_is_nothing_else_for_heirs(tmp_path: Path) -> None:
    files = {
        "base.py": HEAD + "class Base:\n    def run(self, x):\n        return self.hook(torch.relu(x), exact=True)\n"
        "    def hook(self, x, exact=False):\n        return x\n",
        "mine.py": HEAD + "from base import Base\nclass Mine(Base):\n"
        "    def hook(self, x, y=None, **kwargs):\n        return x.shape, y.bit_length().real, y.detach()\n",
    }

    assert _members(tmp_path, files, "mine.py") == ["shape", "detach?"]


def test_a_caller_s_own_callers_tell_what_it_passes_on(tmp_path: Path) -> None:
    files = {
        "inner.py": HEAD + "def inner(x):\n    return x.dtype\n",
        "outer.py": HEAD + "from inner import inner\ndef outer(y):\n    return inner(y)\n",
        "main.py": HEAD + "from outer import outer\nouter(torch.ones(2))\n",
    }

    assert _members(tmp_path, files, "inner.py") == ["dtype"]


def test_the_order_of_the_files_makes_no_difference(tmp_path: Path) -> None:
    files = {
        "a.py": HEAD + "import b\ndef f(x):\n    b.g(x)\n    return x.shape\n",
        "b.py": HEAD + "import c\ndef g(y):\n    c.h(y)\n    return y.dtype\n",
        "c.py": HEAD + "import a\ndef h(z):\n    return z.device\na.f(torch.ones(2))\n",
    }
    seen = set()
    for order in itertools.permutations(files):
        project = ProjectFiles(NO_ROWS, tmp_path, snapshot=True)
        for path, text in files.items():
            (tmp_path / path).write_text(text, "utf-8")
        found = {name: _members(tmp_path, {}, name, project) for name in order}
        seen.add(tuple(sorted((name, tuple(members)) for name, members in found.items())))

    assert seen == {
        (("a.py", ("shape",)), ("b.py", ("dtype",)), ("c.py", ()))
    }  # from c, the Tensor is three calls away


def test_while_files_are_edited_only_what_was_learned_counts(tmp_path: Path) -> None:
    files = {"helpers.py": HELPERS, "main.py": HEAD + "from helpers import helper\nhelper(torch.ones(2), 3)\n"}
    editing = ProjectFiles(NO_ROWS, tmp_path, callers=False)

    assert _members(tmp_path, files, "helpers.py", editing) == []

    path = tmp_path / "helpers.py"
    assert editing.learn(path, ProjectFiles(NO_ROWS, tmp_path).callers_of(path))
    assert not editing.learn(path, ProjectFiles(NO_ROWS, tmp_path).callers_of(path))
    assert _members(tmp_path, {}, "helpers.py", editing) == ["shape", "sort"]


def test_the_reason_names_the_calls(tmp_path: Path) -> None:
    files = {"helpers.py": HELPERS, "main.py": HEAD + "from helpers import helper\nhelper(torch.ones(2), 3)\n"}
    for path, text in files.items():
        (tmp_path / path).write_text(text, "utf-8")
    (tmp_path / "setup.py").write_text("", "utf-8")

    steps = {
        language: explain_place(Engine(Settings(language=language)), tmp_path / "helpers.py", 4, 14).steps
        for language in ("en", "zh-CN")
    }

    assert steps["en"][0].message == "`x` is a Tensor: a parameter of `helper`, by calls in other files: `main.py:4`"
    assert steps["zh-CN"][0].message == "`x` 是一个 Tensor：`helper` 的参数，依据其他文件中的调用：`main.py:4`"


def test_a_call_in_another_file_says_more_than_a_docstring_s_number(tmp_path: Path) -> None:
    said = (
        HEAD
        + 'def scaled(x, of):\n    """Scales.\n\n    x (float): what\n    of (Tensor): by\n    """\n    return x.real, of.real\n'
    )
    files = {"helpers.py": said, "main.py": HEAD + "from helpers import scaled\nscaled(torch.ones(2), load())\n"}

    assert _members(tmp_path, files, "helpers.py") == ["real", "real"]
    assert _members(tmp_path, {**files, "main.py": HEAD}, "helpers.py") == ["real"]


STORE = HEAD + "class Store:\n    def give(self):\n        return torch.ones(1), 3\n"
OTHERS = {
    "store.py": STORE,
    "store_of_lists.py": STORE.replace("torch.ones(1)", "[1]"),
    "plain.py": "class Plain: pass\n",
}


@pytest.mark.parametrize(
    ("calls", "found"),
    [
        ("from store import Store\nrun(Store())", ["sort"]),
        ("from store import Store\nkept = Store()\ndef f():\n    run(kept)\n    run(store=kept)", ["sort"]),
        (
            "import store\nclass A:\n    def __init__(self):\n        self.s = store.Store()\n        run(self.s)",
            ["sort"],
        ),
        ("from store import Store\nrun(Store)", []),
        ("from store import Store\nrun(Store())\nrun(load())", []),
        ("from store import Store\nfrom store_of_lists import Store as Other\nrun(Store())\nrun(Other())", []),
        ("from store_of_lists import Store\nrun(Store())", []),
        ("from plain import Plain\nrun(Plain())", []),
        ("class Store:\n    def give(self):\n        return [1], 3\nrun(Store())", []),
        ("def f():\n    from store import Store\n    class Store(Store):\n        give = load()\n    run(Store())", []),
    ],
)
def test_objects_given_by_other_files_are_of_their_classes(tmp_path: Path, calls: str, found: list[str]) -> None:
    runner = HEAD + "def run(store):\n    x, n = store.give()\n    x.sort(), n.sort()\n"
    files = {**OTHERS, "runner.py": runner, "main.py": HEAD + "from runner import run\n" + calls + "\n"}

    assert _members(tmp_path, files, "runner.py") == found


def test_the_class_of_an_object_is_read_again_when_it_has_changed(tmp_path: Path) -> None:
    runner = HEAD + "def run(store):\n    x, n = store.give()\n    x.sort()\n"
    main = HEAD + "from runner import run\nfrom store import Store\nrun(Store())\n"
    files = {"store.py": STORE, "runner.py": runner, "main.py": main}
    project = ProjectFiles(NO_ROWS, tmp_path)

    assert _members(tmp_path, files, "runner.py", project) == ["sort"]
    assert tmp_path / "runner.py" in project.dependants(tmp_path / "store.py")


NET = (
    HEAD
    + "class Net(torch.nn.Module):\n    def forward(self, x):\n        return [x], 3\n    def pick(self, x):\n        return torch.abs(x)\n"
)


@pytest.mark.parametrize(
    ("calls", "found"),
    [
        ("from net import Net\nrun(Net())", ["sort"]),
        ("from net import Net\nrun(Net().eval())", ["sort"]),
        ("from net import Net\nrun(Net())\nrun(load())", []),
        ("from net import Net\nfrom other import Net as Other\nrun(Net())\nrun(Other())", []),
        ("from other import Net\nrun(Net())", []),
    ],
)
def test_models_given_by_other_files_are_of_their_classes(tmp_path: Path, calls: str, found: list[str]) -> None:
    runner = HEAD + "def run(net):\n    x = net.pick(load())\n    x.sort(), net(3)[0].sort()\n"
    main = HEAD + "from runner import run\n" + calls + "\n"
    files = {"net.py": NET, "other.py": NET.replace("torch.abs(x)", "[x]"), "runner.py": runner, "main.py": main}

    assert _members(tmp_path, files, "runner.py") == found


@pytest.mark.parametrize(
    ("sample", "found"), [("torch.ones(2), n", ["sort", "sort"]), ("'a', 'b'", []), ("n, [n]", ["sort"])]
)
def test_a_loader_given_by_another_file_keeps_what_its_batches_hold(
    tmp_path: Path, sample: str, found: list[str]
) -> None:
    data = "class Set(torch.utils.data.Dataset):\n    def __getitem__(self, n: int):\n        return " + sample
    start = "from runner import run\nrun(torch.utils.data.DataLoader(Set()))"
    runner = HEAD + "def run(loader):\n    for x, y in loader:\n        x.sort(), y.sort()\n"

    assert _members(tmp_path, {"runner.py": runner, "main.py": f"{HEAD}{data}\n{start}\n"}, "runner.py") == found


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("", ["size", "view"]),
        # look-alikes: code that is at home with arrays, or with the tensors of others
        ("import numpy as np\n", []),
        ("import tensorflow\n", []),
    ],
)
def test_a_file_without_torch_that_is_given_what_is_likely_a_tensor(
    tmp_path: Path, head: str, found: list[str]
) -> None:
    files = {
        "main.py": HEAD
        + "from tools import tile\n"
        + "class Run:\n    def run(self, x):\n        return tile(self.model.encode(torch.relu(x)), 3)\n",
        "tools.py": head + "def tile(x, n):\n    return x.view(x.size(0), n)\n",
    }
    assert sorted(_members(tmp_path, files, "tools.py")) == found


ASKS_FOR_ITS_OWN_CALLERS = {
    "lib.py": "import torch\n\nclass Data:\n    def collater(self, samples):\n        return torch.stack(samples)\n\n"
    "def told(items):\n    return items\n",
    "use.py": """
from lib import told

class Wrapped:
    def __init__(self, dataset):
        self.dataset = dataset

    def collater(self, samples):
        collated = self.dataset.collater(samples)
        told(samples)
        return set(collated["id"].tolist())
""",
    "more.py": "import torch\nfrom use import Wrapped\n\ndef run(data):\n    return Wrapped(data).collater([torch.ones(3)])\n",
}


def test_a_file_that_asks_for_its_own_callers_while_it_is_walked_as_one_is_not_walked_for_ever(tmp_path: Path) -> None:
    for name, text in ASKS_FOR_ITS_OWN_CALLERS.items():
        (tmp_path / name).write_text(text)
    project = ProjectFiles(NO_ROWS, snapshot=True, callers=False)
    counts: Counter[str] = Counter()

    def walk(path: Path, evidence: Evidence) -> Walked | None:
        counts[path.name] += 1
        assert callers.evidence(path) == {}  # as the walk of a file does that has nothing of torch's of its own
        project.learn(path, evidence)
        return project.walk(path)

    callers = Callers(tmp_path, walk, lambda place: Path(place).read_text("utf-8"))
    found = callers.evidence(tmp_path / "lib.py")

    assert "told" in found
    assert max(counts.values()) <= 2  # with what its callers give, and without


def test_where_another_call_gives_a_class_what_the_rest_give_is_not_told(tmp_path: Path) -> None:
    files = {"helpers.py": HELPERS, "main.py": HEAD + "from helpers import helper\nhelper(torch.ones(2), 1)\n"}
    assert _members(tmp_path, files, "helpers.py") == ["shape", "sort"]

    files["more.py"] = "from helpers import helper\nclass Ring:\n    pass\nhelper(Ring)\n"
    assert _members(tmp_path, files, "helpers.py") == []


_DECOMPOSED = "def parts({}, x):\n    u = torch.svd(torch.reshape(x, (2, -1)))[0]\n    return u.clone(), x.shape\n"


@pytest.mark.parametrize("parameter", ["torch", "torch: Any"])
@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("import torch\nparts(torch, torch.ones(2, 2))", ["torch.reshape", "torch.svd", "torch.Tensor.clone"]),
        (
            "lib = None\ndef start():\n    global lib\n    import torch\n    lib = torch\ndef go(x):\n    parts(lib, x)",
            ["torch.svd"],
        ),
        ("import torch\nimport numpy as np\nparts(torch, x)\nparts(np, x)", []),
        ("import numpy as torch\nparts(torch, x)", []),
    ],
)
def test_torch_itself_is_handed_to_another_file(
    tmp_path: Path, parameter: str, calls: str, expected: list[str]
) -> None:
    (tmp_path / "made.py").write_text("from typing import Any\n" + _DECOMPOSED.format(parameter))
    (tmp_path / "main.py").write_text(f"from made import parts\n{calls}\n")
    found = {
        use.api for use in analyze(read_source(tmp_path / "made.py"), NO_ROWS, ProjectFiles(NO_ROWS, tmp_path)).uses
    }

    assert found >= set(expected) if expected else not found


_SOLVER = HEAD + "def inner(g):\n    g(True).data\ndef solve(f):\n    loss = f()\n    loss.sort()\n    inner(f)\n"


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ("def loss(again=False):\n    return torch.ones(2)", ["data", "sort"]),
        ("def go(x: torch.Tensor):\n    def loss():\n        return x * 2\n    solve(loss)\ngo(3)", ["data", "sort"]),
        ("def loss(x):\n    return x * 2\nloss(torch.ones(2))", []),
        ("def loss(x):\n    return x", []),
        ("def loss():\n    return torch.ones(2).numpy()", []),
        ("def loss():\n    return 3", []),
        ("@some\ndef loss():\n    return torch.ones(2)", []),
    ],
)
def test_a_function_that_makes_tensors_is_handed_to_another_file(
    tmp_path: Path, made: str, expected: list[str]
) -> None:
    main = f"{HEAD}from solver import solve\n{made}\n"
    main += "" if "solve(loss)" in made else "solve(loss)\n"

    assert _members(tmp_path, {"solver.py": _SOLVER, "main.py": main}, "solver.py") == expected

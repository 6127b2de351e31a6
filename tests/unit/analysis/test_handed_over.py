"""Functions that are handed to others, which call them."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import NO_ROWS, members

from mindport.analysis.analyze import analyze
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source

OTHER = """
import torch
from typing import Any, Callable, Dict, Optional, Union


def declared(x, func: {0}):
    return {{key: func(value) for key, value in x.items()}}


def shown(x: Dict[str, torch.Tensor], func: {0}):
    return {{key: func(value) for key, value in x.items()}}


def walked(fn, d):
    return {{k: fn(v) for k, v in d.items()}}


def at_second(text, fn, value: torch.Tensor):
    return fn(text, value)


def shaped(fn, value: torch.Tensor):
    return fn(value.shape, value)
"""
CALLABLE = "Callable[[torch.Tensor], torch.Tensor]"
IMPORTS = "import numpy as np\nimport torch\nfrom other import at_second, declared, shaped, shown, walked\n"


def _found(folder: Path, text: str, annotation: str = CALLABLE) -> list[str]:
    (folder / "other.py").write_text(OTHER.format(annotation), "utf-8")
    (folder / "m.py").write_text(IMPORTS + text, "utf-8")
    uses = analyze(read_source(folder / "m.py"), NO_ROWS, ProjectFiles(NO_ROWS, folder)).uses
    return [
        use.api.removeprefix("torch.Tensor.") + "?" * (use.certainty.value == "guessed")
        for use in uses
        if use.api.startswith("torch.Tensor.")
    ]


@pytest.mark.parametrize(
    "annotation",
    [
        CALLABLE,
        "Optional[Callable[[torch.Tensor], Any]]",
        "Union[None, Callable[[torch.Tensor], Any]]",
        "Callable[[torch.Tensor], Any] | None",
    ],
)
def test_a_lambda_takes_what_is_declared_in_another_file(tmp_path: Path, annotation: str) -> None:
    assert _found(tmp_path, "declared(load(), lambda x: x.to(device))\n", annotation) == ["to"]


@pytest.mark.parametrize("annotation", ["Callable", "Any", "'Callable[[torch.Tensor], Any]'"])
def test_a_lambda_takes_what_another_file_calls_it_with(tmp_path: Path, annotation: str) -> None:
    assert _found(tmp_path, "declared(load(), lambda x: x.to(device))\n", annotation) == ["to?"]
    assert _found(tmp_path, "shown(load(), lambda x: x.to(device))\n", annotation) == ["to"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("declared(func=lambda t: t.to(device), x=load())", ["to"]),
        ("keep = lambda t: t.to(device)\ndeclared(load(), keep)", ["to"]),
        ("at_second('a', lambda a, b: b.to(device), load())", ["to"]),
        ("shaped(lambda a, b: (a.to(device), b.to(device)), load())", ["to?", "to"]),
        ("def moved(t):\n    return t.to(device)\ndeclared(load(), moved)", ["to"]),
        ("class S:\n    def show(self, t):\n        return t.to(device)\ndeclared(load(), S().show)", ["to"]),
        # with nothing known, or something else
        ("walked(lambda t: t.to(device), load())", ["to?"]),
        ("at_second('a', lambda a, b: a.to(device), load())", ["to?"]),
        ("unknown(lambda t: t.to(device), load())", ["to?"]),
        ("declared({'a': np.ones(1)}, lambda t: t.to(device))", ["to?"]),
        ("declared(load(), lambda t: (torch.from_numpy(t), t.to(device)))", ["to?"]),
        ("declared(*load(), lambda t: t.to(device))", ["to?"]),
    ],
)
def test_what_a_function_is_called_with_in_another_file(tmp_path: Path, text: str, found: list[str]) -> None:
    assert _found(tmp_path, text + "\n") == found


def test_a_function_of_the_same_file_that_is_handed_over() -> None:
    text = "def walked(fn, x: torch.Tensor):\n    return fn(x)\ndef shown(t):\n    return t.to(device)\n"

    assert members(text) == ["T.to?"]
    assert members(text + "walked(shown, load())\n") == ["T.to"]


def test_a_lambda_under_the_class_of_what_it_takes() -> None:
    text = "import numpy as np\n{torch.Tensor: lambda x, d=device: x.to(d), np.ndarray: lambda x: x.shape, str: lambda x: x.to(1)}\n"

    assert [one for one in members(text) if not one.endswith("?")] == ["T.to"]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def f(a, act=F.relu):\n    return act(a)\nf(y).item()\n", ["T.item"]),
        ("def f(a, how=torch.mean):\n    return how(a)\nf(y, torch.sum).item()\nf(y, how=torch.amax).item()\n", ["T.item"] * 2),
        ("class M(nn.Module):\n    def __init__(self, act=torch.tanh):\n        super().__init__()\n        self.act = act\n"
         "    def forward(self, a):\n        return self.act(a.view(1))\nM()(y).item()\n", ["T.view", "T.item"]),
        ("def f(n, make=torch.zeros):\n    return make(n)\nf(3, list).item()\n", []),
        ("def f(a, how=torch.mean):\n    return how(a)\nf(given).item()\n", []),
        ("def f(a, how=torch.max):\n    return how(a, 0)\nf(y).item()\n", []),
        ("def f(a, how=torch.save):\n    return how(a, 0)\nf(y).item()\n", []),
    ],
)  # fmt: skip
def test_what_is_given_where_a_function_of_tensors_is_the_default_gives_a_tensor(code: str, found: list[str]) -> None:
    assert members("y = torch.ones(1)\n" + code) == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def g(made=A):\n    return made().w.dtype\n", ["T.dtype"]),
        ("class T:\n    def __init__(self, made: type = A):\n        self.net = made()\n    def f(self):\n"
         "        return self.net.w.T, self.net(y).item()\n", ["T.T", "T.item"]),
        ("def g(made=A):\n    return made().w.dtype\ng(B)\ng(A)\n", []),
        ("class P:\n    w = [1]\ndef g(made=P):\n    return made().w.dtype\n", []),
    ],
)  # fmt: skip
def test_a_module_s_class_by_default_says_what_is_read_of_its_objects(code: str, found: list[str]) -> None:
    text = (
        "class A(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.w = nn.Parameter(y)\n"
        "    def forward(self, x):\n        return x\n"
        "class B(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.w = None\n"
    )
    assert members("y = torch.ones(1)\n" + text + code) == found

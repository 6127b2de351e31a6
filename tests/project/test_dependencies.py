"""What becomes of the files in which a project lists its dependencies."""

from __future__ import annotations

import ast

import pytest
import yaml

from mindport.project import dependencies
from mindport.project.dependencies import Needs
from mindport.project.packages import Imports, known
from mindport.render import messages

GONE = Needs("2.10.0")
STILL = Needs("2.10.0", frozenset({"torch"}))


def updated(path: str, text: str, needs: Needs = GONE) -> str:
    update = dependencies.reader(path)
    assert update is not None
    return update(text, needs).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("torch\n", "mindspore==2.10.0\n"),
        ("torch>=1.13,<3  # the framework\n", "mindspore==2.10.0  # the framework\n"),
        ("torch==2.1.0; sys_platform != 'win32'\n", 'mindspore==2.10.0; sys_platform != "win32"\n'),
        ("Torch~=2.0\r\ntqdm\r\n", "mindspore==2.10.0\r\ntqdm\r\n"),
        ("torch\ntorchvision\ntqdm", "mindspore==2.10.0\ntqdm"),
        ("torchaudio==2.0  # speech\n", "# speech\n"),
        ("mindspore==2.9.0\ntorch\n", "mindspore==2.9.0\n"),
        ("numpy\n", "numpy<2\n"),
        ("numpy>=1.20 # arrays\n", "numpy>=1.20,<2 # arrays\n"),
        ("numpy==1.26.4\nnumpy<2\nnumpy~=1.21\n", "numpy==1.26.4\nnumpy<2\nnumpy~=1.21\n"),
        ("--extra-index-url https://example.org/pytorch/cu118\ntorch\n", "mindspore==2.10.0\n"),
        ("-r base.txt\n# torch is the framework\ntorchmetrics\n", "-r base.txt\n# torch is the framework\ntorchmetrics\n"),
    ],
)  # fmt: skip
def test_requirements_of_pip(before: str, after: str) -> None:
    assert updated("requirements.txt", before) == after


def test_torch_stays_while_a_file_imports_it() -> None:
    assert updated("requirements/base.txt", "torch>=2\ntorchvision\n", STILL) == "torch>=2\nmindspore==2.10.0\n"


def test_numpy_that_cannot_be_met_is_named_and_left() -> None:
    changed = dependencies.reader("requirements.txt")("numpy>=2.1\n", GONE)  # type: ignore[misc]

    assert changed.text == "numpy>=2.1\n"
    assert [change.kind for change in changed.changes] == ["conflict"]


def test_pyproject_keeps_comments_and_other_tables() -> None:
    before = """\
[project]
name = "x"  # torch project
dependencies = [
  "torch>=2.0",  # the framework
  "torchvision",
  # keep me
  "tqdm>=4",
]

[tool.other]
torch = "untouched"
"""
    after = updated("pyproject.toml", before)

    assert after == before.replace('"torch>=2.0"', '"mindspore==2.10.0"').replace('  "torchvision",\n', "")


def test_tables_of_poetry() -> None:
    before = '[tool.poetry.dependencies]\npython = "^3.10"\ntorch = "^1.13"\ntorchvision = {version = "0.14"}\n'

    assert updated("pyproject.toml", before) == ('[tool.poetry.dependencies]\npython = "^3.10"\nmindspore = "2.10.0"\n')


def test_lists_written_out_in_setup_py() -> None:
    before = """\
REQUIREMENTS = ['torch', 'torchvision>=0.9']  # 依赖
setup(install_requires=REQUIREMENTS, extras_require={"dev": ["pytest", "torchaudio"], "q": ["numpy", "x"]}, name="torch")
"""
    after = updated("setup.py", before)

    ast.parse(after)
    assert after == (
        "REQUIREMENTS = ['mindspore==2.10.0']  # 依赖\n"
        'setup(install_requires=REQUIREMENTS, extras_require={"dev": ["pytest"], "q": ["numpy<2", "x"]}, name="torch")\n'
    )


def test_lists_of_setup_cfg() -> None:
    before = (
        "[metadata]\nname = torch\n[options]\ninstall_requires =\n    torch>=1.0\n    tqdm\n[flake8]\nx =\n    torch\n"
    )

    assert updated("setup.cfg", before) == before.replace("torch>=1.0", "mindspore==2.10.0")


def test_conda_environment() -> None:
    before = """\
name: x
channels:
  - pytorch
  - defaults
dependencies:
  - python=3.10
  - pytorch=1.12  # the framework
  - torchvision
  - pytorch-cuda=11.7
"""
    after = updated("environment.yml", before)

    assert yaml.safe_load(after) == {
        "name": "x",
        "channels": ["defaults"],
        "dependencies": ["python=3.10", "pip", {"pip": ["mindspore==2.10.0"]}],
    }
    assert "# the framework" in after


def test_conda_environment_with_a_list_for_pip() -> None:
    before = "dependencies:\n- pip\n- pip:\n  - torch\n  - tqdm\n"

    assert updated("environment.yaml", before) == "dependencies:\n- pip\n- pip:\n  - mindspore==2.10.0\n  - tqdm\n"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pyproject.toml", "[project\ndependencies = ['torch']"),
        ("setup.py", "install_requires = ['torch'"),
        ("environment.yml", "dependencies: {torch"),
        ("environment.yml", "- torch\n"),
        ("requirements.txt", "./wheels/torch.whl\ngit+https://example.org/torch.git\n\n"),
    ],
)
def test_what_cannot_be_read_stays(path: str, text: str) -> None:
    assert updated(path, text) == text


@pytest.mark.parametrize("path", ["requirements.txt", "pyproject.toml", "setup.py", "environment.yml"])
@pytest.mark.parametrize("needs", [GONE, STILL])
def test_second_update_changes_nothing(path: str, needs: Needs) -> None:
    text = {
        "requirements.txt": "torch>=1 # a\ntorchvision\nnumpy\n",
        "pyproject.toml": '[project]\ndependencies = ["torch", "torchvision", "numpy"]\n',
        "setup.py": "setup(install_requires=['torch', 'torchvision', 'numpy'])\n",
        "environment.yml": "channels: [pytorch]\ndependencies:\n  - pytorch\n  - torchvision\n",
    }[path]
    once = updated(path, text, needs)

    assert once != text
    assert updated(path, once, needs) == once


@pytest.mark.parametrize("path", ["README.md", "data.txt", "src/settings.toml", "docker-compose.yml", "train.py"])
def test_other_files_are_not_read(path: str) -> None:
    assert dependencies.reader(path) is None


def test_imports_name_packages_built_on_torch() -> None:
    imports = Imports(frozenset({"accelerate"}))
    imports.add(
        "a.py", "import timm.models\nfrom transformers import AutoModel\nimport accelerate\nfrom .timm import x\n"
    )
    imports.add("b.py", "def f():\n    import timm\n")
    imports.add("broken.py", "import torch\nimport (\n")

    assert imports.torch_family == {"torch"}
    assert [(found.package.name, found.places) for found in imports.packages()] == [
        ("timm", (("a.py", 1), ("b.py", 2))),
        ("transformers", (("a.py", 2),)),
    ]


def test_every_advice_has_words() -> None:
    for language in messages.LANGUAGES:
        for package in known().values():
            assert messages.text(f"report.advice.{package.advice}", language)

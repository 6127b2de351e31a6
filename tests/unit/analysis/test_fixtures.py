"""Parameters of tests, which pytest gives what the fixtures of their names make."""

from __future__ import annotations

from pathlib import Path

import pytest
from found_uses import NO_ROWS, PRELUDE, analysis

from mindport.analysis.analyze import Analysis, analyze
from mindport.semantics.project import ProjectFiles
from mindport.semantics.reaching import may_use_torch
from mindport.syntax.source import read_source

_FIXTURES = """
import pytest
from pytest import fixture
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n
    @classmethod
    def small(cls, n=1):
        return cls(n)
@pytest.fixture(params=[1, 2])
def size(request):
    return request.param
@pytest.fixture
def net(size):
    return Net.small(size) if size > 1 else Net(size)
@fixture(scope="module")
def kept(net):
    net.half()
    yield net
    net.cpu()
@pytest.fixture
def words():
    return ["a", "b"]
def plain():
    return Net(1)
"""


def _asked(found: Analysis) -> list[str]:
    certain = [use.api for use in found.uses if use.receiver is not None and use.certainty.value != "guessed"]
    names = [api.removeprefix("torch.nn.Module.") for api in certain if api.startswith("torch.nn.Module.")]
    return [name for name in names if name != "__init__"]


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("def test_one(net):\n    net.train()", ["train"]),
        ("def test_one(size, kept):\n    kept.eval()", ["eval"]),
        ("class TestNet:\n    def test_one(self, net):\n        net.eval()\n        assert not net.training",
         ["eval", "training"]),
        ("@pytest.mark.parametrize('a, b', [(1, 2)])\ndef test_one(net, a, b):\n    net.train()", ["train"]),
        # look-alikes: other parameters, and functions that pytest does not call
        ("@pytest.mark.parametrize('net', cases)\ndef test_one(net):\n    net.train()", []),
        ("@pytest.mark.parametrize(['a', 'net'], cases)\ndef test_one(a, net):\n    net.train()", []),
        ("@pytest.mark.parametrize(**more)\ndef test_one(net):\n    net.train()", []),
        ("def check_one(net):\n    net.train()", []),
        ("def test_one(plain):\n    plain.train()", []),
        ("def test_one(words):\n    words.append('c')", []),
        ("def test_one(net=None):\n    net.train()", []),
        ("net.train()", []),
    ],
)  # fmt: skip
def test_a_test_is_given_what_the_fixture_of_the_name_makes(test: str, expected: list[str]) -> None:
    found = _asked(analysis(PRELUDE + _FIXTURES + test))

    assert sorted(found) == sorted(["half", "cpu", *expected])


@pytest.mark.parametrize(("file", "expected"), [("conftest.py", ["train"]), ("fixtures.py", [])])
def test_fixtures_may_stand_in_the_file_that_pytest_reads_for_a_folder(
    tmp_path: Path, file: str, expected: list[str]
) -> None:
    (tmp_path / file).write_text(PRELUDE + _FIXTURES)
    test = tmp_path / "test_net.py"
    test.write_text("import torch\ndef test_one(net):\n    net.train()\n")

    assert _asked(analyze(read_source(test), NO_ROWS, ProjectFiles(NO_ROWS, tmp_path))) == expected


@pytest.mark.parametrize("place", ["test_net.py", "unit/test_net.py", "unit/deep/net_test.py"])
@pytest.mark.parametrize(("name", "expected"), [("net", ["train"]), ("words", [])])
def test_the_files_of_the_folders_around_count_also_where_the_test_itself_does_not_import_torch(
    tmp_path: Path, place: str, name: str, expected: list[str]
) -> None:
    (tmp_path / "conftest.py").write_text(PRELUDE + _FIXTURES)
    test = tmp_path / place
    (tmp_path / "unit" / "deep").mkdir(parents=True)
    (tmp_path / "unit" / "conftest.py").write_text("import pytest\n@pytest.fixture\ndef other():\n    return 1\n")
    text = f"def test_one({name}):\n    {name}.train()\n"
    test.write_text(text)
    project = ProjectFiles(NO_ROWS, tmp_path)

    assert may_use_torch(text, test, project) == bool(expected)
    assert _asked(analyze(read_source(test), NO_ROWS, project)) == expected


def test_of_two_fixtures_of_a_name_the_nearer_one_is_given(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(PRELUDE + _FIXTURES)
    (tmp_path / "unit").mkdir()
    (tmp_path / "unit" / "conftest.py").write_text("import pytest\n@pytest.fixture\ndef net():\n    return {}\n")
    test = tmp_path / "unit" / "test_net.py"
    test.write_text("import torch\ndef test_one(net):\n    net.train()\n")

    assert _asked(analyze(read_source(test), NO_ROWS, ProjectFiles(NO_ROWS, tmp_path))) == []


def test_a_file_that_is_no_test_is_given_no_fixtures(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(PRELUDE + _FIXTURES)
    text = "def test_one(net):\n    net.train()\n"
    (tmp_path / "helpers.py").write_text(text)

    assert not may_use_torch(text, tmp_path / "helpers.py", ProjectFiles(NO_ROWS, tmp_path))

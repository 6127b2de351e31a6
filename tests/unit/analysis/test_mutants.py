"""Nothing that a file may contain makes the analysis raise: our own files, and installed ones, made worse by a seed."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bench"))

from resolving.mutants import mutant, raises  # noqa: E402

from mindport.syntax.source import SourceFile, read_source  # noqa: E402

OURS = [
    *(ROOT / "server").rglob("*.py"),
    *(ROOT / "examples").rglob("*.py"),
    *(ROOT / "mapping_db" / "helpers").glob("*.py"),
]
OTHERS = sorted(Path(pytest.__file__).parent.parent.glob("_pytest/*.py"))
FILES = random.Random(1).sample(sorted(OURS), 40) + random.Random(2).sample(OTHERS, 10)


@pytest.mark.parametrize("number", range(len(FILES)), ids=lambda number: FILES[number].name)
def test_files_made_worse_do_no_harm(number: int) -> None:
    source = read_source(FILES[number])

    assert raises(source, whole=True) == ""
    for seed in range(number * 5, number * 5 + 5):
        assert raises(SourceFile.parse(mutant(source.text, seed))) == "", seed


def test_what_nests_too_deeply_is_named() -> None:
    deep = SourceFile.parse(f"import torch\n\nx = torch.ones(3){'.abs()' * 400}\n")

    assert raises(deep) == ""
    assert raises(deep, whole=True).endswith("line 3")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    for number, data in enumerate(
        [b"\xff\xfe\x00", b"# coding: nonsense\nx = 1", b"x = '\xe9'", b"\x00" * 9, "é".encode("utf-16")]
    ):
        path = tmp_path / f"{number}.py"
        path.write_bytes(data)
        assert raises(read_source(path)) == ""

"""Files of weights by name, and evidence on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.verify import evidence
from mindport.verify.evidence import EvidenceFile, RowEvidence, SampleEvidence
from mindport.weights.formats import UnknownFormat, frameworks


@pytest.mark.parametrize(
    ("names", "sides"),
    [
        (("a.pth", "b.ckpt"), ("torch", "mindspore")),
        (("a.ckpt", "b.pt"), ("mindspore", "torch")),
        (("a.bin", "b.safetensors"), ("torch", "mindspore")),
        (("a.safetensors", "b.ckpt"), ("torch", "mindspore")),
        (("a.safetensors", "b.pth"), ("mindspore", "torch")),
    ],
)
def test_the_names_tell_the_direction(names: tuple[str, str], sides: tuple[str, str]) -> None:
    assert frameworks(Path(names[0]), Path(names[1])) == sides


@pytest.mark.parametrize("names", [("a.pth", "b.pt"), ("a.safetensors", "b.safetensors"), ("a.h5", "b.ckpt")])
def test_some_names_tell_nothing(names: tuple[str, str]) -> None:
    with pytest.raises(UnknownFormat):
        frameworks(Path(names[0]), Path(names[1]))


def test_evidence_is_read_as_it_was_written(tmp_path: Path) -> None:
    causes = {"another shape": {"count": 1, "code": "y = torch.cat([x])"}}
    samples = SampleEvidence(40, 12, 11, 1, 6, 5, 0, 2e-7, causes, "2026-01-01", "def")
    row = RowEvidence(True, 1e-7, 2, "2026-01-01", "abc", samples=samples)
    file = EvidenceFile("linux-x86_64", "cpu", "2.13.0", "2.10.0", {"torch.cat": row})
    path = evidence.write(tmp_path, file)
    assert path.name == "linux-x86_64-cpu-torch2.13.0-mindspore2.10.0.json"
    assert evidence.read(path) == file
    known = evidence.load(tmp_path)["torch.cat"][0]
    assert (known.device, known.agrees, known.max_error) == ("cpu", True, 2e-7)
    assert (known.samples_passed, known.samples, known.gradients_passed, known.gradients) == (11, 12, 5, 6)


def test_damaged_evidence_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"rows": 3}')
    assert evidence.read(tmp_path / "x.json") is None
    assert evidence.load(tmp_path) == {}

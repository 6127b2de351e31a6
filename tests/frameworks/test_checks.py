"""Equivalence checks with both frameworks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mindport.mapping.row import StateEntry
from mindport.verify import check
from mindport.verify.report import VerifyReport, VerifyRequest
from mindport.verify.session import Limits
from mindport.verify.verdict import Verdict

pytestmark = pytest.mark.frameworks

MODELS = Path(__file__).parent / "models"
NORM = {"weight": StateEntry("gamma"), "bias": StateEntry("beta")}
RUNNING = {"running_mean": StateEntry("moving_mean"), "running_var": StateEntry("moving_variance")}
MAPS = {
    "torch.nn.BatchNorm2d": [{**NORM, **RUNNING}],
    "torch.nn.LayerNorm": [NORM],
    "torch.nn.Embedding": [{"weight": StateEntry("embedding_table")}],
}
X, IDS = "x=float32[2,3,8,8]", "ids=int64[2,6]{0:10}"


def checked(build: str = "Mix()", *inputs: str, **changes: Any) -> VerifyReport:
    request = VerifyRequest(
        MODELS / "torch_mix.py",
        MODELS / "mindspore_mix.py",
        build,
        inputs or (X, IDS),
        **{"limits": Limits(), **changes},
    )
    return check.run(request, MAPS)


def test_a_model_and_its_counterpart_agree_forward_and_backward() -> None:
    report = checked(grad=True, layers=True)
    assert (report.verdict, report.reason, report.detail) == (Verdict.EQUIVALENT, None, None)
    assert [d.name for d in report.outputs] == ["output['scores']", "output['features'][0]", "output['features'][1]"]
    assert {"x", "scale", "stem.bn.weight", "embed.weight", "norm.bias"} <= {d.name for d in report.gradients}
    assert {"stem.conv", "stem.bn", "stem", "embed", "mix", "norm", "head"} <= {d.name for d in report.layers}
    assert max(d.relative or 0.0 for d in report.outputs) < 1e-5


def test_training_agrees_with_its_running_statistics() -> None:
    report = checked(mode="train", grad=True)
    assert (report.verdict, report.detail) == (Verdict.EQUIVALENT, None)
    assert {"stem.bn.running_mean", "stem.bn.running_var"} <= {d.name for d in report.state}


def test_a_shared_parameter_stays_shared() -> None:
    report = checked("Tied()", IDS, grad=True)
    assert (report.verdict, report.notes) == (Verdict.EQUIVALENT, ())


def test_a_function_can_be_checked() -> None:
    assert checked("doubled", X, grad=True).verdict is Verdict.EQUIVALENT


@pytest.mark.parametrize(
    ("build", "reason", "where"),
    [
        ("MixWithOtherEpsilon()", "outputs", "norm"),
        ("MixNan()", "outputs", "output['scores']"),
        ("MixOfOtherStructure()", "structure", None),
        ("MixFrozen()", "trainable", None),
    ],
)
def test_a_mistake_is_found_and_placed(build: str, reason: str, where: str | None) -> None:
    report = checked(mindspore_build=build, grad=True)
    assert (report.verdict, report.reason, report.first_divergence) == (Verdict.DIFFERENT, reason, where)


@pytest.mark.parametrize(
    ("build", "reason", "side", "words"),
    [
        ("raising()", "torch_error", "torch", "ValueError: no such variant"),
        ("aborting()", "crashed", "torch", "SIGABRT"),
        ("leaving()", "exit", "torch", "SystemExit: 3"),
        ("Mix", "bad_build", "torch", "is a class"),
        ("Mix(", "bad_build", "torch", "not an expression"),
        ("3", "bad_build", "torch", "cannot be called"),
        ("Mix(dropout=0.5)", "nondeterministic", "torch", "first random layer is drop"),
    ],
)
def test_a_model_that_cannot_be_judged(build: str, reason: str, side: str, words: str) -> None:
    report = checked(build, mindspore_build="Mix()", mode="train")
    assert (report.verdict, report.reason, report.side) == (Verdict.INCONCLUSIVE, reason, side)
    assert words in (report.detail or "")


@pytest.mark.parametrize(
    ("build", "reason", "words"),
    [
        ("without_kernel", "unsupported_device", "GeluExt"),
        ("failing", "mindspore_error", "wrong on purpose"),
        ("MixWithoutScale()", "state_mismatch", ""),
    ],
)
def test_a_counterpart_that_cannot_be_judged(build: str, reason: str, words: str) -> None:
    report = checked(
        "doubled" if build.islower() else "Mix()", *([X] if build.islower() else []), mindspore_build=build
    )
    assert (report.verdict, report.reason) == (Verdict.INCONCLUSIVE, reason)
    assert words in (report.detail or "")


def test_missing_weights_are_named() -> None:
    assert "scale [8]" in (checked(mindspore_build="MixWithoutScale()").detail or "")


def test_a_hanging_build_is_ended() -> None:
    assert checked("hanging()", limits=Limits(request=3.0)).reason == "timed_out"


def test_a_hungry_model_is_ended() -> None:
    report = checked("Hungry()", X, mindspore_build="Identity()", limits=Limits(memory=1500))
    assert (report.reason, report.side) == ("out_of_memory", "torch")


@pytest.mark.parametrize(
    ("inputs", "reason", "words"),
    [
        (("x=float32[2,4,8,8]", IDS), "torch_error", "expected input"),
        ((X,), "bad_input", "--input ids=DTYPE[SHAPE]"),
        ((X, IDS, "z=float32[1]"), "bad_input", "too many"),
    ],
)
def test_inputs_that_do_not_fit(inputs: tuple[str, ...], reason: str, words: str) -> None:
    report = checked("Mix()", *inputs)
    assert (report.verdict, report.reason) == (Verdict.INCONCLUSIVE, reason)
    assert words in (report.detail or "")


def test_not_a_number_in_torch_says_nothing() -> None:
    assert checked("Nan()", X).reason == "not_finite"


def test_an_import_that_is_not_installed_is_stood_in_for(tmp_path: Path, written: Callable[[str, str], Path]) -> None:
    torch = written("t.py", "import not_installed_anywhere.layers as l\nimport torch\ndef f(x): return torch.relu(x)\n")
    mindspore = written("m.py", "from mindspore import ops\ndef f(x): return ops.relu(x)\n")
    report = check.run(VerifyRequest(torch, mindspore, "f", (X,)), {})
    assert (report.verdict, report.stand_ins) == (Verdict.EQUIVALENT, ("not_installed_anywhere",))


def test_a_file_in_a_package_finds_its_neighbours(written: Callable[[str, str], Path]) -> None:
    written("a/pkg/__init__.py", "from .net import f\n")
    written("a/pkg/parts.py", "def g(x): return x * 3\n")
    torch = written("a/pkg/net.py", "from .parts import g\nfrom pkg import parts\ndef f(x): return g(x)\n")
    written("b/loose/parts.py", "def g(x): return x + x + x\n")
    mindspore = written("b/loose/net.py", "from .parts import g\ndef f(x): return g(x)\n")
    assert check.run(VerifyRequest(torch, mindspore, "f", (X,)), {}).verdict is Verdict.EQUIVALENT


def test_packages_without_an_init_file_find_each_other(written: Callable[[str, str], Path]) -> None:
    for side, text in (("a", "x * 3"), ("b", "x + x + x")):
        written(f"{side}/models/parts.py", f"def g(x): return {text}\n")
        written(f"{side}/models/net.py", "from models.parts import g\ndef f(x): return g(x)\n")
    first, second = (Path(written(f"{side}/done", "").parent) / "models" / "net.py" for side in "ab")
    assert check.run(VerifyRequest(first, second, "f", (X,)), {}).verdict is Verdict.EQUIVALENT


def test_what_is_still_torch_s_is_named(written: Callable[[str, str], Path]) -> None:
    torch = written("t.py", "from torch import nn\nclass M(nn.Module):\n    pass\n")
    text = "from torch import nn as t\nfrom mindspore import nn\nclass M(nn.Cell):\n"
    mindspore = written(
        "m.py", text + "    def __init__(self):\n        super().__init__()\n        self.rnn = t.LSTM(2, 3)\n"
    )
    report = check.run(VerifyRequest(torch, mindspore, "M()", (X,)), {})
    assert (report.reason, report.side) == ("not_migrated", "mindspore")
    assert "rnn (torch's LSTM)" in (report.detail or "")


def test_what_takes_another_way_in_double_precision_is_no_rounding(written: Callable[[str, str], Path]) -> None:
    torch = written("t.py", "def f(x): return x * 2 if x.type() == 'torch.FloatTensor' else x\n")
    mindspore = written("m.py", "def f(x): return x\n")
    report = check.run(VerifyRequest(torch, mindspore, "f", (X,)), {})
    assert (report.verdict, report.reason) == (Verdict.DIFFERENT, "outputs")


def test_nothing_is_written_beside_the_sources(
    tmp_path: Path, written: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = written("t.py", "def f(x): print('noise'); return x * 2\n")
    mindspore = written("m.py", "def f(x): return x + x\n")
    before = sorted(path.name for path in tmp_path.iterdir())
    monkeypatch.chdir(tmp_path)
    assert check.run(VerifyRequest(torch, mindspore, "f", (X,)), {}).verdict is Verdict.EQUIVALENT
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str, str], Path]:
    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write

"""torch's own samples of an API, rewritten and run in both frameworks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from mindport import verifying
from mindport.engine import Engine, Settings
from mindport.mapping.row import Target
from mindport.verify import samples
from mindport.verify.row_case import Runner
from mindport.verify.samples import Job, Translated
from mindport.verify.session import Limits
from mindport.weights import state_map

pytestmark = pytest.mark.frameworks
ENGINE = Engine(Settings(Target.CPU))


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    maps = state_map.from_rows(ENGINE.index, Target.CPU, ENGINE.settings.mindspore)
    made = Runner(maps, Limits(request=30.0), "cpu", {}, lambda: False)
    made.versions()
    yield made
    made.close()


def as_rewritten(name: str) -> samples.Translate:
    row = ENGINE.row(name)
    assert row is not None
    return verifying.sampled(ENGINE, [row], 4).translate


@pytest.mark.parametrize("name", ["torch.exp", "torch.Tensor.add_", "torch.nn.Hardtanh", "torch.where"])
def test_samples_are_rewritten_run_and_derived(runner: Runner, name: str) -> None:
    found = samples.outcome(runner, Job(name, ""), as_rewritten(name), 4)

    assert (found.passed, found.declined, found.causes) == (found.run, 0, {})
    assert found.run >= 2
    assert found.gradients_passed == found.gradients > 0


def test_random_results_are_compared_by_shape(runner: Runner) -> None:
    found = samples.outcome(
        runner, Job("torch.bernoulli", ""), lambda code, names: Translated("y = ops.zeros_like(x)"), 2
    )

    assert found.random == found.passed == found.run == 2


def changed(text: str) -> samples.Translate:
    def translate(code: str, names: Sequence[str]) -> Translated:
        return Translated(code.replace("torch.exp(x)", text))

    return translate


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("ops.exp(x) + 0.01 * x", "values apart by less than 0.1"),
        ("ops.exp(x).reshape(1, -1, 1)", "another shape"),
        ("x.nothing_such()", "AttributeError"),
        ("__import__('os').abort()", "crashed: ended by SIGABRT"),
    ],
)
def test_a_failure_is_counted_by_its_cause(runner: Runner, text: str, cause: str) -> None:
    found = samples.outcome(runner, Job("torch.exp", ""), changed(text), 2)

    assert (found.run, found.passed) == (2, 0)
    assert sum(item["count"] for item in found.causes.values()) == 2
    assert all(words.startswith(cause) for words in found.causes)


def test_what_an_exception_poisons_is_run_again_alone(runner: Runner) -> None:
    """The first sample raises, and every later one of the same process would be wrong: alone they are right."""
    text = (
        "import builtins\n"
        "if x.ndim == 0:\n    builtins.poisoned = True\n    raise ValueError('scalar')\n"
        "y = ops.exp(x) + (1 if hasattr(builtins, 'poisoned') else 0)"
    )
    found = samples.outcome(runner, Job("torch.exp", ""), lambda code, names: Translated(text), 3)

    assert found.passed == found.run - sum(item["count"] for item in found.causes.values())
    assert all(cause.startswith("ValueError") for cause in found.causes)


def test_a_sample_that_is_not_converted_is_declined_not_failed(runner: Runner) -> None:
    found = samples.outcome(runner, Job("torch.exp", ""), lambda code, names: Translated("", left=("no kernel",)), 2)

    assert (found.run, found.declined, list(found.causes)) == (0, 2, ["not converted: no kernel"])

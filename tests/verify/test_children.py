"""A check outlives whatever its children do, and says what it was. Real processes, no framework."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from mindport.verify import check
from mindport.verify.report import VerifyReport, VerifyRequest
from mindport.verify.session import Cancelled, Child, ChildError, Limits, State, how_it_ended, worker_command
from mindport.verify.verdict import Verdict

pytestmark = pytest.mark.slow

FAKE = Path(__file__).parent / "fake_worker.py"
LIMITS = Limits(start=20.0, request=20.0, memory=4000)


def fake(framework: str, behaviour: str = "good") -> list[str]:
    return [sys.executable, str(FAKE), framework, behaviour]


def checked(torch: str = "good", mindspore: str = "good", limits: Limits = LIMITS) -> VerifyReport:
    request = VerifyRequest(Path("t.py"), Path("m.py"), "M()", ("x=float32[2]",), limits=limits)
    return check.run(request, {}, commands={"torch": fake("torch", torch), "mindspore": fake("mindspore", mindspore)})


def test_two_children_that_agree_are_equivalent() -> None:
    report = checked()
    assert (report.verdict, report.reason) == (Verdict.EQUIVALENT, None)
    assert [d.max_abs for d in report.outputs] == [0.0]
    assert report.versions == {"torch": "1.0", "mindspore": "1.0"}


@pytest.mark.parametrize("behaviour", ["nan", "shape", "off"])
def test_another_result_is_different(behaviour: str) -> None:
    report = checked(mindspore=behaviour)
    assert (report.verdict, report.reason, report.first_divergence) == (Verdict.DIFFERENT, "outputs", "output")


def test_noise_on_standard_output_is_no_answer() -> None:
    assert checked(mindspore="noise").verdict is Verdict.EQUIVALENT


@pytest.mark.parametrize(
    ("behaviour", "reason", "words"),
    [
        ("abort", "crashed", "SIGABRT"),
        ("exit", "crashed", "status 3"),
        ("error", "mindspore_error", "ValueError: wrong shape"),
        ("missing", "framework_missing", "No module named 'mindspore'"),
        ("nonsense", "crashed", "arrays"),
    ],
)
def test_a_child_that_fails_makes_it_inconclusive(behaviour: str, reason: str, words: str) -> None:
    report = checked(mindspore=behaviour)
    assert (report.verdict, report.reason) == (Verdict.INCONCLUSIVE, reason)
    assert words in (report.detail or "")


@pytest.mark.parametrize("behaviour", ["hang", "no start"])
def test_a_child_that_hangs_is_ended(behaviour: str) -> None:
    began = time.monotonic()
    report = checked(torch=behaviour, limits=Limits(start=3.0, request=1.0))
    assert (report.verdict, report.reason, report.side) == (Verdict.INCONCLUSIVE, "timed_out", "torch")
    assert time.monotonic() - began < 15


def test_a_child_that_takes_all_memory_is_ended() -> None:
    report = checked(torch="memory", limits=Limits(request=60.0, memory=300))
    assert (report.verdict, report.reason) == (Verdict.INCONCLUSIVE, "out_of_memory")


def test_an_interpreter_that_is_not_there_is_said(tmp_path: Path) -> None:
    request = VerifyRequest(Path("t.py"), Path("m.py"), "M()", torch_interpreter=str(tmp_path / "python"))
    report = check.run(request, {})
    assert (report.reason, report.side) == ("framework_missing", "torch")


def test_a_check_can_be_cancelled() -> None:
    request = VerifyRequest(Path("t.py"), Path("m.py"), "M()", limits=LIMITS)
    commands = {"torch": fake("torch", "hang"), "mindspore": fake("mindspore")}
    assert check.run(request, {}, cancelled=lambda: True, commands=commands).reason == "cancelled"


def test_bad_inputs_start_nothing() -> None:
    request = VerifyRequest(Path("t.py"), Path("m.py"), "M()", ("x=float",))
    report = check.run(request, {}, commands={"torch": ["false"], "mindspore": ["false"]})
    assert (report.reason, report.versions) == ("bad_input", {})


def test_the_whole_process_group_is_ended(tmp_path: Path) -> None:
    child = Child("torch", fake("torch", "deaf child"), LIMITS, tmp_path)
    child.start()
    child.ready()
    with pytest.raises(ChildError):
        child.call("run", {"out": str(tmp_path / "out.npz")}, limit=1.0)
    group = child.pid
    assert child.state is State.CRASHED and group is not None
    with pytest.raises(ProcessLookupError):
        wait_until_gone(group)


def wait_until_gone(group: int) -> None:
    end = time.monotonic() + 5
    while time.monotonic() < end:
        os.killpg(group, 0)
        time.sleep(0.05)


def test_the_states_of_a_child(tmp_path: Path) -> None:
    child = Child("torch", fake("torch"), LIMITS, tmp_path)
    assert child.state is State.STARTING
    child.start()
    child.ready()
    assert child.state is State.READY
    child.stop()
    assert child.state is State.STOPPED


def test_a_caller_may_lose_interest(tmp_path: Path) -> None:
    child = Child("torch", fake("torch", "hang"), LIMITS, tmp_path, cancelled=lambda: True)
    child.start()
    with pytest.raises(Cancelled):
        child.call("run", {})


def test_the_real_worker_says_what_it_lacks(tmp_path: Path) -> None:
    bare = [sys.executable, "-S", "-E", *worker_command("torch", None)[1:]]
    child = Child("torch", bare, LIMITS, tmp_path)
    child.start()
    with pytest.raises(ChildError) as caught:
        child.ready()
    assert caught.value.failure.kind == "missing"


def test_an_end_in_words() -> None:
    assert how_it_ended(-9) == "the process was ended by SIGKILL"
    assert how_it_ended(1) == "the process ended with status 1"

"""One equivalence check: both frameworks run the same model with the same weights and inputs."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from mindport.verify import inputs as checking_inputs
from mindport.verify.failures import failed
from mindport.verify.inputs import BadInput, Input
from mindport.verify.judge import judge, locate, requested_layers
from mindport.verify.report import Reason, VerifyReport, VerifyRequest
from mindport.verify.session import Cancelled, ChildError, children, worker_command
from mindport.verify.steps import Inconclusive, Progress, Steps
from mindport.verify.verdict import Verdict
from mindport.weights.state_map import StateMaps


def run(
    request: VerifyRequest,
    state_maps: StateMaps,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
    commands: Mapping[str, Sequence[str]] | None = None,
) -> VerifyReport:
    """Check a model. Never raises for what user code does. Effect: starts two processes that run user code."""
    began = time.monotonic()
    versions: dict[str, str] = {}
    try:
        specs = [checking_inputs.parse(text, index) for index, text in enumerate(request.inputs)]
        inputs = checking_inputs.make(specs, request.seed)
        report = _run(request, state_maps, inputs, progress or (lambda stage: None), cancelled, commands, versions)
    except BadInput as error:
        report = VerifyReport(Verdict.INCONCLUSIVE, Reason.BAD_INPUT, str(error))
    except Inconclusive as error:
        report = VerifyReport(Verdict.INCONCLUSIVE, error.reason, error.detail, error.side, notes=error.notes)
    except Cancelled:
        report = VerifyReport(Verdict.INCONCLUSIVE, Reason.CANCELLED)
    except ChildError as error:
        report = failed(error.framework, error.failure)
    except (OSError, LookupError, ValueError, TypeError) as error:  # a child that answers nonsense, a full disk
        report = VerifyReport(Verdict.INCONCLUSIVE, Reason.CRASHED, f"{type(error).__name__}: {error}")
    return replace(report, versions=versions, seconds=time.monotonic() - began)


def _run(
    request: VerifyRequest,
    maps: StateMaps,
    inputs: Sequence[Input],
    tell: Progress,
    cancelled: Callable[[], bool],
    commands: Mapping[str, Sequence[str]] | None,
    versions: dict[str, str],
) -> VerifyReport:
    started = commands or {
        "torch": worker_command("torch", request.torch_interpreter),
        "mindspore": worker_command("mindspore", request.mindspore_interpreter, request.target.value),
    }
    tell("start")
    with children(started, request.limits, cancelled) as (pair, directory):
        try:
            steps = Steps(request, maps, inputs, pair, directory, tell)
            steps.prepare()
            torch = steps.run_torch(grad=request.grad, layers=request.layers)
            steps.refuse_random(torch)
            mindspore = steps.run_mindspore(torch, layers=request.layers)
            tell("compare")
            report = judge(steps, torch, mindspore)
            if request.layers:
                report = requested_layers(steps, report, torch, mindspore)
            elif report.verdict is Verdict.DIFFERENT:
                report = locate(steps, report)
        finally:
            for child in pair.values():
                versions.update({name: text for name, text in child.versions.items() if name != "python"})
        return replace(report, notes=(*report.notes, *steps.notes), stand_ins=steps.stand_ins)

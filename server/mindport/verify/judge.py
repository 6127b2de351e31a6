"""From two runs to a verdict: what differs, whether rounding explains it, and where it begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import numpy as np

from mindport.verify import tolerance
from mindport.verify.failures import failed
from mindport.verify.report import Reason, VerifyReport
from mindport.verify.runs import Run, deviations
from mindport.verify.session import ChildError
from mindport.verify.steps import Steps
from mindport.verify.verdict import Deviation, Leaf, Verdict, compare, excuse, excuse_gradient


def judge(steps: Steps, torch: Run, mindspore: Run) -> VerifyReport:
    """The verdict on outputs, gradients and the state afterwards."""
    request = steps.request
    outputs, problem = deviations(torch.leaves("outputs"), mindspore.leaves("outputs"), request.rtol, request.atol)
    gradients = _of_weights(steps, torch, mindspore, "gradients")
    state = _of_weights(steps, torch, mindspore, "state")
    frozen = _frozen(steps) if request.grad else []
    if _to_excuse(steps, (*outputs, *gradients, *state)):
        exact = _in_double(steps, grad=request.grad)
        if exact is not None:
            scale = _scale(exact)
            outputs = _excused(outputs, torch.leaves("outputs"), exact.leaves("outputs"), scale)
            gradients = _excused(gradients, torch.leaves("gradients"), exact.leaves("gradients"), scale)
            state = _excused(state, torch.leaves("state"), exact.leaves("state"), scale)
            steps.notes += [f"MindSpore's {name} is less accurate on this device" for name in exact.kernels]
    if _to_excuse(steps, gradients):
        exact = _in_double(steps, grad=True, every=tolerance.EVERY_SUM_BEFORE_A_KINK)
        if exact is not None:
            theirs, doubled = torch.leaves("gradients"), exact.leaves("gradients")
            gradients = _excused(gradients, theirs, doubled, _scale(exact), excuse_gradient)
    reason, detail = None, None
    if problem is not None:
        reason, detail = Reason.STRUCTURE, problem
    elif not all(d.within for d in outputs):
        reason = Reason.OUTPUTS
    elif not all(d.within for d in gradients):
        reason = Reason.GRADIENTS
    elif not all(d.within for d in state):
        reason = Reason.STATE
    elif frozen:
        reason, detail = Reason.TRAINABLE, f"trainable in one framework only: {', '.join(frozen)}"
    verdict = Verdict.EQUIVALENT if reason is None else Verdict.DIFFERENT
    if verdict is Verdict.EQUIVALENT and mindspore.backward_error is not None:
        return replace(failed("mindspore", mindspore.backward_error), outputs=tuple(outputs))
    if verdict is Verdict.EQUIVALENT and not outputs:
        return VerifyReport(Verdict.INCONCLUSIVE, Reason.NO_OUTPUT, "the model returns nothing to compare")
    notes = [f"{d.name} is constant: it says little" for d in outputs if _constant(d)]
    report = VerifyReport(verdict, reason, detail, notes=tuple(notes))
    return replace(report, outputs=tuple(outputs), gradients=tuple(gradients), state=tuple(state))


def requested_layers(steps: Steps, report: VerifyReport, torch: Run, mindspore: Run) -> VerifyReport:
    """The report with the deviation of every layer that both models have, in the order in which torch ran them."""
    layers = _layers(steps, torch, mindspore)
    return replace(report, layers=tuple(layers), first_divergence=_first(report, layers))


def locate(steps: Steps, report: VerifyReport) -> VerifyReport:
    """The report with the first layer whose outputs differ. Effect: runs both models once more."""
    steps.tell("layers")
    try:
        torch = steps.run_torch(layers=True)
        mindspore = steps.run_mindspore(torch, layers=True)
    except ChildError as error:
        return replace(report, notes=(*report.notes, f"layers could not be compared: {error.failure.message}"))
    return requested_layers(steps, report, torch, mindspore)


def _layers(steps: Steps, torch: Run, mindspore: Run) -> list[Deviation]:
    theirs = {(path, call): leaves for path, call, leaves in mindspore.layers()}
    request = steps.request
    found: list[Deviation] = []
    ours: dict[str, Leaf] = {}
    for path, call, leaves in torch.layers():
        other = theirs.get((steps.cell(path) or "", call), {})
        for name, leaf in leaves.items():
            if name in other:
                full = (path if call == 1 else f"{path}#{call}") + name
                ours[full] = leaf
                found.append(compare(replace(leaf, name=full), other[name], request.rtol, request.atol))
    if _to_excuse(steps, found):
        exact = _in_double(steps, layers=True)
        if exact is not None:
            double = {
                (path if call == 1 else f"{path}#{call}") + name: leaf
                for path, call, leaves in exact.layers()
                for name, leaf in leaves.items()
            }
            found = _excused(found, ours, double, _scale(exact))
    return found


def _first(report: VerifyReport, layers: Iterable[Deviation]) -> str | None:
    if report.verdict is not Verdict.DIFFERENT:
        return None
    candidates = [*layers, *report.outputs, *reversed(report.gradients), *report.state]
    return next((d.name for d in candidates if not d.within), None)


def _of_weights(steps: Steps, torch: Run, mindspore: Run, part: str) -> list[Deviation]:
    """Gradients or buffers by torch's names, brought to torch's shapes."""
    theirs = mindspore.leaves(part)
    out = []
    for name, leaf in torch.leaves(part).items():
        pair = steps.pairs.get(name)
        other = theirs.get(str(pair["name"]) if pair is not None else name)
        if other is None or other.array is None or leaf.array is None:
            continue
        if other.array.size == leaf.array.size:
            other = replace(other, array=other.array.reshape(leaf.array.shape))
        out.append(compare(leaf, other, steps.request.rtol, steps.request.atol))
    return out


def _frozen(steps: Steps) -> list[str]:
    return [name for name, p in steps.pairs.items() if p["kind"] == "parameter" and len(set(p["trainable"])) == 2]


def _to_excuse(steps: Steps, found: Iterable[Deviation]) -> bool:
    """Whether rounding may explain a deviation; a tolerance that the user chose stands as it is."""
    chosen = steps.request.rtol is not None or steps.request.atol is not None
    return not chosen and any(not d.within and d.max_abs is not None for d in found)


def _in_double(steps: Steps, **how: object) -> Run | None:
    """The same run in double precision with the accuracy of MindSpore's kernels, None where the model has no such thing."""
    kernels = tolerance.KERNELS.get(steps.request.target.value, {})
    try:
        return steps.run_torch(precision="double", **{"kernels": kernels, "every": tolerance.EVERY_SUM, **how})
    except ChildError as error:
        if not steps.torch_alive():
            raise
        note = f"torch's model does not run in double precision: {error.failure.message}"
        if note not in steps.notes:
            steps.notes.append(note)
        return None


def _excused(
    found: list[Deviation],
    single: Mapping[str, Leaf],
    double: Mapping[str, Leaf],
    scale: float,
    excused: Callable[[Deviation, float | None, float, float], Deviation] = excuse,
) -> list[Deviation]:
    return [excused(d, *_rounding(single.get(d.name), double.get(d.name)), scale) for d in found]


def _scale(exact: Run) -> float:
    """The largest number that a run gives, or that of the inputs, which are about 1."""
    arrays = [leaf.array for part in ("outputs", "gradients") for leaf in exact.leaves(part).values()]
    sizes = [np.abs(one[np.isfinite(one)]) for one in arrays if one is not None and one.dtype.kind in "fc"]
    return max([1.0, *(float(one.max()) for one in sizes if one.size)])


def _rounding(single: Leaf | None, double: Leaf | None) -> tuple[float | None, float]:
    """How far single precision is off, and how large the exact values are."""
    if single is None or double is None or single.array is None or double.array is None:
        return None, 0.0
    a, b = single.array, double.array
    if a.shape != b.shape or a.dtype.kind not in "fc" or a.size == 0:
        return None, 0.0
    difference, size = np.abs(a - b), np.abs(b)
    finite = np.isfinite(difference)
    return (float(difference[finite].max()), float(size[finite].max())) if finite.any() else (None, 0.0)


def _constant(deviation: Deviation) -> bool:
    return bool(np.prod(deviation.shape) > 1) and deviation.spread == 0.0

"""What an error in a child means for a check."""

from __future__ import annotations

from mindport.verify.report import Reason, VerifyReport
from mindport.verify.verdict import Verdict
from mindport.worker.protocol import Failure, Kind

_REASONS = {
    Kind.MISSING: Reason.FRAMEWORK_MISSING,
    Kind.BAD_INPUT: Reason.BAD_INPUT,
    Kind.BAD_BUILD: Reason.BAD_BUILD,
    Kind.BAD_FILE: Reason.BAD_FILE,
    Kind.DEVICE: Reason.UNSUPPORTED_DEVICE,
    Kind.MEMORY: Reason.OUT_OF_MEMORY,
    Kind.EXIT: Reason.EXIT,
    Kind.CRASH: Reason.CRASHED,
    Kind.TIMEOUT: Reason.TIMED_OUT,
}
_OF_FRAMEWORK = {"torch": Reason.TORCH_ERROR, "mindspore": Reason.MINDSPORE_ERROR}


def failed(framework: str, failure: Failure) -> VerifyReport:
    """The report of a check that ended with an error in a framework's process."""
    reason = _REASONS.get(failure.kind) or _OF_FRAMEWORK[framework]
    where, trace = failure.where or None, failure.trace or None
    return VerifyReport(Verdict.INCONCLUSIVE, reason, in_words(failure), framework, where, trace)


def in_words(failure: Failure) -> str:
    """An error as Python would print its last line."""
    if failure.type in ("", "WorkerError") or failure.message.startswith(failure.type):
        return failure.message
    return f"{failure.type}: {failure.message}"

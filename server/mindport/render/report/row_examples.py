"""What running the rows' examples has shown, as text."""

from __future__ import annotations

from mindport.render import messages
from mindport.render.report import Document, number, rows, table, text
from mindport.render.report.columns import lay_out
from mindport.render.report.equivalence import reason


def as_text(report: Document, language: str) -> str:
    """Row by row the verdict and the largest error, those that failed with their reason, then the totals."""
    if report.get("reason"):
        words = messages.text("verify.reason", language, reason=reason(report, language))
        return words + "".join(f"\n  {line}" for line in text(report, "detail").splitlines()) + "\n"
    lines = []
    for row in rows(report, "rows"):
        passed, error = bool(row.get("passed")), row.get("max_error")
        verdict = messages.text(f"verdict.{'equivalent' if passed else 'different'}", language)
        figure = format(error, ".1e") if isinstance(error, (int, float)) else ""
        why = "" if passed else " ".join([reason(row, language), *text(row, "detail").split()])
        lines.append([text(row, "name"), verdict, figure, why])
    summary = table(report, "summary")
    total = messages.text(
        "verify.rows.summary",
        language,
        passed=number(summary, "passed"),
        failed=number(summary, "failed"),
        skipped=number(summary, "not_run"),
    )
    return "\n".join([*lay_out(lines), total]) + "\n"


def failed(report: Document) -> bool:
    """Whether an example did not agree, or nothing could be run."""
    return bool(report.get("reason")) or number(table(report, "summary"), "failed") > 0

"""Samples by what was measured and with which tool: medians, tails, a table, JSON."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Row:
    group: str
    name: str
    unit: str


@dataclass
class Figures:
    """Collects samples; rows and tools keep the order in which they first came."""

    samples: dict[Row, dict[str, list[float]]] = field(default_factory=dict)

    def add(self, group: str, name: str, unit: str, tool: str, *values: float) -> None:
        self.samples.setdefault(Row(group, name, unit), {}).setdefault(tool, []).extend(values)

    def to_json(self) -> list[dict[str, object]]:
        return [
            {
                "group": row.group,
                "name": row.name,
                "unit": row.unit,
                "tool": tool,
                "n": len(values),
                "p50": round(statistics.median(values), 4),
                "p95": round(p95(values), 4),
                "samples": [round(value, 4) for value in values],
            }
            for row, tools in self.samples.items()
            for tool, values in tools.items()
        ]

    def show(self, console: Console) -> None:
        """Prints a table for each group: a row for what was measured, a column for each tool, ``p50 / p95``."""
        for group in dict.fromkeys(row.group for row in self.samples):
            rows = {row: tools for row, tools in self.samples.items() if row.group == group}
            columns = list(dict.fromkeys(tool for tools in rows.values() for tool in tools))
            table = Table(title=group, title_justify="left", title_style="bold")
            table.add_column("")
            table.add_column("unit")
            for column in columns:
                table.add_column(column, justify="right")
            for row, tools in rows.items():
                table.add_row(row.name, row.unit, *(_cell(tools.get(column)) for column in columns))
            console.print(table)


def p95(values: Iterable[float]) -> float:
    """Nearest rank; of fewer than 20 values it is the largest."""
    ordered = sorted(values)
    return ordered[-(-95 * len(ordered) // 100) - 1]


def _cell(values: list[float] | None) -> str:
    if not values:
        return "–"
    middle = _number(statistics.median(values))
    return middle if len(set(values)) == 1 else f"{middle} / {_number(p95(values))}"


def _number(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"

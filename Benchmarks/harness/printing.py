"""Prints the results as tables, and makes tables in Markdown."""

from __future__ import annotations

import re
from statistics import median

from .measuring import BYTES_PER_MB, Series

HEAD = [
    "document", "program", "CPU ratio", "min to max", "MB/s", "CPU ms",
    "wall ms", "memory MB", "memory / file",
]


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown: the first column to the left, the rest right."""
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def quoted(text: str) -> str:
    """Marks the texts of a document as code: they may look like references."""
    return re.sub(r'".*"', lambda match: f"`{match[0]}`", text)


def print_title(text: str) -> None:
    print(f"\n{text}\n")


def print_line(text: str) -> None:
    print(f"  {text}", flush=True)


def print_groups(title: str, groups: list[list[Series]]) -> None:
    """Prints groups of series; the CPU ratio is that to a group's first."""
    print_title(title)
    rows = [row(series, group[0]) for group in groups for series in group]
    print_table(HEAD, rows)


def print_table(head: list[str], rows: list[list[str]], names: int = 2) -> None:
    """Prints a table whose first columns are names, and the rest numbers."""
    lines = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        cells = [
            cell.ljust(width) if place < names else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths))
        ]
        print_line("   ".join(cells))


def row(series: Series, first: Series) -> list[str]:
    ratios = series.ratios_to(first)
    return [
        series.document,
        series.name,
        f"{median(ratios):.2f}",
        f"{min(ratios):.2f} to {max(ratios):.2f}",
        f"{series.file_bytes / BYTES_PER_MB / series.cpu_seconds:.1f}",
        f"{1000 * series.cpu_seconds:.2f}",
        f"{1000 * series.wall_seconds:.2f}",
        f"{series.peak_bytes / BYTES_PER_MB:.2f}",
        f"{series.peak_bytes / series.file_bytes:.2f}",
    ]

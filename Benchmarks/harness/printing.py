"""Prints the results as tables."""

from __future__ import annotations

from statistics import median

from .measuring import BYTES_PER_MB, Series

HEAD = [
    "document", "program", "CPU ratio", "min to max", "MB/s", "CPU ms",
    "wall ms", "memory MB", "memory / file",
]


def print_title(text: str) -> None:
    print(f"\n{text}\n")


def print_line(text: str) -> None:
    print(f"  {text}", flush=True)


def print_groups(title: str, groups: list[list[Series]]) -> None:
    """Prints groups of series; the CPU ratio is that to a group's first."""
    print_title(title)
    rows = [row(series, group[0]) for group in groups for series in group]
    lines = [HEAD, *rows]
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        names = [
            cell.ljust(width) for cell, width in zip(line[:2], widths[:2])
        ]
        numbers = [
            cell.rjust(width) for cell, width in zip(line[2:], widths[2:])
        ]
        print_line("   ".join(names + numbers))


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

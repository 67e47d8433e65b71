"""The results of the script `spark`, and their tables."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any

from .measuring import BYTES_PER_MB
from .printing import quoted, table

Results = dict[str, Any]


def read(path: Path) -> Results:
    found: Results = json.loads(path.read_text(encoding="utf-8"))
    return found


def tables(path: Path) -> dict[str, str]:
    """The tables of results, by their names in the article."""
    if not path.exists():
        return {}
    found = read(path)
    return {
        name: make(found)
        for name, (key, make) in TABLES.items()
        if key in found
    }


def way_table(found: Results) -> str:
    """The elapsed seconds of each way, and what it takes them for."""
    rows = []
    for way in found["ways"]:
        seconds = median(way["wall_seconds"])
        speed = way["bytes"] / BYTES_PER_MB / seconds
        rows.append([
            way["name"],
            f"{seconds:.2f}",
            f"{speed:.0f}",
            str(way["tasks"] or ""),
            f"{way['records']:,}",
        ])
    head = ["way", "elapsed seconds", "MB/s", "tasks", "records"]
    return f"{measured_line(found)}\n{table(head, rows)}"


def measured_line(found: Results) -> str:
    versions = found["versions"]
    size = found["ways"][0]["bytes"] / BYTES_PER_MB
    return (
        f"Measured on {found['date']}, on"
        f" {found['machine']['processor'].replace('(R)', '')}: a feed of"
        f" {size:.0f} MB, medians of {found['rounds']} rounds.\n"
        f"Spark {versions['Spark']} with {found['master']} and"
        f" {found['memory']} of memory, Java {versions['Java']}, Python"
        f" {versions['Python']}.\n"
    )


def odd_table(found: Results) -> str:
    """What each way delivers of each odd document; wrong results are bold."""
    ways = list(found["odd_documents"][0]["verdicts"])
    rows = []
    for document in found["odd_documents"]:
        cells = [document["title"], quoted(document["expected"])]
        for way in ways:
            verdict = document["verdicts"][way]
            says = quoted(verdict["says"])
            cells.append(says if verdict["is_right"] else f"**{says}**")
        rows.append(cells)
    head = ["document", "right is", *ways]
    return table(head, rows).replace("--:", "---")


# The key of the results that each table shows.
TABLES = {
    "spark": ("ways", way_table),
    "spark_odd": ("odd_documents", odd_table),
}

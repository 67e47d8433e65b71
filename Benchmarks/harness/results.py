"""What each section finds: the runs themselves, as they are written with --json
and --comparison. The figures are made of them where they are printed.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import re
import time
from pathlib import Path
from typing import Any

from .measuring import Run


@dataclasses.dataclass
class DocumentResult:
    """The runs on one document: pair i is baseline[i] and command[i]."""

    name: str
    file_bytes: int
    output_bytes: int
    baseline: list[Run]
    command: list[Run]

    @property
    def ratios(self) -> list[float]:
        return [
            command.cpu_seconds / baseline.cpu_seconds
            for baseline, command in zip(self.baseline, self.command)
        ]


@dataclasses.dataclass
class PythonResult:
    """The runs of xmltodict on one document, and the command's beside them."""

    name: str
    file_bytes: int
    python: list[Run]
    command: list[Run]


@dataclasses.dataclass
class StartUpResult:
    """The runs of one program on a tiny file."""

    program: str
    runs: list[Run]


@dataclasses.dataclass
class RecordsResult:
    """The runs with --records on one document, and on a larger one."""

    document: DocumentResult
    path: str
    large: Run
    large_bytes: int
    library_records: int
    library_early_peak: int
    library_peak: int


@dataclasses.dataclass
class DecodingResult:
    """The runs of one way to decode the items of the feed."""

    way: str
    name: str
    file_bytes: int
    items: int
    runs: list[Run]


@dataclasses.dataclass
class OptionsResult:
    """The runs with one option set on one document, and without it."""

    document: str
    arguments: str
    runs: DocumentResult


@dataclasses.dataclass
class LinearityResult:
    """The runs on an element with `children` children."""

    children: int
    one_name: list[Run]
    many_names: list[Run]
    baseline_one_name: list[Run]
    baseline_many_names: list[Run]


@dataclasses.dataclass
class DepthResult:
    """The runs on very deep nesting."""

    depth: int
    limited: Run
    unlimited: Run
    output_bytes: int
    output_problem: str


@dataclasses.dataclass
class ToolResult:
    """The runs of one tool on one document."""

    tool: str
    document: str
    file_bytes: int
    runs: list[Run] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class ComparisonResults:
    """The runs of all tools in turn, and what they gave."""

    versions: dict[str, str]
    loads: list[float] = dataclasses.field(default_factory=list)
    to_json: list[ToolResult] = dataclasses.field(default_factory=list)
    to_dictionary: list[ToolResult] = dataclasses.field(default_factory=list)
    start_up: list[ToolResult] = dataclasses.field(default_factory=list)
    agreement: list[dict[str, object]] = dataclasses.field(
        default_factory=list
    )
    odd_documents: list[dict[str, Any]] = dataclasses.field(
        default_factory=list
    )


@dataclasses.dataclass
class Results:
    """All that was measured, and what was found to be wrong."""

    machine: dict[str, str]
    documents: list[DocumentResult] = dataclasses.field(default_factory=list)
    records: list[RecordsResult] = dataclasses.field(default_factory=list)
    latencies: list[float] = dataclasses.field(default_factory=list)
    decoding: list[DecodingResult] = dataclasses.field(default_factory=list)
    look_ups: list[str] = dataclasses.field(default_factory=list)
    options: list[OptionsResult] = dataclasses.field(default_factory=list)
    python: list[PythonResult] = dataclasses.field(default_factory=list)
    start_up: list[StartUpResult] = dataclasses.field(default_factory=list)
    linearity: list[LinearityResult] = dataclasses.field(default_factory=list)
    depth: DepthResult | None = None
    comparison: ComparisonResults | None = None
    problems: list[str] = dataclasses.field(default_factory=list)


def write_json(results: Results, path: Path) -> None:
    text = json.dumps(dataclasses.asdict(results), indent=2)
    path.write_text(text + "\n", encoding="utf-8")


def write_comparison(results: Results, options: argparse.Namespace) -> None:
    """Writes the numbers of each run, a tool and a document in a line."""
    found = results.comparison
    if found is None:
        return
    whole = {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "machine": results.machine,
        "versions": found.versions,
        "load": [round(load, 2) for load in found.loads],
        "rounds": options.pairs,
        "to_json": numbers_of(found.to_json),
        "to_dictionary": numbers_of(found.to_dictionary),
        "start_up": numbers_of(found.start_up),
        "agreement": found.agreement,
        "odd_documents": found.odd_documents,
    }
    text = json.dumps(whole, indent=1, ensure_ascii=False)
    # A list of numbers is one line.
    text = re.sub(
        r"\[[\d\s.,]+\]", lambda match: " ".join(match[0].split()), text
    )
    options.comparison.write_text(text + "\n", encoding="utf-8")


def numbers_of(results: list[ToolResult]) -> list[dict[str, object]]:
    return [
        {
            "tool": result.tool,
            "document": result.document,
            "bytes": result.file_bytes,
            "cpu_seconds": [round(run.cpu_seconds, 5) for run in result.runs],
            "wall_seconds": [
                round(run.wall_seconds, 5) for run in result.runs
            ],
            "peak_bytes": [run.peak_bytes for run in result.runs],
        }
        for result in results
    ]

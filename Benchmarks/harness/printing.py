"""The tables, plain or in Markdown: a function for each section."""

from __future__ import annotations

import json
import sys
from statistics import median

from .measuring import (
    BYTES_PER_MB,
    Run,
    median_cpu,
    median_peak,
    median_wall,
)
from .results import (
    ComparisonResults,
    DecodingResult,
    DepthResult,
    DocumentResult,
    PythonResult,
    RecordsResult,
    Results,
    ToolResult,
)
from .settings import DEPTH_ARGUMENTS, START_UP_RUNS


class Printer:
    """Prints titles, lines and tables, as plain text or as Markdown."""

    def __init__(self, markdown: bool) -> None:
        self._markdown = markdown

    def title(self, text: str) -> None:
        print(f"\n### {text}\n" if self._markdown else f"\n{text}\n")

    def line(self, text: str) -> None:
        print(f"- {text}" if self._markdown else f"  {text}", flush=True)

    def table(self, head: list[str], rows: list[list[str]]) -> None:
        """Prints a table: the first column to the left, the rest right."""
        lines = [head, *rows]
        widths = [
            max(len(line[column]) for line in lines)
            for column in range(len(head))
        ]
        self._row(head, widths)
        if self._markdown:
            rest = ["-" * (width - 1) + ":" for width in widths[1:]]
            self._row(["-" * widths[0], *rest], widths)
        for row in rows:
            self._row(row, widths)
        sys.stdout.flush()

    def _row(self, cells: list[str], widths: list[int]) -> None:
        padded = [cells[0].ljust(widths[0])]
        padded += [
            cell.rjust(width) for cell, width in zip(cells[1:], widths[1:])
        ]
        if self._markdown:
            print("| " + " | ".join(padded) + " |")
        else:
            print("  " + "   ".join(padded))


def ratio_cells(ratios: list[float]) -> list[str]:
    """The median, and how far the pairs lie apart."""
    return [
        f"{median(ratios):.2f}",
        f"{min(ratios):.2f} to {max(ratios):.2f}",
    ]


def print_machine(printer: Printer, results: Results) -> None:
    printer.title("Machine")
    for name, value in results.machine.items():
        printer.line(f"{name}: {value}")


def print_documents(printer: Printer, results: Results) -> None:
    printer.title("Documents: CPU time against libexpat alone")
    printer.table(
        [
            "document", "MB", "CPU ratio", "min to max", "xml2dict MB/s",
            "libexpat MB/s", "libexpat CPU s", "memory / file", "memory MB",
            "output / file",
        ],
        [document_row(result) for result in results.documents],
    )


def document_row(result: DocumentResult) -> list[str]:
    megabytes = result.file_bytes / BYTES_PER_MB
    baseline = median_cpu(result.baseline)
    peak = median_peak(result.command)
    return [
        result.name,
        f"{megabytes:.1f}",
        *ratio_cells(result.ratios),
        f"{megabytes / median_cpu(result.command):.0f}",
        f"{megabytes / baseline:.0f}",
        f"{baseline:.3f}",
        f"{peak / result.file_bytes:.2f}",
        f"{peak / BYTES_PER_MB:.1f}",
        f"{result.output_bytes / result.file_bytes:.2f}",
    ]


def print_records(printer: Printer, results: Results) -> None:
    printer.title("Records: --records, CPU time against libexpat alone")
    printer.table(
        [
            "document", "records", "CPU ratio", "min to max", "memory MB",
            "memory MB, large", "library: first 100 MB", "library: all",
        ],
        [records_row(result) for result in results.records],
    )
    printer.line(
        f"A record is seen {1000 * median(results.latencies):.2f} ms after"
        f" its last byte (median of {len(results.latencies)}, at most"
        f" {1000 * max(results.latencies):.2f} ms)."
    )


def records_row(result: RecordsResult) -> list[str]:
    document = result.document
    return [
        f"{document.name} {document.file_bytes / BYTES_PER_MB:.0f} MB",
        result.path,
        *ratio_cells(document.ratios),
        f"{median_peak(document.command) / BYTES_PER_MB:.2f}",
        f"{result.large.peak_bytes / BYTES_PER_MB:.2f}"
        f" ({result.large_bytes / BYTES_PER_MB:.0f} MB)",
        f"{result.library_early_peak / BYTES_PER_MB:.2f} MB",
        f"{result.library_peak / BYTES_PER_MB:.2f} MB",
    ]


def print_decoding(printer: Printer, results: Results) -> None:
    printer.title("Decoding: the feed's items into structs of eight fields")
    first = results.decoding[0]
    printer.table(
        [
            "way", "MB", "MB/s", "items/s", "CPU s", "CPU, records = 1",
            "min to max", "memory MB",
        ],
        [decoding_row(result, first) for result in results.decoding],
    )
    printer.line(
        f"All gave {first.items:,} items with the same checksum of their"
        " fields."
    )
    printer.title("Look-ups: at(PATH) in the feed, in memory as a whole")
    for line in results.look_ups:
        printer.line(line)


def decoding_row(result: DecodingResult, first: DecodingResult) -> list[str]:
    cpu = median_cpu(result.runs)
    ratios = [
        run.cpu_seconds / other.cpu_seconds
        for run, other in zip(result.runs, first.runs)
    ]
    megabytes = result.file_bytes / BYTES_PER_MB
    return [
        result.name,
        f"{megabytes:.1f}",
        f"{megabytes / cpu:.0f}",
        f"{result.items / cpu:,.0f}",
        f"{cpu:.3f}",
        *ratio_cells(ratios),
        f"{median_peak(result.runs) / BYTES_PER_MB:.1f}",
    ]


def print_options(printer: Printer, results: Results) -> None:
    printer.title("Options: CPU time against the default ones")
    printer.table(
        ["options", "document", "CPU ratio", "min to max"],
        [
            [
                result.arguments,
                result.document,
                *ratio_cells(result.runs.ratios),
            ]
            for result in results.options
        ],
    )


def print_python(printer: Printer, results: Results) -> None:
    printer.table(
        [
            "document", "xmltodict CPU s", "xml2dict CPU s", "times faster",
            "xmltodict memory / file", "xml2dict memory / file",
        ],
        [python_row(result) for result in results.python],
    )


def python_row(result: PythonResult) -> list[str]:
    python = median_cpu(result.python)
    command = median_cpu(result.command)
    return [
        result.name,
        f"{python:.2f}",
        f"{command:.3f}",
        f"{python / command:.1f}",
        f"{median_peak(result.python) / result.file_bytes:.2f}",
        f"{median_peak(result.command) / result.file_bytes:.2f}",
    ]


def print_start_up(printer: Printer, results: Results) -> None:
    printer.title(f"Start-up: median of {START_UP_RUNS} runs on a tiny file")
    starts = {result.program: result.runs for result in results.start_up}
    print_starts(printer, "program", starts)


def print_starts(
    printer: Printer, what: str, starts: dict[str, list[Run]]
) -> None:
    printer.table(
        [what, "wall ms", "CPU ms", "memory MB"],
        [
            [
                name,
                f"{1000 * median_wall(runs):.2f}",
                f"{1000 * median_cpu(runs):.2f}",
                f"{median_peak(runs) / BYTES_PER_MB:.1f}",
            ]
            for name, runs in starts.items()
        ],
    )


def print_linearity(printer: Printer, results: Results) -> None:
    printer.title("Linearity: CPU ns for one child (flat is linear)")
    printer.table(
        [
            "children", "xml2dict, one name", "xml2dict, all different",
            "libexpat, one name", "libexpat, all different",
        ],
        [
            [
                f"{result.children:,}",
                *(
                    f"{1e9 * median_cpu(runs) / result.children:.0f}"
                    for runs in (
                        result.one_name,
                        result.many_names,
                        result.baseline_one_name,
                        result.baseline_many_names,
                    )
                ),
            ]
            for result in results.linearity
        ],
    )


def print_depth(printer: Printer, result: DepthResult) -> None:
    printer.title(f"Depth: {result.depth:,} nested elements")
    printer.line(f"with its own limit: {result.limited.ending}")
    printer.line(
        f"with {' '.join(DEPTH_ARGUMENTS)}:"
        f" {result.unlimited.cpu_seconds:.3f} CPU s,"
        f" {result.unlimited.peak_bytes / BYTES_PER_MB:.1f} MB of memory,"
        f" {result.output_bytes:,} bytes of output,"
        f" {result.output_problem or 'as expected'}"
    )


def print_comparison(printer: Printer, found: ComparisonResults) -> None:
    head = ["tool", "document", "MB/s CPU", "MB/s wall", "memory / file"]
    for title, results in (
        ("Comparison: whole process, file to JSON", found.to_json),
        ("Comparison: a dictionary in Python", found.to_dictionary),
    ):
        printer.title(title)
        printer.table(head, [tool_row(result) for result in results])
    printer.title(f"Comparison: median of {START_UP_RUNS} starts")
    starts = {result.tool: result.runs for result in found.start_up}
    print_starts(printer, "tool", starts)
    printer.title("Comparison: results and verdicts that are not right")
    for agreement in found.agreement:
        if not (agreement["same"] and agreement["same_order"]):
            printer.line(json.dumps(agreement))
    for document in found.odd_documents:
        for tool, verdict in document["verdicts"].items():
            if not verdict["is_right"]:
                printer.line(f"{document['title']}: {tool}: {verdict['says']}")


def tool_row(result: ToolResult) -> list[str]:
    megabytes = result.file_bytes / BYTES_PER_MB
    return [
        result.tool,
        result.document,
        f"{megabytes / median_cpu(result.runs):.1f}",
        f"{megabytes / median_wall(result.runs):.1f}",
        f"{median_peak(result.runs) / result.file_bytes:.2f}",
    ]

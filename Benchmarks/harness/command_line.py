"""The flags of `benchmark`."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from .measuring import BENCHMARKS
from .settings import DOCUMENTS, SECTIONS, SECTIONS_BY_HAND


def list_of(allowed: tuple[str, ...]) -> Callable[[str], list[str]]:
    """Reads a list such as `feed,map`."""

    def names(text: str) -> list[str]:
        found = text.split(",")
        for name in found:
            if name not in allowed:
                raise argparse.ArgumentTypeError(
                    f"'{name}' is none of {', '.join(allowed)}"
                )
        return found

    return names


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def joined_arguments(arguments: list[str]) -> list[str]:
    """Turns `--arguments -c` to `--arguments=-c`, which argparse can read."""
    joined: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        value = next(rest, None) if argument == "--arguments" else None
        joined.append(argument if value is None else f"{argument}={value}")
    return joined


def read_options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Measures xml2dict against libexpat and xmltodict."
    )
    add = parser.add_argument
    add("--size", type=positive, default=100, metavar="MB",
        help="size of each document (default 100)")
    add("--pairs", type=positive, default=5, metavar="N",
        help="pairs of runs for each document (default 5)")
    add("--documents", type=list_of(DOCUMENTS), default=list(DOCUMENTS),
        metavar="LIST", help=f"some of {','.join(DOCUMENTS)}")
    by_hand = ", ".join(SECTIONS_BY_HAND)
    add("--sections", type=list_of(SECTIONS),
        default=[name for name in SECTIONS if name not in SECTIONS_BY_HAND],
        metavar="LIST",
        help=f"some of {','.join(SECTIONS)} (default all but {by_hand})")
    add("--command", type=Path, metavar="PATH",
        help="the program to measure (default: the release xml2dict)")
    add("--arguments", type=shlex.split, default=["-c"], metavar="TEXT",
        help="arguments for it, put before the file (default -c)")
    add("--no-build", action="store_true",
        help="do not build xml2dict first")
    add("--skip-python", action="store_true", help="do not run xmltodict")
    add("--python", default=sys.executable, metavar="PATH",
        help="the Python for the tools in Python (default: the one that runs"
        " this; one from a distribution is often built to be faster)")
    add("--python-runs", type=positive, default=1, metavar="N",
        help="runs of xmltodict for each document (default 1)")
    add("--static", action="store_true",
        help="measure the start-up of a static build too")
    add("--json", type=Path, metavar="FILE", help="write the raw results")
    add("--comparison", type=Path, metavar="FILE",
        help="write what the section comparison found, for ./draw")
    add("--markdown", action="store_true", help="print tables as Markdown")
    add("--work-folder", type=Path, metavar="PATH",
        default=BENCHMARKS / ".build" / "benchmark-documents",
        help="where documents and the virtual environment are kept")
    options = parser.parse_args(joined_arguments(arguments))
    options.work_folder = options.work_folder.absolute()
    if options.skip_python and "python" in options.sections:
        options.sections.remove("python")
    return options

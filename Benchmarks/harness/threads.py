"""The section `threads`: one thread against two, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from .measuring import BYTES_PER_MB, Run, Series
from .printing import print_line, print_table, print_title

ONE_THREAD = "xml2dict, 1 thread"
TWO_THREADS = "xml2dict, 2 threads"
# The numbers of cores for which the times are computed, and not measured.
COMPUTED_CORES = (4, 8, 16, 64)

HEAD = [
    "document", "program", "wall ms", "ratio", "CPU ms", "ratio", "memory MB",
    "ratio",
]


def serial_share(one: Sequence[float], two: Sequence[float]) -> float:
    """The share of the work that only one thread does at a time.

    It is that of Amdahl's law, from the elapsed seconds of each round with one
    thread and with two. Noise can move it out of the range from 0 to 1.
    """
    ratio = median(b / a for a, b in zip(one, two, strict=True))
    return min(1.0, max(0.0, 2 * ratio - 1))


def speed_up(share: float, cores: int) -> float:
    """How many times as fast the work is with a number of cores."""
    return 1 / (share + (1 - share) / cores)


def print_ratios(title: str, groups: list[list[Series]]) -> None:
    """Prints groups of series, with the ratios to the first of a group."""
    print_title(title)
    rows = [row(series, group[0]) for group in groups for series in group]
    print_table(HEAD, rows)


def row(series: Series, first: Series) -> list[str]:
    def ratio(what: str) -> str:
        return f"{median(ratios(series.runs, first.runs, what)):.2f}"

    return [
        series.document,
        series.name,
        f"{1000 * series.wall_seconds:.2f}",
        ratio("wall_seconds"),
        f"{1000 * series.cpu_seconds:.2f}",
        ratio("cpu_seconds"),
        f"{series.peak_bytes / BYTES_PER_MB:.2f}",
        ratio("peak_bytes"),
    ]


def ratios(mine: list[Run], theirs: list[Run], what: str) -> list[float]:
    """The ratios of a figure within each round."""
    pairs = zip(mine, theirs, strict=True)
    return [getattr(a, what) / getattr(b, what) for a, b in pairs]


def print_computed(title: str, groups: list[list[Series]]) -> None:
    """Prints what more cores would give, if nothing else limits them."""
    print_title(title)
    rows = []
    for one, two, *_ in groups:
        walls = [[run.wall_seconds for run in way.runs] for way in (one, two)]
        share = serial_share(*walls)
        ups = [f"{speed_up(share, cores):.2f}" for cores in COMPUTED_CORES]
        rows.append([one.document, f"{share:.3f}", *ups])
    cores = [f"{cores} cores" for cores in COMPUTED_CORES]
    print_table(["document", "serial share", *cores], rows, names=1)
    print_line(
        "Computed, and not measured: times as fast as one thread, by Amdahl's"
        " law."
    )

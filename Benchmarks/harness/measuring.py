"""Runs processes and measures them."""

from __future__ import annotations

import dataclasses
import functools
import os
import shlex
import subprocess
from pathlib import Path
from statistics import median
from typing import IO

from .building import BenchmarkError, build_program, tell

BYTES_PER_MB = 1_000_000


@dataclasses.dataclass(frozen=True)
class Run:
    """The resources of one run, and its end; a status below 0 is a signal."""

    wall_seconds: float
    cpu_seconds: float
    peak_bytes: int
    exit_status: int
    errors: str


@dataclasses.dataclass
class Series:
    """The runs of one command, which gets a file as its last argument."""

    name: str
    document: str
    path: Path
    command: list[str]
    runs: list[Run] = dataclasses.field(default_factory=list)

    @property
    def file_bytes(self) -> int:
        return self.path.stat().st_size

    @property
    def cpu_seconds(self) -> float:
        return median(run.cpu_seconds for run in self.runs)

    @property
    def wall_seconds(self) -> float:
        return median(run.wall_seconds for run in self.runs)

    @property
    def peak_bytes(self) -> float:
        return median(run.peak_bytes for run in self.runs)

    def ratios_to(self, other: Series) -> list[float]:
        """The ratios of the CPU times within each round."""
        pairs = zip(self.runs, other.runs, strict=True)
        return [mine.cpu_seconds / theirs.cpu_seconds for mine, theirs in pairs]

    def run(self) -> Run:
        return run_well([*self.command, str(self.path)])


def run_in_turn(group: list[Series], rounds: int) -> None:
    """Runs all once uncounted, and then one after the other in each round."""
    for series in group:
        tell(f"{series.document}: {series.name}")
        series.run()
    tell(f"{group[0].document}: {rounds} rounds")
    for _ in range(rounds):
        for series in group:
            series.runs.append(series.run())


@functools.cache
def measure_child() -> str:
    return str(build_program("measure-child.c"))


def run(
    command: list[str],
    output: Path | None = None,
    source: IO[bytes] | int | None = subprocess.DEVNULL,
) -> Run:
    """Runs a command, whether it succeeds or not.

    Its output goes to the file `output`, or else to /dev/null.
    """
    with open(output or os.devnull, "wb") as destination:
        launcher = subprocess.run(
            [measure_child(), *command],
            stdin=source,
            stdout=destination,
            stderr=subprocess.PIPE,
        )
    text = launcher.stderr.decode(errors="replace")
    errors, _, report = text.rpartition("\n")
    if launcher.returncode != 0:
        raise BenchmarkError(f"cannot measure {shlex.join(command)}: {errors}")
    wall, cpu, peak, status = map(int, report.split())
    return Run(wall / 1e9, cpu / 1e6, peak, status, errors.strip())


def run_well(
    command: list[str],
    output: Path | None = None,
    source: IO[bytes] | int | None = subprocess.DEVNULL,
) -> Run:
    """Runs a command, and stops the benchmark unless it succeeds."""
    done = run(command, output, source)
    if done.exit_status != 0:
        raise BenchmarkError(
            f"{shlex.join(command)}: status {done.exit_status}: {done.errors}"
        )
    if done.cpu_seconds <= 0:
        raise BenchmarkError(f"{shlex.join(command)}: took no time")
    return done

"""How a process is run and measured, and what is said meanwhile."""

from __future__ import annotations

import dataclasses
import os
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import IO

BENCHMARKS = Path(__file__).resolve().parent.parent
PROJECT = BENCHMARKS.parent
BYTES_PER_MB = 1_000_000


class BenchmarkError(Exception):
    """Says why the benchmark cannot go on."""


class MissingToolError(BenchmarkError):
    """Says what is not installed, or cannot be."""


@dataclasses.dataclass(frozen=True)
class Run:
    """What one run of a process used, and how it ended."""

    wall_seconds: float
    cpu_seconds: float
    peak_bytes: int
    exit_status: int
    signal_number: int
    errors: str

    @property
    def succeeded(self) -> bool:
        return self.exit_status == 0 and self.signal_number == 0

    @property
    def ending(self) -> str:
        """How the run ended, in words, with the first line of its errors."""
        lines = self.errors.strip().splitlines()
        message = f": {lines[0][:300]}" if lines else " without a message"
        if self.signal_number:
            name = signal.Signals(self.signal_number).name
            return f"ended by signal {name}{message}"
        return f"exit status {self.exit_status}{message}"


class Measurer:
    """Starts processes by way of `measure-child`."""

    def __init__(self, measure_child: Path) -> None:
        self._measure_child = measure_child

    def run(
        self,
        command: list[str],
        output: Path | None = None,
        input_file: IO[bytes] | int = subprocess.DEVNULL,
    ) -> Run:
        """Runs `command`, whether it succeeds or not.

        Its output goes to the file `output`, or else to /dev/null.
        """
        with (
            tempfile.TemporaryFile() as report,
            tempfile.TemporaryFile() as errors,
            open(output or os.devnull, "wb") as destination,
        ):
            descriptor = report.fileno()
            launcher = subprocess.run(
                [str(self._measure_child), str(descriptor), *command],
                stdin=input_file,
                stdout=destination,
                stderr=errors,
                pass_fds=(descriptor,),
            )
            report.seek(0)
            errors.seek(0)
            numbers = report.read().split()
            message = errors.read().decode(errors="replace")
        if launcher.returncode != 0 or len(numbers) != 6:
            raise BenchmarkError(
                f"cannot measure {shlex.join(command)}: {message.strip()}"
            )
        wall, user, system, peak, status, signal_number = map(int, numbers)
        return Run(
            wall / 1e9,
            (user + system) / 1e6,
            peak,
            status,
            signal_number,
            message,
        )

    def run_well(self, command: list[str], output: Path | None = None) -> Run:
        """Runs `command`, and stops the benchmark unless it succeeds."""
        run = self.run(command, output)
        if not run.succeeded:
            raise BenchmarkError(f"{shlex.join(command)}: {run.ending}")
        if run.cpu_seconds <= 0:
            raise BenchmarkError(
                f"{shlex.join(command)}: took no time; use a larger --size"
            )
        return run


def median_cpu(runs: list[Run]) -> float:
    return median(run.cpu_seconds for run in runs)


def median_wall(runs: list[Run]) -> float:
    return median(run.wall_seconds for run in runs)


def median_peak(runs: list[Run]) -> float:
    return median(run.peak_bytes for run in runs)


def text_of(command: list[str], folder: Path = PROJECT) -> str:
    """The output of a command that is not measured, or '' if it fails."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def tell(text: str) -> None:
    """Shows how far the benchmark is, apart from the results."""
    print(text, file=sys.stderr, flush=True)

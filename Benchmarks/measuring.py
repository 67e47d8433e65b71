"""Builds programs, makes documents, runs commands and measures them, for `benchmark` and `draw`."""

from __future__ import annotations

import dataclasses
import functools
import os
import platform
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import IO

BENCHMARKS = Path(__file__).resolve().parent
PROJECT = BENCHMARKS.parent
RELEASE = BENCHMARKS / ".build" / "release"
GENERATOR = RELEASE / "generate-documents"
WORK_FOLDER = BENCHMARKS / ".build" / "benchmark-documents"
COMPILERS = {".c": ["cc", "-std=gnu11"], ".cpp": ["c++", "-std=c++17"]}
BYTES_PER_MB = 1_000_000

# The names of the tools in the results.
BASELINE = "libexpat alone"
XML2DICT = "xml2dict"
ONE_THREAD = "xml2dict, 1 thread"
TWO_THREADS = "xml2dict, 2 threads"
XML2DICT_XMLTODICT = "xml2dict --convention xmltodict"
XML2DICT_TO_XML = "xml2dict -x --convention xmltodict"
PUGIXML = "pugixml"
QUICK_XMLTODICT = "quick-xmltodict"
XMLTODICT = "xmltodict"
XQ = "xq"
UNPARSE = "json.load and xmltodict.unparse"


class BenchmarkError(Exception):
    """The reason why the benchmark cannot continue."""


class MissingToolError(BenchmarkError):
    """The name of a tool that is not installed."""


def tell(text: str) -> None:
    """Shows the progress of the benchmark, apart from the results."""
    print(text, file=sys.stderr, flush=True)


# Building


def run_step(command: list[str], folder: Path = PROJECT) -> str:
    """Runs a command, and returns its output; if it fails, the error contains the output."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    except OSError as error:
        raise BenchmarkError(f"cannot run {command[0]}: {error}") from error
    if done.returncode != 0:
        raise BenchmarkError(f"{shlex.join(command)} failed: {done.stdout}{done.stderr}".strip())
    return done.stdout.strip()


def text_of(command: list[str]) -> str:
    """The output of a command, or '' if it fails."""
    try:
        return run_step(command)
    except BenchmarkError:
        return ""


def build(folder: Path, *arguments: str) -> None:
    tell(f"swift build {shlex.join(arguments)} in {folder.name}")
    run_step(["swift", "build", "-c", "release", *arguments], folder)


@functools.cache
def build_program(source: str, *libraries: str) -> str:
    """Compiles a C or C++ program as its users would."""
    path = BENCHMARKS / "Programs" / source
    binary = BENCHMARKS / ".build" / "programs" / path.stem
    binary.parent.mkdir(parents=True, exist_ok=True)
    options = ["-O2", "-Wall", "-Werror", "-o", str(binary)]
    run_step([*COMPILERS[path.suffix], *options, str(path), *libraries])
    return str(binary)


def python_with(interpreter: str, packages: tuple[str, ...]) -> Path:
    """A Python with packages from PyPI, in a virtual environment that stays for the next run."""
    folder = WORK_FOLDER / f"venv-{packages[0].partition('==')[0]}"
    python, complete = folder / "bin" / "python", folder / "complete.txt"
    wanted = f"{text_of([interpreter, '-VV'])} {packages}"
    if not complete.exists() or complete.read_text(encoding="utf-8") != wanted:
        tell(f"installing {' '.join(packages)}")
        try:
            run_step([interpreter, "-m", "venv", "--clear", str(folder)])
            run_step([str(python), "-m", "pip", "install", "--quiet", *packages])
        except BenchmarkError as error:
            raise MissingToolError(str(error).splitlines()[-1]) from error
        complete.write_text(wanted, encoding="utf-8")
    return python


def describe_machine(libexpat: str) -> dict[str, str]:
    commit = text_of(["git", "rev-parse", "--short", "HEAD"]) or "none"
    if text_of(["git", "status", "--porcelain"]):
        commit += " with uncommitted changes"
    models = re.findall(r"^model name\s*: (.*)", text_of(["cat", "/proc/cpuinfo"]), re.MULTILINE)
    model = models[0] if models else text_of(["sysctl", "-n", "machdep.cpu.brand_string"]) or platform.machine()
    return {
        "processor": f"{model}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "Swift": text_of(["swift", "--version"]).partition("\n")[0],
        "libexpat": libexpat,
        "Python": platform.python_version(),
        "commit": commit,
    }


# Documents


def document(name: str, megabytes: int) -> Path:
    """A document, which stays for later runs until the generator changes."""
    path = WORK_FOLDER / f"{name}-{megabytes}.xml"
    if name == "tiny":
        path.write_bytes(b"<tiny>1</tiny>\n")
    elif not path.exists() or path.stat().st_mtime < GENERATOR.stat().st_mtime:
        tell(f"generating {path.name}")
        # A run that is stopped must not leave half a document behind.
        unfinished = path.with_suffix(".unfinished")
        with open(unfinished, "wb") as file:
            subprocess.run([GENERATOR, name, str(megabytes)], stdout=file, check=True)
        unfinished.rename(path)
    return path


# Measuring


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

    def values(self, what: str) -> list[float]:
        """The `wall_seconds`, `cpu_seconds` or `peak_bytes` of all runs."""
        return [getattr(run, what) for run in self.runs]

    def run(self) -> Run:
        return run_well([*self.command, str(self.path)])

    @property
    def numbers(self) -> dict[str, object]:
        """The results as JSON."""
        seconds = {what: [round(value, 5) for value in self.values(what)] for what in ("cpu_seconds", "wall_seconds")}
        return {"tool": self.name, "document": self.document, "bytes": self.file_bytes, **seconds, "peak_bytes": self.values("peak_bytes")}


def run_in_turn(group: list[Series], rounds: int) -> None:
    """Runs all once uncounted, and then one after the other in each round."""
    for series in group:
        tell(f"{series.document}: {series.name}")
        series.run()
    tell(f"{group[0].document}: {rounds} rounds")
    for _ in range(rounds):
        for series in group:
            series.runs.append(series.run())


def run(command: list[str], output: Path | None = None, source: IO[bytes] | int | None = subprocess.DEVNULL) -> Run:
    """Runs a command, whether it succeeds or not. Its output goes to the file `output`, or else to /dev/null."""
    with open(output or os.devnull, "wb") as destination:
        measured = [build_program("measure-child.c"), *command]
        launcher = subprocess.run(measured, stdin=source, stdout=destination, stderr=subprocess.PIPE)
    errors, _, report = launcher.stderr.decode(errors="replace").rpartition("\n")
    if launcher.returncode != 0:
        raise BenchmarkError(f"cannot measure {shlex.join(command)}: {errors}")
    wall, cpu, peak, status = map(int, report.split())
    return Run(wall / 1e9, cpu / 1e6, peak, status, errors.strip())


def run_well(command: list[str], output: Path | None = None, source: IO[bytes] | int | None = subprocess.DEVNULL) -> Run:
    """Runs a command, and stops the benchmark unless it succeeds."""
    done = run(command, output, source)
    if done.exit_status != 0 or done.cpu_seconds <= 0:
        raise BenchmarkError(f"{shlex.join(command)}: status {done.exit_status}, {done.cpu_seconds} s: {done.errors}")
    return done


# Figures


def ratio(mine: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the ratios within each round."""
    return median(a / b for a, b in zip(mine, theirs, strict=True))


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown: the first column to the left, the rest right."""
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)

"""Builds programs in Swift, C and C++, and Pythons with packages."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent.parent
PROJECT = BENCHMARKS.parent
BINARIES = BENCHMARKS / ".build" / "programs"
WORK_FOLDER = BENCHMARKS / ".build" / "benchmark-documents"
COMPILERS = {".c": ["cc", "-std=gnu11"], ".cpp": ["c++", "-std=c++17"]}


class BenchmarkError(Exception):
    """Says why the benchmark cannot go on."""


class MissingToolError(BenchmarkError):
    """Names a tool that is not installed."""


def tell(text: str) -> None:
    """Shows the progress of the benchmark, apart from the results."""
    print(text, file=sys.stderr, flush=True)


def run_step(command: list[str], folder: Path = PROJECT) -> str:
    """Runs a command, and returns its output; if it fails, an error has the
    output."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True
        )
    except OSError as error:
        raise BenchmarkError(f"cannot run {command[0]}: {error}") from error
    if done.returncode != 0:
        output = f"{done.stdout}{done.stderr}".strip()
        raise BenchmarkError(f"{shlex.join(command)} failed: {output}")
    return done.stdout.strip()


def text_of(command: list[str]) -> str:
    """The output of a command, or '' if it fails."""
    try:
        return run_step(command)
    except BenchmarkError:
        return ""


def build(arguments: list[str], folder: Path) -> None:
    """Runs `swift build` in a folder."""
    tell(f"swift build {shlex.join(arguments)} in {folder.name}")
    run_step(["swift", "build", "-c", "release", *arguments], folder)


def build_program(source: str, *libraries: str) -> Path:
    """Compiles a C or C++ program as its users would."""
    BINARIES.mkdir(parents=True, exist_ok=True)
    path = BENCHMARKS / "Programs" / source
    binary = BINARIES / path.stem
    options = ["-O2", "-Wall", "-Wextra", "-Werror", "-o", str(binary)]
    run_step([*COMPILERS[path.suffix], *options, str(path), *libraries])
    return binary


def build_static() -> Path:
    """Builds xml2dict with all libraries inside."""
    folder = WORK_FOLDER / "static-build"
    build(
        [
            "--product", "xml2dict", "-Xswiftc", "-static-executable",
            "--scratch-path", str(folder),
        ],
        PROJECT,
    )
    return folder / "release" / "xml2dict"


def python_with(interpreter: str, packages: tuple[str, ...]) -> Path:
    """A Python with packages from PyPI, such as `yq==4.4.5`, in a virtual
    environment that stays for the next run."""
    folder = WORK_FOLDER / "venv"
    python = folder / "bin" / "python"
    complete = folder / "complete.txt"
    wanted = f"{text_of([interpreter, '-VV'])} {packages}"
    if complete.exists() and complete.read_text(encoding="utf-8") == wanted:
        return python
    tell(f"installing {' '.join(packages)}")
    try:
        run_step([interpreter, "-m", "venv", "--clear", str(folder)])
        run_step([str(python), "-m", "pip", "install", "--quiet", *packages])
    except BenchmarkError as error:
        raise MissingToolError(str(error).splitlines()[-1]) from error
    complete.write_text(wanted, encoding="utf-8")
    return python

"""Builds programs in Swift, C and C++, and makes Pythons with packages."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

from .measuring import (
    BENCHMARKS,
    PROJECT,
    BenchmarkError,
    MissingToolError,
    tell,
    text_of,
)

BINARIES = BENCHMARKS / ".build" / "programs"
COMPILERS = {".c": ["cc", "-std=gnu11"], ".cpp": ["c++", "-std=c++17"]}
# Fails where the environment is of another Python, or lacks a package.
HAS_PACKAGES_PROGRAM = """\
import importlib.metadata, subprocess, sys
program = "import sys; print(sys.base_prefix, sys.version)"
command = [sys.argv[1], "-c", program]
other = subprocess.run(command, capture_output=True, text=True).stdout.strip()
if f"{sys.base_prefix} {sys.version}" != other:
    sys.exit("this is another Python")
for package in sys.argv[2:]:
    name, _, version = package.partition("==")
    if importlib.metadata.version(name) != version:
        sys.exit(f"another version of {name}")
"""


def build(arguments: list[str], folder: Path) -> None:
    """Runs `swift build` in a folder."""
    run_builder(["swift", "build", "-c", "release", *arguments], folder)


def build_program(source: str, *libraries: str) -> Path:
    """Compiles a C or C++ program as its users would."""
    BINARIES.mkdir(parents=True, exist_ok=True)
    path = BENCHMARKS / "Programs" / source
    binary = BINARIES / path.stem
    compiler = COMPILERS[path.suffix]
    options = ["-O2", "-Wall", "-Wextra", "-Werror", "-o", str(binary)]
    command = [*compiler, *options, str(path), *libraries]
    run_builder(command, BENCHMARKS)
    return binary


def build_static(scratch_folder: Path) -> Path:
    """Builds xml2dict with all it needs inside, and returns its place."""
    build(
        [
            "--product", "xml2dict", "-Xswiftc", "-static-executable",
            "--scratch-path", str(scratch_folder),
        ],
        PROJECT,
    )
    return scratch_folder / "release" / "xml2dict"


def run_builder(command: list[str], folder: Path) -> None:
    """Runs a build, and shows what it says only when it fails."""
    tell(f"{shlex.join(command)} in {folder.name}")
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    except OSError as error:
        raise BenchmarkError(f"cannot run {command[0]}: {error}") from error
    if done.returncode != 0:
        tell(done.stdout)
        raise BenchmarkError(f"{shlex.join(command[:4])}: {error_line(done)}")


def error_line(done: subprocess.CompletedProcess[str]) -> str:
    """The line that says best why a command failed."""
    lines = f"{done.stdout}\n{done.stderr or ''}".strip().splitlines()
    errors = [line for line in lines if "error" in line.lower()]
    return (errors or lines or [f"exit status {done.returncode}"])[-1].strip()


def python_with(interpreter: str, folder: Path, *packages: str) -> Path:
    """A Python that has packages of PyPI, such as `yq==4.4.5`, in a virtual
    environment."""
    python = folder / "bin" / "python"
    check = [str(python), "-c", HAS_PACKAGES_PROGRAM, interpreter, *packages]
    if python.exists() and subprocess.run(
        check, stderr=subprocess.DEVNULL
    ).returncode == 0:
        return python
    for command in (
        [interpreter, "-m", "venv", "--clear", str(folder)],
        [str(python), "-m", "pip", "install", "--quiet", *packages],
        check,
    ):
        tell(shlex.join(command[1:]))
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise MissingToolError(
                f"{shlex.join(command[1:3])}: {error_line(done)}"
            )
    return python


def python_version(python: Path) -> str:
    program = "import platform; print(platform.python_version())"
    return text_of([str(python), "-c", program])

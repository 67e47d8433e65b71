"""Builds the copy with the mistakes, and runs the tests with one of them."""

from __future__ import annotations

import hashlib
import os
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

from mutation.mistakes import MODULES, Mistake
from project import ROOT

COPIED = [
    "Package.swift", "Sources", "Stress", "Tests", "Examples", "Scripts", "Documentation", "Completions", "README.md",
    "SECURITY.md",
]
# The switch, in each module.
SWITCH = """\
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The number of the mistake that is switched on.
private let activeMutant = getenv("XML2DICT_MUTANT").map { atoi($0) } ?? 0

/// Whether a mistake is switched on.
@inline(never) func isMutant(_ number: Int32) -> Bool { activeMutant == number }
"""
# A line with which the tests report an error.
ERROR = re.compile(rb"^(?:(?:\x1b\[\d+m)?\xe2\x9c\x98|error: |.*: error: -\[).*", re.MULTILINE)


def digest() -> str:
    """A hash of all sources and tests."""
    content = hashlib.sha256()
    for path in sorted(each for name in ("Sources", "Stress", "Tests") for each in (ROOT / name).rglob("*") if each.is_file()):
        if ".build" not in path.parts:
            content.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return content.hexdigest()[:12]


def write_copy(tree: Path, mistakes: list[Mistake]) -> None:
    """Copies the project, and writes the mistakes into the copy."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            # The copy of an earlier session may have files that the project no longer has.
            shutil.rmtree(tree / name, ignore_errors=True)
            shutil.copytree(ROOT / name, tree / name, symlinks=True, ignore=shutil.ignore_patterns(".build"))
        else:
            shutil.copy2(ROOT / name, tree / name)
    for module in MODULES:
        (tree / "Sources" / module / "Mutants.swift").write_text(SWITCH)
    for number, mistake in enumerate(mistakes, 1):
        file = tree / mistake.file
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        lines[mistake.line - 1] = mistake.switched(number) + "\n"
        file.write_text("".join(lines), encoding="utf-8")


def build(tree: Path, mistakes: list[Mistake]) -> set[tuple[str, int]]:
    """Builds the copy with mistakes. Returns the file and the line of each mistake that does not compile."""
    write_copy(tree, mistakes)
    done = subprocess.run(["swift", "build", "--build-tests"], cwd=tree, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return set()
    # The compiler may report another line of the function: the mistake is the last one above it, or the first below.
    failed = set()
    for match in re.finditer(r"/(Sources/[^:\s]+):(\d+):\d+: error:", done.stdout):
        reported = int(match[2])
        lines = [each.line for each in mistakes if each.file == match[1]]
        if lines:
            failed.add((match[1], min(lines, key=lambda line: (line > reported, abs(line - reported)))))
    if not failed:
        sys.exit(done.stdout[-4000:] + "\nmutate: the copy does not build, and not because of a mistake")
    return failed


def first_error(tree: Path, number: int, seconds: float | None) -> str | None:
    """Runs the tests with a mistake, and ends them at their first error. Returns that line, or `None` if they pass."""
    environment = {**os.environ, "XML2DICT_MUTANT": str(number), "SWIFT_BACKTRACE": "enable=no"}
    # With a seed, random tests take the same samples every day.
    environment |= {"XML2DICT_CORPORA": os.devnull, "XML2DICT_SEED": "1"}
    environment.pop("XML2DICT_COMMAND", None)
    process = subprocess.Popen(
        ["swift", "test", "--skip-build"], cwd=tree, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    end = time.monotonic() + seconds if seconds else None
    output, rest = process.stdout.fileno(), b""
    try:
        while end is None or time.monotonic() < end:
            if not select.select([output], [], [], 1)[0]:
                continue
            chunk = os.read(output, 1 << 16)
            if not chunk:
                return None if process.wait() == 0 else f"they end with status {process.returncode}"
            rest = rest[rest.rfind(b"\n") + 1 :] + chunk
            if line := ERROR.search(rest):
                return line[0].decode(errors="replace")
        return "they do not end"
    finally:
        # swift test gives the program of the tests a process group of its own, in its session.
        subprocess.run(["pkill", "-KILL", "-s", str(process.pid)], check=False)
        process.wait()

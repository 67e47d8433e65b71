"""The shell examples of README.md and of the articles."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from docs_checks.markdown import ARTICLES, README, TABLES, Block, blocks_in, copy_examples, write_files
from project import ROOT, outcome

# The maximum number of words of README.md and of Tables.md.
MOST_WORDS = 1280
# Examples/python-with installs DuckDB there.
DUCKDB = ROOT / ".build/examples/duckdb/bin"
ASSIGNMENT = re.compile(r"[a-z_]+='[^']*'")


def steps_of(block: Block) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with its expected output."""
    for step in re.split(r"^\$ ", block.code, flags=re.MULTILINE)[1:]:
        lines = step.split("\n")
        end = next((index for index, line in enumerate(lines) if not line.endswith("\\")), 0) + 1
        yield "\n".join(lines[:end]), "\n".join(lines[end:]).rstrip("\n")


def check_commands_of(document: Path, folder: Path, environment: dict[str, str]) -> int:
    """Runs the examples of a document in a folder. Returns the number of errors."""
    errors = passed = 0
    blocks = blocks_in(document)
    write_files(blocks, folder)
    for block in (block for block in blocks if block.kind in ("console", "sh")):
        fails = block.mark == "if" and outcome(["bash", "-c", block.note], folder, environment)[0] != 0
        if fails or block.mark == "not run":
            print(f"{block.position}: not run: {'this fails here: ' if fails else ''}{block.note}")
            continue
        variables = ""
        for command, expected in steps_of(block) if block.kind == "console" else [(block.code, None)]:
            # Later commands of the block see the variables of earlier ones.
            if ASSIGNMENT.fullmatch(command):
                variables += command + "\n"
            script = variables + command if expected is not None else "set -euo pipefail\n" + command
            status, printed = outcome(["bash", "-c", script], folder, environment)
            if printed.rstrip("\n") == expected or (expected is None and status == 0):
                passed += 1
                continue
            errors += 1
            print(f"{block.position}: $ {command}\nexpected:\n{expected or 'status 0'}\nstatus {status}, printed:\n{printed}")
    print(f"{document.name}: {passed} examples as written, {errors} not")
    return errors


def is_short(document: Path) -> bool:
    """Whether a document has at most `MOST_WORDS`. Prints the number if it has more."""
    words = len(re.findall(r"\S*\w\S*", document.read_text(encoding="utf-8")))
    if words > MOST_WORDS:
        print(f"{document.name}: {words} words, more than {MOST_WORDS}")
    return words <= MOST_WORDS


def check_commands(command: Path) -> int:
    """Runs the examples of README.md and of the articles. Returns the number of errors."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "xml2dict").symlink_to(command)
        environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
        errors = check_commands_of(README, ROOT, environment) + [is_short(README), is_short(TABLES)].count(False)
        environment["PATH"] = f"{folder}:{DUCKDB}:{os.environ['PATH']}"
        for article in ARTICLES:
            if any(block.kind in ("console", "sh") for block in blocks_in(article)):
                files = Path(folder) / article.stem
                files.mkdir()
                (files / "Examples").symlink_to(ROOT / "Examples")
                copy_examples(files)
                errors += check_commands_of(article, files, environment)
        return errors

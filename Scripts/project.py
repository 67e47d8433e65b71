"""Paths and functions that several scripts share."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def outcome(command: list[object], folder: Path = ROOT, environment: dict[str, str] | None = None) -> tuple[int, str]:
    """Runs a command in a folder. Returns its status and its output, which includes messages."""
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False,
    )
    return done.returncode, done.stdout


def run(command: list[object]) -> str:
    """Runs a command and returns its output. If the command fails, prints the output and ends the script."""
    status, printed = outcome(command)
    if status != 0:
        sys.exit(f"{printed}\n{command[0]} failed with status {status}")
    return printed


def release_command() -> Path:
    """The xml2dict to test: the one that XML2DICT_COMMAND names, or a release build."""
    done = subprocess.run([ROOT / "Scripts/release-command"], stdout=subprocess.PIPE, text=True, check=True)
    return Path(done.stdout.strip())


def count_code_lines(text: str) -> int:
    """Counts the lines of Swift that have more than white space and a comment."""
    return len(re.findall(r"^\s*(?!//|\s|$).*$", text, re.MULTILINE))


def line_number(text: str, offset: int) -> int:
    """The number of the line at an offset, from 1."""
    return text.count("\n", 0, offset) + 1

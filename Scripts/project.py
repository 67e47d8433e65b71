"""Paths and functions that several scripts share."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


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

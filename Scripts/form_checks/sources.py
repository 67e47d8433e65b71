"""The text of files, and the parts of Swift that the checks look at."""

from __future__ import annotations

import re

from project import ROOT


def texts(*patterns: str) -> dict[str, str]:
    """The files that match, by their paths, without those of a build."""
    paths = sorted({path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()})
    names = {str(path.relative_to(ROOT)): path for path in paths}
    return {name: path.read_text(encoding="utf-8") for name, path in names.items() if ".build/" not in name}


def without_long_strings(text: str) -> str:
    """Swift with its multiline string literals emptied."""
    return re.sub(r'""".*?"""', '""', text, flags=re.DOTALL)


def code_of(text: str) -> str:
    """Swift without comments, and with its string literals emptied."""
    text = re.sub(r"//.*", "", without_long_strings(text))
    return re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text)


def functions_in(code: str) -> list[tuple[str, str]]:
    """The names and the text of the functions of a file."""
    pattern = re.compile(r"^( *)(?:[@\w()]+ )*(?:func (\w+)|(init)\b)[^\n]*\n(?:.*?\n)?\1}", re.MULTILINE | re.DOTALL)
    return [(found[2] or found[3], found[0]) for found in pattern.finditer(code)]

"""The code lines and the branches of Sources."""

from __future__ import annotations

import re
import subprocess

from form_checks.sources import code_of, functions_in, texts
from project import ROOT, count_code_lines

# The rooms of Sources: modules, and folders of the core.
ROOMS = [
    *["XML2Dict/Options", "XML2Dict/Mapping", "XML2Dict/Input", "XML2Dict/Parser", "XML2Dict/Building", "XML2Dict/Parts"],
    *["XML2Dict/Value", "XML2Dict/JSON", "XML2Dict/Decoding", "XML2Dict/Reading", "XML2Dict/Support"],
    *["XML2DictWriting", "XML2DictShape", "XML2DictEditing", "XML2DictFoundation", "CommandLineTool"],
]
BRANCH = re.compile(r"\b(?:if|guard|while|for|catch)\b|^\s*case\b[^=\n]*:|\s\?\s|&&|\|\|", re.MULTILINE)


def sources_of_main() -> dict[str, str]:
    """The Swift files of Sources in the last commit on main. Empty in a clone without that branch."""
    names = subprocess.run(
        ["git", "ls-tree", "-r", "--name-only", "main", "Sources"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    names = [name for name in names if name.endswith(".swift")]
    batch = "".join(f"main:{name}\n" for name in names).encode()
    found = subprocess.run(["git", "cat-file", "--batch"], cwd=ROOT, input=batch, capture_output=True, check=False).stdout
    files: dict[str, str] = {}
    for name in names:
        header, _, found = found.partition(b"\n")
        count = int(header.split()[2])
        files[name], found = found[:count].decode(), found[count + 1 :]
    return files


def lines_in(files: dict[str, str], room: str) -> int:
    """The code lines of a room."""
    return sum(count_code_lines(text) for name, text in files.items() if name.startswith(f"Sources/{room}/"))


def branches_in(files: dict[str, str]) -> tuple[int, int]:
    """The branches of Building and Mapping, and the branches of their largest function."""
    folders = ("Sources/XML2Dict/Building/", "Sources/XML2Dict/Mapping/")
    codes = [code_of(text) for name, text in files.items() if name.startswith(folders)]
    functions = [len(BRANCH.findall(body)) for code in codes for _, body in functions_in(code)]
    return sum(len(BRANCH.findall(code)) for code in codes), max(functions, default=0)


def size_errors(ceiling: int) -> list[str]:
    """An error if Sources is too large. Prints its rooms beside those of the last commit on main."""
    now, before = texts("Sources/**/*.swift"), sources_of_main()
    for room in ROOMS:
        count = lines_in(now, room)
        print(f"{count:7,} lines ({count - lines_in(before, room):+,})  {room}")
    (branches, largest), (earlier, largest_before) = branches_in(now), branches_in(before)
    print(f"{branches:7,} branches ({branches - earlier:+,})  Building and Mapping")
    print(f"{largest:7,} branches ({largest - largest_before:+,})  the largest function of these")
    count = sum(lines_in(now, module) for module in {room.split("/")[0] for room in ROOMS})
    print(f"{count:7,} of at most {ceiling:,} lines  Sources")
    errors = [f"Sources has {count:,} code lines, of at most {ceiling:,}: make room first"] if count > ceiling else []
    if missing := count - sum(lines_in(now, room) for room in ROOMS):
        errors.append(f"{missing} code lines of Sources are in no room of the list")
    return errors

"""The folders of each module, and their uses of each other's types."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from form_checks.sources import code_of
from project import ROOT

CONTRIBUTING = ROOT / "CONTRIBUTING.md"
DRAWING = re.compile(r"<!-- drawing: folders -->\n(.*)<!-- end of drawing -->", re.DOTALL)
# The module and the folder that may import CExpat.
EXPAT = ("XML2Dict", "Parser")
EXPAT_IMPORT = re.compile(r"^\s*(?:\w+ )?import CExpat\b", re.MULTILINE)
DECLARATION = re.compile(
    r"^( *)(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|private|fileprivate|final|indirect|nonisolated) )*"
    r"(struct|class|enum|protocol|actor|typealias|func|extension) ([\w.]+)", re.MULTILINE
)


def declared_in(code: str) -> set[str]:
    """The names that a file declares for others: types, types nested in types of other folders, free functions."""
    names: set[str] = set()
    outer = ""
    for indentation, kind, name in DECLARATION.findall(code):
        if not indentation:
            outer = name if kind == "extension" else ""
            if kind != "extension":
                names.add(name)
        elif outer and len(indentation) == 4 and kind not in ("func", "extension"):
            names.add(f"{outer.split('.')[-1]}.{name}")
    return names


def codes_of(module: str) -> dict[str, dict[Path, str]]:
    """The code of the files of each folder of a module. `.` is the top folder."""
    top = ROOT / "Sources" / module
    codes: dict[str, dict[Path, str]] = defaultdict(dict)
    for path in sorted(top.rglob("*.swift")):
        parts = path.relative_to(top).parts
        codes[parts[0] if len(parts) > 1 else "."][path] = code_of(path.read_text(encoding="utf-8"))
    return codes


def uses_in(codes: dict[str, dict[Path, str]]) -> dict[tuple[str, str], set[str]]:
    """The uses of one folder by another, each as a name with the file that uses it."""
    homes = {name: folder for folder, files in codes.items() for code in files.values() for name in declared_in(code)}
    uses: dict[tuple[str, str], set[str]] = defaultdict(set)
    for folder, files in codes.items():
        for path, text in files.items():
            # Neither `extension Outer` nor the `Outer.` before a nested type of another folder is a use of `Outer`.
            code = re.sub(r"\bextension [\w.]+", "extension", text)
            for name, home in homes.items():
                if "." in name and re.search(rf"\b{re.escape(name)}\b", code):
                    if home != folder:
                        uses[folder, home].add(f"{name} in {path.name}")
                    code = re.sub(rf"\b{re.escape(name)}\b", "", code)
            for name in homes.keys() & set(re.findall(r"(?<![.\w])[A-Za-z_]\w*", code)):
                if homes[name] != folder:
                    uses[folder, homes[name]].add(f"{name} in {path.name}")
    return uses


def drawn_uses() -> dict[str, dict[str, list[str]]]:
    """The folders of each module, with the folders that they may use, from the drawing in CONTRIBUTING.md."""
    modules: dict[str, dict[str, list[str]]] = {}
    folders: dict[str, list[str]] = {}
    for line in DRAWING.search(CONTRIBUTING.read_text(encoding="utf-8"))[1].splitlines():
        if match := re.fullmatch(r"  (\S+)(?: +─▶ (.*))?", line):
            folder, *homes = ["." if name == "(top)" else name for name in [match[1], *(match[2] or "").split(", ")] if name]
            folders[folder] = homes
        elif line.isidentifier():
            folders = modules[line] = {}
    return modules


def folder_errors() -> list[str]:
    """The uses that are not drawn, the drawn uses that no code has, and the imports that are not allowed."""
    found = []
    for module, folders in drawn_uses().items():
        codes = codes_of(module)
        uses = uses_in(codes)
        drawn = {(folder, home) for folder, homes in folders.items() for home in homes}
        for folder, home in sorted({*uses} - drawn):
            found.append(f"{module}/{folder} uses {home}, which is not drawn: {'; '.join(sorted(uses[folder, home]))}")
        for folder, home in sorted(drawn - {*uses}):
            found.append(f"{module}/{folder} no longer uses {home}: remove it from the drawing")
        for folder, files in codes.items():
            if folder not in folders:
                found.append(f"{module}/{folder} is not in the drawing of CONTRIBUTING.md")
            for path, code in files.items():
                if (module, folder) != EXPAT and EXPAT_IMPORT.search(code):
                    found.append(f"{path.relative_to(ROOT)} imports CExpat: only {'/'.join(EXPAT)} may")
    return found

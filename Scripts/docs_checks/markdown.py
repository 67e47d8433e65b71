"""The blocks of code in Markdown, and the files that the documentation consists of."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from project import ROOT, line_number

# The folder for everything that the checks build.
FOLDER = ROOT / ".build" / "documentation"
MODULES = ["XML2Dict", "XML2DictWriting", "XML2DictShape", "XML2DictEditing", "XML2DictFoundation"]
ARTICLES = sorted(ROOT.glob("Sources/*/*.docc/**/*.md"))
README, TABLES = ROOT / "README.md", ROOT / "Sources/XML2Dict/XML2Dict.docc/Tables.md"

BLOCK = re.compile(
    r"<!-- given\n(?P<given>.*?)\n-->"
    r"|(?:<!-- (?P<mark>file|if|not run|not compiled): (?P<note>[^\n]*?) -->\n+)?"
    r"^```(?P<kind>\w*)\n(?P<code>.*?)\n```$",
    re.DOTALL | re.MULTILINE,
)


@dataclass
class Block:
    """A fenced block, with the comment above it."""

    # The file and the line of the code.
    position: str
    kind: str
    mark: str | None
    note: str
    code: str
    # The code before a sample that readers do not see.
    given: str = ""
    # The expected output of a sample, if it is JSON.
    json: str | None = None


def blocks_of(text: str, name: str) -> list[Block]:
    """The blocks of a Markdown text."""
    found: list[Block] = []
    given, end = "", -1
    for match in BLOCK.finditer(text):
        if match["given"] is not None:
            given += match["given"] + "\n"
            continue
        position = f"{name}:{line_number(text, match.start('code'))}"
        block = Block(position, match["kind"], match["mark"], match["note"] or "", match["code"])
        if block.kind == "swift":
            block.given, given = given, ""
        elif block.kind == "json" and found and found[-1].kind == "swift" and not text[end : match.start()].strip():
            found[-1].json = block.code
        found.append(block)
        end = match.end()
    return found


def blocks_in(path: Path) -> list[Block]:
    """The blocks of a Markdown file."""
    return blocks_of(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))


def copy_examples(folder: Path) -> None:
    """Copies the documents of the examples."""
    for file in ROOT.glob("Examples/*/*.xml"):
        shutil.copy(file, folder)


def write_files(blocks: list[Block], folder: Path) -> None:
    """Writes the blocks that are files."""
    for block in blocks:
        if block.mark == "file":
            (folder / block.note).write_text(block.code + "\n", encoding="utf-8")

"""The documents that are measured: kept from one run to the next, or made by a
section for itself.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from .measuring import BENCHMARKS, BenchmarkError, tell

GENERATOR_SOURCES = BENCHMARKS / "Sources" / "GenerateDocuments"


class DocumentStore:
    """Makes the documents, and keeps them while the generator is the same."""

    def __init__(self, generator: Path, work_folder: Path) -> None:
        self._generator = generator
        self._folder = work_folder / f"documents-{hash_of_generator()}"
        self._remove_older(work_folder)
        self._folder.mkdir(parents=True, exist_ok=True)

    def document(self, name: str, megabytes: int) -> Path:
        path = self._folder / f"{name}-{megabytes}.xml"
        if not path.exists():
            self._generate(name, megabytes, path)
        return path

    def _generate(self, name: str, megabytes: int, path: Path) -> None:
        # Under another name until it is complete: a run that was stopped
        # must not leave half a document behind.
        unfinished = path.with_suffix(".unfinished")
        tell(f"generating {path.name}")
        done = subprocess.run(
            [str(self._generator), name, str(megabytes), str(unfinished)],
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise BenchmarkError(done.stderr.strip() or "no document made")
        unfinished.rename(path)

    def stream(self, name: str, megabytes: int) -> subprocess.Popen[bytes]:
        """Starts to generate a document that is only piped, not kept."""
        return subprocess.Popen(
            [str(self._generator), name, str(megabytes), "/dev/stdout"],
            stdout=subprocess.PIPE,
        )

    def _remove_older(self, work_folder: Path) -> None:
        for folder in work_folder.glob("documents-*"):
            if folder != self._folder and re.fullmatch(
                r"documents-[0-9a-f]{16}", folder.name
            ):
                shutil.rmtree(folder)


def hash_of_generator() -> str:
    digest = hashlib.sha256()
    for path in sorted(GENERATOR_SOURCES.glob("*.swift")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def write_children(path: Path, names: Iterator[str]) -> None:
    """Writes one element with a small child for each of the names."""
    with open(path, "w", encoding="ascii") as file:
        file.write("<root>")
        file.writelines(f"<{name}>1</{name}>" for name in names)
        file.write("</root>")


def write_array(path: Path, lines: Path) -> None:
    """Writes lines of JSON as one array."""
    with open(lines, "rb") as source, open(path, "wb") as file:
        separator = b"["
        for line in source:
            file.write(separator + line.rstrip(b"\n"))
            separator = b",\n"
        file.write(b"]\n")


def write_nested(path: Path, depth: int) -> None:
    path.write_bytes(b"<a>" * depth + b"</a>" * depth)


def nested_json(depth: int) -> bytes:
    """What the nested elements become, in the form without spaces."""
    return b'{"a":' * depth + b"{}" + b"}" * depth


def problem_of_nested_json(found: bytes, depth: int) -> str:
    """Says what is wrong with the output, or '' when it is right."""
    expected = nested_json(depth)
    found = found.removesuffix(b"\n")
    if found == expected:
        return ""
    return (
        f"wrong: {len(found):,} bytes instead of {len(expected):,},"
        f" {found.count(b'{'):,} opening and {found.count(b'}'):,} closing"
        f" brackets instead of {depth:,} each"
    )

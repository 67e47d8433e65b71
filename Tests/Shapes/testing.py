"""What the scripts share: the command, the documents of the corpora, the failures."""

from __future__ import annotations

import itertools
import json
import subprocess
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import model
from jsonschema import Draft202012Validator, FormatChecker

SHOWN = 3
FORMATS = FormatChecker(formats=())
for _name, _holds in model.FORMATS.items():
    FORMATS.checks(_name)(lambda value, holds=_holds: not isinstance(value, str) or holds(value))


@dataclass(frozen=True)
class Run:
    """What a run of the command printed."""

    status: int
    out: bytes
    err: str

    @property
    def lines(self) -> list[bytes]:
        return self.out.split(b"\n")[:-1]


@dataclass
class Command:
    """The built xml2dict, which runs in a folder."""

    path: Path
    folder: Path
    runs: int = 0

    def run(self, *words: str) -> Run:
        self.runs += 1
        # A crash or a hang is a failure of the test and not its end.
        try:
            # With close_fds=False, Python starts processes by vfork, which takes a third of the time.
            result = subprocess.run(
                [self.path, "-c", *words], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, close_fds=False
            )
        except subprocess.TimeoutExpired:
            return Run(-1, b"", "no end after 120 s")
        return Run(result.returncode, result.stdout, result.stderr.decode("utf-8", "replace"))

    def write(self, name: str, content: bytes) -> str:
        (self.folder / name).write_bytes(content)
        return name


@dataclass
class Failures:
    """What failed, the shortest documents first when it is printed."""

    found: list[tuple[int, str, str]] = field(default_factory=list)

    def add(self, name: str, content: bytes, reason: str, detail: str = "") -> None:
        shown = content.decode("utf-8", "replace") if len(content) < 1500 else f"({len(content)} bytes)"
        self.found.append((len(content), reason, f"{name}: {reason}\n    {shown}\n    {detail[:3000]}"))

    def show(self) -> None:
        reasons: set[str] = set()
        for _, reason, text in sorted(self.found):
            if reason not in reasons or len(reasons) > SHOWN:
                print("  " + text)
            reasons.add(reason)
            if len(reasons) >= SHOWN:
                break


# The check of a schema itself takes ten times as long as that of a value.
CHECKED = 10
_made = itertools.count()


def validator(schema: bytes, formats: bool = True) -> Draft202012Validator:
    """What accepts the values of a schema; every tenth schema is checked itself."""
    value = json.loads(schema)
    if next(_made) % CHECKED == 0:
        Draft202012Validator.check_schema(value)
    return Draft202012Validator(value, format_checker=FORMATS if formats else None)


def complaint(accepts: Draft202012Validator, line: str | bytes) -> str | None:
    """The first reason why a line is not valid."""
    for error in accepts.iter_errors(json.loads(line)):
        return f"{error.json_path}: {error.message[:300]}"
    return None


def likely_records(command: Command, file: str) -> list[str]:
    """The paths that `--describe` finds, the largest records first."""
    lines = command.run("--describe", file).out.decode().splitlines()
    if "Elements that look like records, for --records:" not in lines:
        return []
    start = lines.index("Elements that look like records, for --records:") + 1
    paths = []
    for line in lines[start:]:
        if not line.startswith("  "):
            break
        paths.append("/" + line.split()[0])
    return paths


def real(corpora: Path, largest: int | None = None) -> Iterator[tuple[str, bytes]]:
    """The real documents of the corpora that are well-formed."""
    for line in (corpora / "real" / "EXPECTED.jsonl").read_text().splitlines():
        document = json.loads(line)
        content = (corpora / "real" / document["file"]).read_bytes()
        if document["wellFormed"] and (largest is None or len(content) <= largest):
            yield document["file"], content


def suite(corpora: Path, largest: int | None = None) -> Iterator[tuple[str, bytes]]:
    """The documents of the conformance suite of the W3C that expat accepts."""
    verdicts = (corpora / "xmlconf" / "expat_verdicts.tsv").read_text().splitlines()[1:]
    accepted = {row.split("\t")[0] for row in verdicts if row.split("\t")[5] == "accept"}
    with zipfile.ZipFile(corpora / "xmlconf" / "xmlts20130923.zip") as archive:
        names = archive.namelist()
        for line in (corpora / "xmlconf" / "tests.jsonl").read_text().splitlines():
            test = json.loads(line)
            found = [name for name in names if name.endswith("/" + test["path"])] if test["id"] in accepted else []
            if found and (largest is None or archive.getinfo(found[0]).file_size <= largest):
                yield test["id"], archive.read(found[0])

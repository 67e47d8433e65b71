"""Draws command lines, and runs them."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from same_as.inputs import Document
from same_as.tables import COMPANIONS, KIND_OF_FLAG, KINDS, READING, Kind

if TYPE_CHECKING:
    from same_as.session import Session

# On a busy machine, the slowest command lines take minutes.
TIMEOUT = 600


@dataclass
class Outcome:
    """The result of one run."""

    status: int
    output: bytes
    messages: bytes
    file: bytes | None = None


@dataclass
class Run:
    """A command line, and the file at its standard input."""

    arguments: list[str]
    standard_input: Path | None = None

    def with_command(self, command: Path, folder: Path) -> Outcome:
        """Runs a command in an empty folder. A timeout has the status -1."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        words = [command, *self.arguments]
        try:
            with open(self.standard_input or os.devnull, "rb") as source:
                done = subprocess.run(words, stdin=source, capture_output=True, cwd=folder, timeout=TIMEOUT, check=False)
        except subprocess.TimeoutExpired:
            return Outcome(-1, b"", b"")
        # A temporary file that the command leaves is a difference.
        files = {file.name: file.read_bytes() for file in sorted(folder.iterdir())}
        file = files.get("written") if files.keys() <= {"written"} else repr(files).encode()
        return Outcome(done.returncode, done.stdout, done.stderr, file)


class Drawing:
    """Draws the command line of a number. The flags of the table take turns: each number must have the next flag."""

    def __init__(self, session: Session, number: int) -> None:
        self.session = session
        self.random = Random(f"{session.seed} {number}")
        self.folder = session.folder / str(number)
        self.required = list(session.flags)[number % len(session.flags)]

    def draw(self) -> Run:
        """Draws the flags for every kind of run, the kind, its flags and the files. One in five reads standard input."""
        weights = [kind.weight for kind in KINDS.values()]
        name = KIND_OF_FLAG.get(self.required) or self.random.choices(list(KINDS), weights)[0]
        kind = KINDS[name]
        is_large = self.random.random() < kind.large
        document = self.random.choice(self.session.documents.large) if is_large else self._document()
        arguments = self._common_flags(document, name)
        if self.random.random() < kind.records:
            arguments += [f"--records={document.path(self.random)}"]
            arguments += self._kind_flags(KINDS["records"], document) if name == "threads" else []
        # A kind has a method if its flag or its file depends on the other arguments.
        make = getattr(self, f"make_{name}", None)
        file = make(arguments, document) if make else document.file
        if not make and kind.flag:
            arguments += self._flag(kind.flag, document)
        arguments += self._kind_flags(kind, document)
        others = [self._document().file for _ in range(2)] if self.random.random() < kind.several else []
        if kind.large == 1:
            return Run([*arguments, str(file)])
        self.random.shuffle(arguments)
        if not others and self.random.random() < 0.2:
            return Run(arguments, file)
        return Run([*arguments, *map(str, [file, *others])])

    def run_earlier(self, run: Run) -> Outcome:
        """Runs the earlier command."""
        return run.with_command(self.session.base, self.folder / "run")

    def make_records(self, arguments: list[str], document: Document) -> Path:
        """Selects records, in some runs from a series of documents."""
        arguments.append(f"--records={document.path(self.random)}")
        return self.make_series(arguments, document) if self.random.random() < 0.15 else document.file

    def make_series(self, arguments: list[str], document: Document) -> Path:
        """Writes several documents to one file."""
        arguments.append("--concatenated")
        files = [document.file] + [self._document().file for _ in range(self.random.randrange(3))]
        return self._write(b"\n".join(file.read_bytes() for file in files), ".xml")

    def make_compressed(self, arguments: list[str], document: Document) -> Path:
        """Compresses the document."""
        arguments.append(f"--decompress={self.random.choice(['auto', 'auto', 'auto', 'never'])}")
        return self._write(gzip.compress(document.file.read_bytes(), mtime=0), ".xml.gz")

    def make_shape(self, arguments: list[str], document: Document) -> Path:
        """Makes a schema of the document, and reads the document or, in a quarter of the runs, another."""
        schema = self._write(self._earlier_output(*arguments, "--describe=json-schema", document.file) or b"{}", ".json")
        arguments.append(f"--shape={schema}")
        return self._document().file if self.random.random() < 0.25 else document.file

    def make_part(self, arguments: list[str], document: Document) -> Path:
        """Selects a part of a large document."""
        plan = self._earlier_output(*arguments, "--plan", "--part-size=500K", document.file) or b"{}"
        arguments.append("--part=" + self.random.choice(plan.decode().strip().split("\n")))
        return document.file

    def make_xml(self, arguments: list[str], document: Document) -> Path:
        """Converts JSON to XML: JSON from the document with the same flags, or a file of the JSON suite."""
        if self.session.documents.json and self.random.random() < 0.2:
            arguments += ["--to-xml", "--root=made", "--item=i"]
            return self.random.choice(self.session.documents.json).file
        made = self._earlier_output(*arguments, document.file) or b'{"made": {"a": [1, "x", null, {}]}}'
        arguments.append("--to-xml")
        if self.random.random() < 0.3:
            arguments.append(self.random.choice(["--root=made", "--root=keep", "--root=drop", "--output=written"]))
        return self._write(made, ".json")

    def _document(self) -> Document:
        return self.session.documents.draw(self.random)

    def _write(self, content: bytes, suffix: str) -> Path:
        file = self.folder / f"made{suffix}"
        self.folder.mkdir(exist_ok=True)
        file.write_bytes(content)
        return file

    def _earlier_output(self, *arguments: str | Path) -> bytes:
        outcome = self.run_earlier(Run([str(argument) for argument in arguments]))
        return outcome.output or outcome.file or b""

    def _common_flags(self, document: Document, kind: str) -> list[str]:
        """Draws flags that every kind of run may have, without those that this kind ignores."""
        ignored = {"xml": READING, "records": {"indent", "tab"} - {self.required}}.get(kind, set())
        names = [name for name in self.session.flags if name not in KIND_OF_FLAG and name not in ignored]
        chosen = self.random.sample(names, self.random.randrange(1 if KINDS[kind].flag else 2, 5))
        if self.required in names and self.required not in chosen:
            chosen[-1] = self.required
        return [argument for name in chosen for argument in self._flag(name, document)]

    def _kind_flags(self, kind: Kind, document: Document) -> list[str]:
        """Draws flags of a kind: the required flag, and 40 % of the others."""
        chosen = [name for name in kind.flags if name == self.required or self.random.random() >= 0.6]
        return [argument for name in chosen if name in self.session.flags for argument in self._flag(name, document)]

    def _flag(self, name: str, document: Document) -> list[str]:
        """A flag with its value. Nine in ten have the flags that they need."""
        flag = self.session.flags[name]
        has_value = flag.takes_value and not (name in ("color", "describe") and self.random.random() < 0.2)
        companions = COMPANIONS.get(name, []) if self.random.random() < 0.9 else []
        return [*companions, f"--{name}={flag.value(self.random, document)}" if has_value else f"--{name}"]

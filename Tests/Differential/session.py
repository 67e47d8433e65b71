"""The runs of the command, the documents of the corpora and the reports of the programs of this folder.

    PROGRAM COMMAND [--CHECK ...] [--set NAME ...] [--only KIND ...] [--seed TEXT] [--count N] [--document NUMBER]

COMMAND is the built xml2dict. The seed decides about all random documents: it is that of XML2DICT_SEED, or else the
date. The corpora are in the folder XML2DICT_CORPORA, or else ../shared/corpora; without them, their documents are
skipped. A failure ends with the line that repeats it. Exit status: 0 when all agree, 1 when something differs.
"""

from __future__ import annotations

import argparse
import datetime
import functools
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPORA = Path(os.environ.get("XML2DICT_CORPORA") or ROOT.parent / "shared" / "corpora")
# Failures that a report shows, and the characters of each.
SHOWN, LENGTH = 3, 4000


@dataclass(frozen=True)
class Run:
    """The output of a run of the command."""

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
    environment: dict[str, str] | None = None

    def run(self, *words: str, given: bytes = b"") -> Run:
        # A crash or a hang is a failure of the test and not its end. With close_fds=False, Python starts processes by
        # vfork, which takes a third of the time.
        try:
            done = subprocess.run(
                [self.path, *words], cwd=self.folder, env=self.environment, input=given, capture_output=True, timeout=300, close_fds=False
            )
        except subprocess.TimeoutExpired:
            return Run(-1, b"", "no end after 300 s")
        return Run(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))

    def write(self, name: str, content: bytes) -> str:
        (self.folder / name).write_bytes(content)
        return name


@dataclass
class Report:
    """The result of one set of options: the number of documents by word, and the differences."""

    repeat: str
    counts: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[int, str, str]] = field(default_factory=list)

    def fail(self, label: str | int, content: bytes, reason: str, detail: str = "") -> None:
        """Notes a failure; the label is the number of a random document, or the name of another one."""
        document = content.decode("utf-8", "replace") if len(content) < 1500 else f"({len(content)} bytes)"
        again = f"{self.repeat} --document {label}" if isinstance(label, int) else self.repeat
        text = f"{label}: {reason}\n{document}\n{detail[:LENGTH]}\nrepeat: {again}"
        self.failures.append((len(content), reason, text.replace("\n", "\n    ")))

    def show(self, title: str, seconds: float) -> int:
        """Prints the counts and the shortest failures, each with another reason if there are several."""
        counts = "".join(f", {count} {word}" for word, count in self.counts.most_common())
        print(f"{title}: {len(self.failures)} wrong{counts} ({seconds:.1f} s)", flush=True)
        shown: dict[str, str] = {}
        for _, reason, text in sorted(self.failures):
            shown.setdefault(reason, text)
        for text in list(shown.values())[:SHOWN]:
            print(f"  {text}")
        return len(self.failures)


@dataclass
class Session:
    """The command, and the random documents that the arguments ask for."""

    command: Command
    seed: str
    numbers: range


@dataclass(frozen=True)
class Check:
    """One comparison: the names of its sets of options for each kind of documents, and the run of one of these sets."""

    sets: dict[str, list[str]]
    run: Callable[[Session, str, str, Report], None]
    # Random documents for each set.
    count: int = 0


def main(checks: dict[str, Check]) -> int:
    """Runs all checks, or those that the arguments name."""
    kinds = list(dict.fromkeys(kind for check in checks.values() for kind in check.sets))
    names = list(dict.fromkeys(name for check in checks.values() for sets in check.sets.values() for name in sets))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=Path, metavar="COMMAND")
    for name in checks:
        parser.add_argument(f"--{name}", dest="checks", action="append_const", const=name, help="only this check")
    parser.add_argument("--set", action="append", choices=names, metavar="NAME", help=f"only this set of options: {', '.join(names)}")
    parser.add_argument("--only", action="append", choices=kinds, help="only these documents")
    parser.add_argument("--seed", default=os.environ.get("XML2DICT_SEED") or str(datetime.date.today()), help="that of random documents")
    parser.add_argument("--count", type=int, help="random documents for each set of options")
    parser.add_argument("--document", type=int, metavar="NUMBER", help="only the random document with this number")
    arguments = parser.parse_args()
    sys.setrecursionlimit(20000)
    print(f"seed {arguments.seed}", flush=True)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        command = Command(arguments.command.resolve(), Path(folder))
        for title, check in checks.items():
            if arguments.checks and title not in arguments.checks:
                continue
            numbers = range(check.count if arguments.count is None else arguments.count)
            if arguments.document is not None:
                numbers = range(arguments.document, arguments.document + 1)
            session = Session(command, arguments.seed, numbers)
            for kind, sets in check.sets.items():
                if arguments.only and kind not in arguments.only:
                    continue
                for name in sets:
                    if arguments.set and name not in arguments.set:
                        continue
                    options = [f"--{title}", "--only", kind, "--set", name, "--seed", arguments.seed]
                    report, start = Report(shlex.join(["Scripts/python-test", sys.argv[0], *options])), time.monotonic()
                    check.run(session, kind, name, report)
                    wrong += report.show(f"{title}, {kind}, {name}", time.monotonic() - start)
    print(f"{Path(sys.argv[0]).stem}: {wrong} wrong")
    return 1 if wrong else 0


# MARK: The corpora


def has_corpora() -> bool:
    """Whether there are corpora. Prints a message without them."""
    if not CORPORA.is_dir():
        print(f"skipped: there is no folder {CORPORA}")
    return CORPORA.is_dir()


@functools.cache
def real(largest: int = 1 << 40) -> dict[str, bytes]:
    """The real documents of at most so many bytes that are well-formed."""
    if not has_corpora():
        return {}
    records = map(json.loads, (CORPORA / "real" / "EXPECTED.jsonl").read_text().splitlines())
    files = {record["file"]: CORPORA / "real" / record["file"] for record in records if record["wellFormed"]}
    return {name: file.read_bytes() for name, file in files.items() if file.stat().st_size <= largest}


@functools.cache
def suite(*types: str) -> dict[str, bytes]:
    """The documents of the conformance suite of the W3C that expat accepts, by their ids; only those of some types."""
    found: dict[str, bytes] = {}
    folder = CORPORA / "xmlconf"
    if not has_corpora():
        return found
    rows = [row.split("\t") for row in (folder / "expat_verdicts.tsv").read_text().splitlines()[1:]]
    accepted = {row[0] for row in rows if row[5] == "accept"}
    with zipfile.ZipFile(folder / "xmlts20130923.zip") as archive:
        names = {name.partition("/")[2]: name for name in archive.namelist()}
        for line in (folder / "tests.jsonl").read_text().splitlines():
            test = json.loads(line)
            if test["id"] in accepted and test["path"] in names and (not types or test["type"] in types):
                found[test["id"]] = archive.read(names[test["path"]])
    return found

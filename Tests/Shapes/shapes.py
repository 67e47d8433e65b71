"""Checks that `xml2dict --shape` fits every document to the schema that `--describe=json-schema` learns from it.

    shapes.py COMMAND [CORPORA] [--count N] [--seed TEXT] [--set NAME ...] [--all] [--only real|suite|random ...]

COMMAND is the built xml2dict, CORPORA the folder with real documents. The same seed gives the same random documents.
Each document is converted three times under each set of options: to a schema, plainly, and with the schema. Exit
status: 0 when all hold, 1 when one does not.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import documents
import model
import testing
from testing import Command, Failures, Run

XMLTODICT = ("--convention", "xmltodict")
# The words "RECORDS" and "SELECTED" stand for a path that the description of the document proposes.
SETS: dict[str, tuple[str, ...]] = {
    "default": (),
    "types": ("--types",),
    "strings": ("--text-only", "string", "--empty", "null", "--nil", "--trim", "none"),
    "xmltodict": XMLTODICT,
    "xmltodict, types": (*XMLTODICT, "--types", "--nil", "--order-key", "#order", "--comment-key", "#comment"),
    "badgerfish": ("--convention", "badgerfish"),
    "parker": ("--convention", "parker"),
    "gdata": ("--convention", "gdata", "--types"),
    "attributes in groups": ("--attributes", "group", "--text-only", "string", "--empty", "string"),
    "no attributes": ("--attributes", "discard", "--root", "drop", "--siblings", "array", "--types"),
    "names": ("--namespaces", "strip", "--keys", "snake", "--force-list", "item", "--type", "id=number", "--empty", "omit"),
    "nodes": (
        *("--xml-declaration", "keep", "--doctype-key", "#doctype", "--pi-key", "#pi", "--cdata-key", "#cdata"),
        *("--comment-key", "#comment", "--order-key", "#order", "--trim", "none", "--empty", "string"),
    ),
    "namespaces": ("--namespaces", "expand", "--xmlns", "collect", "--attr-prefix", "", "--force-list", "*", "--text-separator", "|"),
    "records": ("--records", "RECORDS", *XMLTODICT),
    "records, origins": ("--records", "RECORDS", "--origin", "#origin", "--types"),
    "selected": ("--select", "SELECTED", "--text-only", "string"),
    "missing arrays": (*XMLTODICT, "--missing", "list"),
    "types of the schema": (*XMLTODICT, "--attributes", "merge"),
    "strings of the schema": (*XMLTODICT, "--types", "--nil"),
}
# Flags that only the description gets, and flags that it does not get.
LEARNED = {"types of the schema": ["--types"]}
NOT_LEARNED = {"strings of the schema": ["--types"]}


class Check:
    """The runs of one set of options."""

    def __init__(self, command: Command, name: str) -> None:
        self.command = command
        self.flags = SETS[name]
        self.missing = "--missing" in self.flags
        self.learned = LEARNED.get(name, [])
        self.not_learned = NOT_LEARNED.get(name, [])
        self.counts: Counter[str] = Counter()
        self.failures = Failures()

    def plain_flags(self, file: str) -> list[str] | None:
        """The flags without those of shapes; `None` for a document that has no records."""
        flags = list(self.flags)
        if self.missing:
            place = flags.index("--missing")
            del flags[place : place + 2]
        for word in ("RECORDS", "SELECTED"):
            if word in flags:
                paths = testing.likely_records(self.command, file)
                if not paths:
                    return None
                flags[flags.index(word)] = paths[0]
        return flags

    def shaped(self, flags: list[str], files: list[str], schema: bytes) -> Run:
        """The output under a schema."""
        self.command.write("schema.json", schema)
        missing = ("--missing", "list") if self.missing else ()
        return self.command.run("--shape", "schema.json", *missing, *flags, *files)

    def check(self, name: str, contents: list[bytes]) -> None:
        """Checks documents with one schema."""
        files = [self.command.write(f"{place}.xml", content) for place, content in enumerate(contents)]
        everything = b"\n".join(contents)
        flags = self.plain_flags(files[0])
        if flags is None:
            self.counts["without records"] += 1
            return
        plain = self.command.run(*flags, *files)
        if plain.status != 0:
            self.counts["not read"] += 1
            return
        learning = [flag for flag in flags if flag not in self.not_learned] + self.learned
        described = self.command.run("--describe=json-schema", *learning, *files)
        if described.status != 0:
            self.failures.add(name, everything, f"no schema, status {described.status}", described.err)
            return
        shaped = self.shaped(flags, files, described.out)
        if shaped.status != 0 or len(shaped.lines) != len(plain.lines):
            reason = f"status {shaped.status}, {len(shaped.lines)} lines for {len(plain.lines)}"
            self.failures.add(name, everything, reason, f"{shaped.err}\n    {described.out.decode()}")
            return
        accepts = testing.validator(described.out)
        schema = model.read(described.out)
        changed = False
        for line, fitted in zip(plain.lines, shaped.lines):
            changed = changed or line != fitted
            if found := self.fault(line, fitted, accepts, schema):
                detail = f"plain:  {line.decode()[:1000]}\n    shaped: {fitted.decode()[:1000]}\n    schema: {described.out.decode()}"
                self.failures.add(name, everything, found, detail)
                return
        self.counts["changed" if changed else "same"] += 1

    def fault(self, line: bytes, fitted: bytes, accepts: testing.Draft202012Validator, schema: object) -> str | None:
        """What is wrong with a shaped line."""
        if complaint := testing.complaint(accepts, fitted):
            return f"not valid: {complaint}"
        before, after = model.read(line), model.read(fitted)
        if not model.same(before, after, self.missing):
            return "other values"
        try:
            expected = model.fit(before, schema, self.missing)
        except model.Mismatch as mismatch:
            return f"the model refuses it: {mismatch}"
        return None if model.write(expected) == model.write(after) else f"the model: {model.write(expected)[:1000]}"


def random_documents(seed: str, count: int) -> Iterator[tuple[str, list[bytes]]]:
    """Random documents, each alone and then all of a family."""
    family: list[bytes] = []
    for number in range(count):
        family.append(documents.document(seed, number))
        yield f"document {number} of seed {seed}", family[-1:]
        if len(family) == documents.FAMILY:
            yield f"documents {number - documents.FAMILY + 1} to {number} of seed {seed}", family
            family = []


def inputs(arguments: argparse.Namespace, only: str) -> Iterator[tuple[str, list[bytes]]]:
    if only == "random":
        yield from random_documents(arguments.seed, arguments.count)
        return
    largest = None if arguments.all else 2 << 20
    for name, content in getattr(testing, only)(arguments.corpora, largest):
        yield name, [content]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=Path, metavar="COMMAND")
    parser.add_argument("corpora", type=Path, metavar="CORPORA", nargs="?")
    parser.add_argument("--count", type=int, default=2000, help="random documents for each set of options (default 2000)")
    parser.add_argument("--seed", default="1", help="another one gives other documents (default 1)")
    parser.add_argument("--set", action="append", choices=SETS, help="only this set of options")
    parser.add_argument("--only", action="append", choices=["real", "suite", "random"], help="only these documents")
    parser.add_argument("--all", action="store_true", help="also documents of more than 2 MB")
    arguments = parser.parse_args()
    kinds = arguments.only or (["real", "suite", "random"] if arguments.corpora else ["random"])
    sys.setrecursionlimit(20000)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        command = Command(arguments.command.resolve(), Path(folder))
        chosen = arguments.set or list(SETS)
        for kind in kinds:
            loaded = list(inputs(arguments, kind))
            for name in chosen:
                start = time.monotonic()
                check = Check(command, name)
                for label, contents in loaded:
                    check.check(label, contents)
                counts = "".join(f", {count} {word}" for word, count in sorted(check.counts.items()))
                wrong = len(check.failures.found)
                print(f"{kind}, {name}: {wrong} wrong{counts} ({time.monotonic() - start:.1f} s)", flush=True)
                check.failures.show()
                failed += wrong
                if kind == "random" and check.counts["changed"] * 20 < arguments.count:
                    print(f"{kind}, {name}: hardly a document changes, so nothing is tested")
                    failed += 1
    print(f"shapes: {failed} wrong in {len(chosen)} sets of options, {command.runs} runs")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Compares the JSON that xml2dict prints for random documents with what xmltodict and xmljson make of them.

    differential.py COMMAND [--count N] [--seed TEXT] [--set NAME ...]

COMMAND is the built xml2dict. The same seed gives the same documents. Exit status: 0 when all agree, 1 when a document
differs, or when a set of options is one that changes hardly any document, so that it was not tested.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import documents
import oracles
from documents import Document, Form

# One process converts so many documents: a start costs more than a small document.
BATCH = 250
# So many documents of a thousand must be others than without the options.
LEAST_CHANGED = 50
SHOWN = 3


@dataclass(frozen=True)
class OptionSet:
    """One way to convert, there and here."""

    name: str
    convention: str
    form: Form
    oracle: Callable[[Document], Any]
    # The flags of xml2dict that mean the same.
    flags: tuple[str, ...] = ()
    # What `oracle` makes without the options; `None` where there are none.
    plain: Callable[[Document], Any] | None = None
    # xmltodict has the order of keys that the document has. The order of xmljson's keys is its own.
    is_ordered: bool = True


def xmltodict_set(name: str, arguments: dict[str, Any], *flags: str, form: Form = Form()) -> OptionSet:
    """A set of xmltodict's keyword arguments."""
    return OptionSet(
        name,
        "xmltodict",
        form,
        lambda document: oracles.from_xmltodict(document, arguments),
        flags,
        (lambda document: oracles.from_xmltodict(document, {})) if arguments else None,
    )


LISTED = ["item", "b", "text", "p:name", "é"]
MAPPING = {"http://one.example/ns": "one", "urn:two:2": "", "four": "p"}
# Prefixes that are not declared are an error as soon as somebody asks for namespaces, here and there.
NAMESPACED = Form(declares_prefixes=True)

SETS = [
    xmltodict_set("xmltodict", {}),
    xmltodict_set("strip_whitespace=False", {"strip_whitespace": False}, "--trim", "none"),
    xmltodict_set(
        'attr_prefix="" cdata_key="_"', {"attr_prefix": "", "cdata_key": "_"}, "--attr-prefix", "", "--text-key", "_"
    ),
    xmltodict_set("force_cdata=True", {"force_cdata": True}, "--text-only", "dictionary"),
    xmltodict_set(
        "force_cdata=names", {"force_cdata": LISTED}, *[word for name in LISTED for word in ("--force-text", name)]
    ),
    xmltodict_set(
        "force_list=names", {"force_list": LISTED}, *[word for name in LISTED for word in ("--force-list", name)]
    ),
    xmltodict_set("process_comments", {"process_comments": True}, "--comment-key", "#comment"),
    xmltodict_set(
        "process_comments strip_whitespace=False",
        {"process_comments": True, "strip_whitespace": False},
        *("--comment-key", "#comment", "--trim", "none"),
    ),
    xmltodict_set(
        "process_namespaces",
        {"process_namespaces": True},
        *("--namespaces", "expand", "--xmlns", "collect"),
        form=NAMESPACED,
    ),
    xmltodict_set(
        "process_namespaces namespaces=mapping",
        {"process_namespaces": True, "namespaces": MAPPING},
        *("--namespaces", "expand", "--xmlns", "collect"),
        *[word for uri, prefix in MAPPING.items() for word in ("--namespace", f"{uri}={prefix}")],
        form=NAMESPACED,
    ),
    # BadgerFish: @xmlns names what is in force, so it must be known.
    OptionSet("BadgerFish", "badgerfish", NAMESPACED, oracles.from_badgerfish, is_ordered=False),
    OptionSet("Parker", "parker", Form(), oracles.from_parker, is_ordered=False),
    # GData: an attribute and a child of one name fold here. There, the child replaces the attribute, or the program
    # fails.
    OptionSet("GData", "gdata", Form(shares_names=False), oracles.from_gdata, is_ordered=False),
]


def converted(command: Path, options: OptionSet, files: list[str], folder: Path) -> list[str]:
    """What the command prints for files, a line for each."""
    lines: list[str] = []
    for start in range(0, len(files), BATCH):
        batch = files[start : start + BATCH]
        words = [str(command), "--compact", "--convention", options.convention, *options.flags, *batch]
        run = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True)
        printed = run.stdout.decode("utf-8").split("\n")[:-1]
        if run.returncode != 0 or run.stderr or len(printed) != len(batch):
            raise SystemExit(
                f"{options.name}: status {run.returncode}, {len(printed)} lines for {len(batch)} documents\n"
                + run.stderr.decode("utf-8", "replace")
            )
        lines += printed
    return lines


def is_same(options: OptionSet, expected: Any, line: str) -> bool:
    """Whether a line of JSON says what is expected; where order counts, to the byte."""
    if options.is_ordered:
        return line == json.dumps(expected, separators=(",", ":"), ensure_ascii=False)
    return json.loads(line) == expected


def check(command: Path, options: OptionSet, count: int, seed: str) -> bool:
    """Compares all documents of a set; says how it went."""
    start = time.monotonic()
    inputs = [documents.document(f"{seed}/{options.name}/{number}", options.form) for number in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        files = [f"{number}.xml" for number in range(count)]
        for name, document in zip(files, inputs):
            (Path(folder) / name).write_bytes(document.content)
        lines = converted(command, options, files, Path(folder))
    changed = 0
    different: list[tuple[int, Document, Any, str]] = []
    for number, (document, line) in enumerate(zip(inputs, lines)):
        expected = options.oracle(document)
        if options.plain and expected != options.plain(document):
            changed += 1
        if not is_same(options, expected, line):
            different.append((number, document, expected, line))
    # The shortest tell the most.
    for number, document, expected, line in sorted(different, key=lambda each: len(each[1].content))[:SHOWN]:
        print(f"{options.name}, document {number} of seed {seed}:\n{document.content!r}")
        print(f"expected: {json.dumps(expected, separators=(',', ':'), ensure_ascii=False)}\nprinted:  {line}")
    seconds = time.monotonic() - start
    print(f"{options.name}: {count - len(different)} documents agree, {len(different)} differ ({seconds:.1f} s)", flush=True)
    if options.plain and changed * 1000 < LEAST_CHANGED * count:
        print(f"{options.name}: only {changed} documents have anything to do with these options")
        return False
    return not different


def main() -> int:
    """Runs the sets that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=Path, metavar="COMMAND")
    parser.add_argument("--count", type=int, default=1000, help="documents for each set of options (default 1000)")
    parser.add_argument("--seed", default="1", help="another one gives other documents (default 1)")
    parser.add_argument("--set", action="append", choices=[options.name for options in SETS], help="only this set")
    arguments = parser.parse_args()
    chosen = [options for options in SETS if not arguments.set or options.name in arguments.set]
    results = [check(arguments.command.resolve(), options, arguments.count, arguments.seed) for options in chosen]
    print(f"differential: {sum(results)} of {len(results)} sets of options agree, {arguments.count} documents each")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())

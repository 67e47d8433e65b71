"""Compares xml2dict with xmltodict, xmljson and libxml2: see README.md, and session.py for the arguments."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import documents
import oracles
import session
import writing
from documents import Document, Form
from session import Check, Report, Session

# One process converts so many documents: a start costs more than a small document.
BATCH = 250
# So many documents of a thousand must be others than without the options.
LEAST_CHANGED = 50


@dataclass(frozen=True)
class OptionSet:
    """One way to convert, here and there."""

    flags: tuple[str, ...]
    oracle: Callable[[Document], Any]
    # The result of `oracle` without the options; `None` where there are none.
    plain: Callable[[Document], Any] | None = None
    form: Form = Form()
    # xmltodict has the order of keys that the document has. The order of xmljson's keys is its own.
    is_ordered: bool = False


def each(flag: str, values: list[str]) -> tuple[str, ...]:
    """A flag for each of several values."""
    return tuple(word for value in values for word in (flag, value))


LISTED = ["item", "b", "text", "p:name", "é"]
MAPPING = {"http://one.example/ns": "one", "urn:two:2": "", "four": "p"}
URIS = ("--namespaces", "expand", "--xmlns", "collect")
COMMENTS = ("--comment-key", "#comment")
# The keyword arguments of xmltodict.parse, and the flags that mean the same.
XMLTODICT: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "xmltodict": ({}, ()),
    "strip_whitespace=False": ({"strip_whitespace": False}, ("--trim", "none")),
    'attr_prefix="" cdata_key="_"': ({"attr_prefix": "", "cdata_key": "_"}, ("--attr-prefix", "", "--text-key", "_")),
    "force_cdata=True": ({"force_cdata": True}, ("--text-only", "dictionary")),
    "force_cdata=names": ({"force_cdata": LISTED}, each("--force-text", LISTED)),
    "force_list=names": ({"force_list": LISTED}, each("--force-list", LISTED)),
    "process_comments": ({"process_comments": True}, COMMENTS),
    "process_comments strip_whitespace=False": ({"process_comments": True, "strip_whitespace": False}, (*COMMENTS, "--trim", "none")),
    "process_namespaces": ({"process_namespaces": True}, URIS),
    "process_namespaces namespaces=mapping": (
        {"process_namespaces": True, "namespaces": MAPPING},
        (*URIS, *each("--namespace", [f"{uri}={prefix}" for uri, prefix in MAPPING.items()])),
    ),
}


def xmltodict_set(arguments: dict[str, Any], flags: tuple[str, ...]) -> OptionSet:
    return OptionSet(
        ("--convention", "xmltodict", *flags),
        lambda document: oracles.from_xmltodict(document, arguments),
        (lambda document: oracles.from_xmltodict(document, {})) if arguments else None,
        # A prefix that is not declared is an error with namespaces, here and there.
        Form(declares_prefixes="process_namespaces" in arguments),
        is_ordered=True,
    )


SETS = {name: xmltodict_set(*pair) for name, pair in XMLTODICT.items()} | {
    # BadgerFish: @xmlns names the namespaces in force, so prefixes must be declared.
    "BadgerFish": OptionSet(("--convention", "badgerfish"), oracles.from_badgerfish, form=Form(declares_prefixes=True)),
    "Parker": OptionSet(("--convention", "parker"), oracles.from_parker),
    # GData: an attribute and a child of one name fold here. There, the child replaces the attribute, or the program fails.
    "GData": OptionSet(("--convention", "gdata"), oracles.from_gdata, form=Form(shares_names=False)),
}


def read(session: Session, kind: str, name: str, report: Report) -> None:
    """Compares the JSON of random documents; where order counts, to the byte."""
    options, command = SETS[name], session.command
    changed = 0
    for start in range(0, len(session.numbers), BATCH):
        numbers = session.numbers[start : start + BATCH]
        inputs = [documents.document(f"{session.seed}/{name}/{number}", options.form) for number in numbers]
        files = [command.write(f"{number}.xml", document.content) for number, document in zip(numbers, inputs)]
        # Random documents in ISO-8859-1 may have control characters, which is a warning.
        run = command.run("--compact", "--quiet", *options.flags, *files)
        if run.status != 0 or run.err or len(run.lines) != len(files):
            report.fail(name, b"", f"status {run.status}, {len(run.lines)} lines for {len(files)} documents", run.err)
            continue
        for number, document, line in zip(numbers, inputs, run.lines):
            expected = options.oracle(document)
            changed += options.plain is not None and expected != options.plain(document)
            text = json.dumps(expected, separators=(",", ":"), ensure_ascii=False)
            if line.decode() == text or not options.is_ordered and json.loads(line) == expected:
                report.counts["agree"] += 1
            else:
                report.fail(number, document.content, "another value", f"expected: {text}\nprinted:  {line.decode()}")
    if options.plain and changed * 1000 < LEAST_CHANGED * len(session.numbers) and len(session.numbers) > 1:
        report.fail(name, b"", f"only {changed} documents have anything to do with these options")


if __name__ == "__main__":
    checks = {
        "read": Check({"random": list(SETS)}, read, count=1000),
        "unparse": Check({"cases": ["cases"], "recorded": ["recorded"], "random": list(writing.RANDOM)}, writing.unparse, count=500),
        "round-trips": Check({"corpora": list(writing.SETS)}, writing.round_trips),
    }
    sys.exit(session.main(checks))

"""Checks `--describe=json-schema` and `--shape`: see README.md, and session.py for the arguments."""

from __future__ import annotations

import itertools
import json
import re
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from genson import SchemaBuilder
from jsonschema import Draft202012Validator, FormatChecker
from lxml import etree

import documents
import model
import session
from session import Check, Command, Report, Session

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
HALVES = [
    "default", "types", "strings", "xmltodict", "xmltodict, types", "badgerfish", "parker", "gdata", "attributes in groups", "names",
    "types of the schema", "strings of the schema",
]
# The keys of text of conventions, where it is not the default one.
TEXT_KEYS = {"xmltodict": "#text", "badgerfish": "$", "gdata": "$t", "parker": None}
LARGEST, SCHEMA = 2 << 20, "schema.json"


def learning(name: str, flags: list[str]) -> list[str]:
    """The flags for a description: two sets have types either there or in the conversion, and not in both."""
    if name == "types of the schema":
        return [*flags, "--types"]
    return [flag for flag in flags if name != "strings of the schema" or flag != "--types"]


def text_key(flags: list[str]) -> str | None:
    """The key of text under some flags."""
    return next((key for name, key in TEXT_KEYS.items() if name in flags), "text")


def likely_records(command: Command, file: str) -> list[str]:
    """The paths that `--describe` finds, the largest records first."""
    text = command.run("-c", "--describe", file).out.decode()
    found = re.search(r"^Elements that look like records, for --records:\n((?:  .*\n)+)", text, re.MULTILINE)
    return ["/" + line.split()[0] for line in found[1].splitlines()] if found else []


# MARK: Validation

FORMATS = FormatChecker(formats=())
for _name, _holds in model.FORMATS.items():
    FORMATS.checks(_name)(lambda value, holds=_holds: not isinstance(value, str) or holds(value))
# The check of a schema itself takes ten times as long as that of a value, so only every tenth schema has it.
CHECKED = 10
_made = itertools.count()


def validator(schema: bytes) -> Draft202012Validator:
    value = json.loads(schema)
    if next(_made) % CHECKED == 0:
        Draft202012Validator.check_schema(value)
    return Draft202012Validator(value, format_checker=FORMATS)


def complaint(accepts: Draft202012Validator, line: str | bytes) -> str | None:
    """The first reason why a line is not valid."""
    for error in accepts.iter_errors(json.loads(line)):
        return f"{error.json_path}: {error.message[:300]}"
    return None


# MARK: Each document under its own schema


def groups(given: Session, kind: str) -> Iterator[tuple[str | int, list[bytes]]]:
    """Documents with one schema: each alone, and random ones also together with all of their family."""
    if kind != "random":
        for name, content in (session.suite() if kind == "suite" else session.real(LARGEST)).items():
            yield name, [content]
        return
    for number in given.numbers:
        yield number, documents.member(given.seed, number)
        if (number + 1) % documents.FAMILY == 0:
            first = number + 1 - documents.FAMILY
            yield number, [documents.member(given.seed, each)[0] for each in range(first, number + 1)]


def fit(given: Session, kind: str, name: str, report: Report) -> None:
    """Learns a schema from documents, and converts them under it."""
    for label, contents in groups(given, kind):
        word, detail = fitted(given.command, name, contents)
        report.counts[word] += 1
        if detail is not None:
            report.fail(label, b"\n".join(contents), word, detail)
    if kind == "random" and report.counts["changed"] * 20 < len(given.numbers) and len(given.numbers) > 1:
        report.fail(name, b"", "hardly a document changes, so nothing is tested")


def fitted(command: Command, name: str, contents: list[bytes]) -> tuple[str, str | None]:
    """The result for documents with one schema, and the details of a failure."""
    files = [command.write(f"{place}.xml", content) for place, content in enumerate(contents)]
    flags = list(SETS[name])
    missing = ["--missing", "list"] if "--missing" in flags else []
    flags = flags[: len(flags) - len(missing)]
    if {"RECORDS", "SELECTED"} & set(flags):
        paths = likely_records(command, files[0])
        if not paths:
            return "without records", None
        flags = [paths[0] if flag in ("RECORDS", "SELECTED") else flag for flag in flags]
    plain = command.run("-c", *flags, *files)
    if plain.status != 0:
        return "not read", None
    described = command.run("-c", "--describe=json-schema", *learning(name, flags), *files)
    if described.status != 0:
        return f"no schema, status {described.status}", described.err
    command.write(SCHEMA, described.out)
    shaped = command.run("-c", "--shape", SCHEMA, *missing, *flags, *files)
    if shaped.status != 0 or len(shaped.lines) != len(plain.lines):
        return f"status {shaped.status}, {len(shaped.lines)} lines for {len(plain.lines)}", f"{shaped.err}\n{described.out.decode()}"
    accepts, schema = validator(described.out), model.read(described.out)
    for line, result in zip(plain.lines, shaped.lines):
        if found := fault(line, result, accepts, schema, text_key(flags), bool(missing)):
            return found, f"plain:  {line.decode()[:1000]}\nshaped: {result.decode()[:1000]}\nschema: {described.out.decode()}"
    return "same" if plain.out == shaped.out else "changed", None


def fault(
    line: bytes, result: bytes, accepts: Draft202012Validator, schema: Any, text: str | None, missing: bool
) -> str | None:
    """The fault of a shaped line: not valid, other values than the plain one, or not what the model expects."""
    if found := complaint(accepts, result):
        return f"not valid: {found}"
    before, after = model.read(line), model.read(result)
    if not model.same(before, after, text, missing):
        return "other values"
    try:
        expected = model.fit(before, schema, text, missing)
    except model.Mismatch as mismatch:
        return f"the model refuses it: {mismatch}"
    return None if model.write(expected) == model.write(after) else f"the model: {model.write(expected)[:1000]}"


# MARK: Half of the records under the schema of the others

def cut(content: bytes, path: str) -> list[bytes] | None:
    """Two documents with every second record of one at a path; `None` for fewer than four, or if libxml2 does not read it."""

    def path_of(element: Any) -> str:
        elements = [*reversed(list(element.iterancestors())), element]
        return "".join(f"/{each.prefix + ':' if each.prefix else ''}{etree.QName(each).localname}" for each in elements)

    parts = []
    for first in (1, 0):
        try:
            root = etree.fromstring(content, etree.XMLParser(strip_cdata=False, no_network=True, huge_tree=True))
        except (etree.XMLSyntaxError, LookupError):
            return None
        records = [each for each in root.iter(etree.Element) if path_of(each) == path]
        for record in records[first::2]:
            record.getparent().remove(record)
        parts.append(etree.tostring(root))
    return parts if len(records) >= 4 else None


TYPES: list[Any] = [
    "string", "number", "integer", "boolean", "null", "object", "array", ["string", "null"], ["number", "string"],
    ["integer", "boolean"], ["boolean", "string", "null"], ["object", "string"], ["object", "null"], ["integer", "null"],
]
# A schema may have the keywords of a type only with this type.
KEYWORDS = {"object": ("properties", "required", "additionalProperties"), "array": ("items", "minItems"), "string": ("format",)}


def nodes(schema: Any) -> list[dict[str, Any]]:
    """All schemas in a schema."""
    found = [schema]
    for each in found:
        found += [inner for inner in [*each.get("properties", {}).values(), each.get("items")] if isinstance(inner, dict)]
    return found


def edited(schema: bytes, random: Random) -> bytes:
    """A schema with a few other keywords, as a user might edit them."""
    root = json.loads(schema)
    for _ in range(random.choice([1, 1, 2, 3])):
        node = random.choice(nodes(root))
        properties = node.get("properties", {})
        match random.choice(["type", "type", "array", "others", "less", "required", "optional", "items", "format"]):
            case "type":
                node["type"] = random.choice(TYPES)
            case "array" if node is not root:
                inner = dict(node)
                node.clear()
                node |= {"type": "array", "items": inner}
            case "others":
                node["additionalProperties"] = random.choice([True, False, {"type": "string"}, {"type": "array"}])
            case "less" if properties:
                del properties[random.choice(list(properties))]
            case "required":
                node["required"] = sorted({*node.get("required", []), random.choice([*properties, "wanted"])})
            case "optional":
                node.pop("required", None)
            case "items":
                node["minItems"] = random.choice([0, 1, 2])
            case "format":
                node["format"] = random.choice(["date", "date-time", "uri", "email"])
    for node, (name, keywords) in itertools.product(nodes(root), KEYWORDS.items()):
        if name not in node.get("type", name):
            for keyword in keywords:
                node.pop(keyword, None)
    return json.dumps(root).encode()


def pairs(given: Session, kind: str) -> Iterator[tuple[str | int, list[bytes], str]]:
    """Two halves of each document, and the path of their records."""
    if kind != "real":
        for number in given.numbers:
            yield number, documents.member(given.seed, number, (4, 8, 16, 32), step=2), documents.RECORDS
        return
    for name, content in session.real().items():
        for path in likely_records(given.command, given.command.write("whole.xml", content))[:3]:
            if parts := cut(content, path):
                yield f"{name}, {path}", parts, path


def halves(given: Session, kind: str, name: str, report: Report) -> None:
    """Learns from half of the records, perhaps edits the schema, and converts the other half."""
    command = given.command
    for label, contents, path in pairs(given, kind):
        one, other = (command.write(f"{place}.xml", half) for place, half in enumerate(contents))
        flags = [*SETS[name], "--records", path]
        described = command.run("-c", "--describe=json-schema", *learning(name, flags), one)
        plain = command.run("-c", *flags, other)
        if described.status != 0 or plain.status != 0:
            report.counts["not read"] += 1
            continue
        schema = described.out
        command.write(SCHEMA, schema)
        values = command.run("-c", "--shape", SCHEMA, *flags, one).lines
        if kind != "edited" and (line := less_strict(schema, values, plain.lines)):
            report.fail(label, b"\n".join(contents), "GenSON alone rejects a record", f"{line.decode()}\nschema: {schema.decode()}")
        if kind == "edited":
            schema = edited(schema, Random(f"{given.seed}/{name}/{label}"))
            command.write(SCHEMA, schema)
        if found := mismatch(command, schema, plain.lines, [*flags, other], kind == "edited", report):
            report.fail(label, b"\n".join(contents), found[0], f"{found[1]}\nschema: {schema.decode()}")


def less_strict(schema: bytes, values: list[bytes], lines: list[bytes]) -> bytes | None:
    """A line that xml2dict's schema accepts, and GenSON's schema of the same values refuses."""
    builder = SchemaBuilder()
    for value in values:
        builder.add_object(json.loads(value))
    ours = validator(schema)
    theirs = Draft202012Validator(builder.to_schema() | {"$schema": Draft202012Validator.META_SCHEMA["$schema"]})
    return next((line for line in lines if ours.is_valid(json.loads(line)) and not theirs.is_valid(json.loads(line))), None)


def mismatch(
    command: Command, schema: bytes, plain: list[bytes], words: list[str], is_edited: bool, report: Report
) -> tuple[str, str] | None:
    """How the output under a schema differs from what the model expects of it."""
    # The shaped record of each that fits, and `None` for the others.
    wanted: list[str | None] = []
    known, text = model.read(schema), text_key(words)
    for line in plain:
        try:
            wanted.append(model.write(model.fit(model.read(line), known, text)))
        except model.Mismatch:
            wanted.append(None)
    expected = [want for want in wanted if want is not None]
    report.counts["records that fit"] += len(expected)
    report.counts["refused"] += len(wanted) - len(expected)

    def shaped(*more: str) -> tuple[session.Run, list[str]]:
        run = command.run("-c", "--shape", SCHEMA, *more, *words)
        return run, [model.write(model.read(line)) for line in run.lines]

    run, printed = shaped("--on-error", "skip", "--max-errors", "1000000")
    if is_edited and run.err.startswith(f"xml2dict: --shape: {SCHEMA}: "):
        report.counts["schemas refused"] += 1
        return None
    if printed != expected:
        first = next((pair for pair in itertools.zip_longest(expected, printed) if pair[0] != pair[1]), None)
        return "other records", f"expected and printed: {first}\n{run.err}"
    accepts = validator(schema)
    for line in run.lines:
        if found := complaint(accepts, line):
            return f"not valid: {found}", line.decode()
    # Without --on-error skip, the first record that does not fit ends the conversion.
    run, printed = shaped()
    if run.status != (65 if None in wanted else 0):
        return f"status {run.status}", run.err
    if printed != list(itertools.takewhile(lambda want: want is not None, wanted)):
        return "not the records before the first that does not fit", run.err
    # With this one, all records are delivered, and those that fit as before.
    run, printed = shaped("--on-mismatch", "warn")
    if run.status != 0 or len(printed) != len(plain) or bool(run.err) != (None in wanted):
        return f"warn: status {run.status}, {len(printed)} lines for {len(plain)}", run.err
    for line, result, want in zip(plain, printed, wanted):
        if want not in (None, result) or not model.same(model.read(line), model.read(result), text, nulls=True):
            return "warn: another record", f"printed {result}\nexpected {want}\nplain {line.decode()}"
    return None


if __name__ == "__main__":
    checks = {
        "fit": Check(dict.fromkeys(("real", "suite", "random"), list(SETS)), fit, count=500),
        "halves": Check(dict.fromkeys(("real", "random", "edited"), HALVES), halves, count=400),
    }
    sys.exit(session.main(checks))

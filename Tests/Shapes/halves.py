"""Checks which records `xml2dict --shape` refuses: it learns from half of the records and converts the other half.

    halves.py COMMAND [CORPORA] [--count N] [--seed TEXT] [--set NAME ...]

COMMAND is the built xml2dict, CORPORA the folder with real documents. "changed" are random documents under schemas that
are edited at random. The model says for each record whether it fits and what results; `jsonschema` must accept the output.
Exit status: 0 when all hold, 1 when one does not.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any
from xml.parsers import expat

import documents
import model
import testing
from testing import Command, Failures, Run

SETS: dict[str, tuple[str, ...]] = {
    "default": (),
    "types": ("--types",),
    "xmltodict": ("--convention", "xmltodict"),
    "xmltodict, types": ("--convention", "xmltodict", "--types", "--nil"),
    "strings": ("--text-only", "string", "--empty", "null", "--trim", "none", "--types"),
    "empty strings": ("--text-only", "string", "--empty", "string"),
    "groups": ("--attributes", "group", "--empty", "omit"),
    "badgerfish": ("--convention", "badgerfish"),
    "parker": ("--convention", "parker", "--types"),
    # The description gets --types, and the conversion does not.
    "types of the schema": ("--convention", "xmltodict"),
    # The other way round.
    "strings of the schema": ("--convention", "xmltodict", "--types"),
}
LEARNED = {"types of the schema": ["--types"]}
NOT_LEARNED = {"strings of the schema": ["--types"]}
TAG = re.compile(rb"<(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
SKIP = ("--on-error", "skip", "--max-errors", "1000000")


class Cutter:
    """Finds where the records at a path of a document begin and end."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.open: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end

    def start(self, name: str, _: dict[str, str]) -> None:
        self.open.append(name)
        if "/" + "/".join(self.open) == self.path:
            self.starts.append(self.parser.CurrentByteIndex)

    def end(self, _: str) -> None:
        if "/" + "/".join(self.open) == self.path:
            self.ends.append(self.parser.CurrentByteIndex)
        self.open.pop()


def cut(content: bytes, path: str) -> tuple[bytes, bytes] | None:
    """Two documents with every second record of one at a path; `None` for fewer than four, or another encoding."""
    cutter = Cutter(path)
    try:
        cutter.parser.Parse(content, True)
    except expat.ExpatError:
        return None
    ranges = []
    for start, end in zip(cutter.starts, cutter.ends):
        # A tag can have ">" in the value of an attribute. The place of an end is that of the end tag.
        tag = TAG.match(content, start)
        if not tag:
            return None
        ranges.append((start, tag.end() if tag.group().endswith(b"/>") else content.index(b">", end) + 1))
    if len(ranges) < 4:
        return None
    return tuple(without(content, ranges[first::2]) for first in (1, 0))  # type: ignore[return-value]


def without(content: bytes, ranges: list[tuple[int, int]]) -> bytes:
    for start, end in reversed(ranges):
        content = content[:start] + content[end:]
    return content


TYPES: list[Any] = [
    "string", "number", "integer", "boolean", "null", "object", "array", ["string", "null"], ["number", "string"],
    ["integer", "boolean"], ["boolean", "string", "null"], ["object", "string"], ["object", "null"], ["integer", "null"],
]

# A schema may have the keywords of a type only with this type.
KEYWORDS = {
    "object": ("properties", "required", "additionalProperties"),
    "array": ("items", "minItems"),
    "string": ("format",),
}


def nodes(schema: Any) -> list[dict[str, Any]]:
    """All schemas in a schema."""
    found = [schema]
    for each in found:
        found += [inner for inner in [*each.get("properties", {}).values(), each.get("items")] if isinstance(inner, dict)]
    return found


def changed(schema: bytes, random: Random) -> bytes:
    """Another schema: a few keywords are others, as a user might edit them."""
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
                node["required"] = [*node.get("required", []), random.choice([*properties, "wanted"])]
            case "optional":
                node.pop("required", None)
            case "items":
                node["minItems"] = random.choice([0, 1, 2])
            case "format":
                node["format"] = random.choice(["date", "date-time", "uri", "email"])
    for node in nodes(root):
        for name, keywords in KEYWORDS.items():
            if name not in node.get("type", name):
                for keyword in keywords:
                    node.pop(keyword, None)
    return json.dumps(root).encode()


class Check:
    """The runs of one set of options."""

    def __init__(self, command: Command, name: str, changes: str | None) -> None:
        self.command = command
        self.name = name
        # With this seed, schemas are not as they were learned.
        self.changes = changes
        self.counts: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.failures = Failures()

    def check(self, label: str, halves: tuple[bytes, bytes], path: str) -> None:
        found = self.fault(halves, path)
        if found:
            reason, detail = found
            self.failures.add(label, b"\n".join(halves), reason, detail)

    def fault(self, halves: tuple[bytes, bytes], path: str) -> tuple[str, str] | None:
        """What is wrong, and the details."""
        command = self.command
        one, other = (command.write(f"{place}.xml", half) for place, half in enumerate(halves))
        flags = [*SETS[self.name], "--records", path]
        learning = [flag for flag in flags if flag not in NOT_LEARNED.get(self.name, [])] + LEARNED.get(self.name, [])
        described = command.run("--describe=json-schema", *learning, one)
        plain = command.run(*flags, other)
        if described.status != 0 or plain.status != 0:
            self.counts["not read"] += 1
            return None
        learned = changed(described.out, Random(f"{self.changes}/{described.out.decode()}")) if self.changes else described.out
        return self.under(learned, plain, flags, other)

    def under(self, learned: bytes, plain: Run, flags: list[str], other: str) -> tuple[str, str] | None:
        """What is wrong under a schema."""
        command = self.command
        schema = model.read(learned)
        expected: list[str] = []
        refused: list[str] = []
        for line in plain.lines:
            try:
                expected.append(model.write(model.fit(model.read(line), schema)))
                refused.append("")
            except model.Mismatch as mismatch:
                refused.append(str(mismatch))
                self.reasons[re.sub(r"\[.*", "…", mismatch.reason)] += 1
        self.counts["records that fit"] += len(expected)
        self.counts["refused"] += len(plain.lines) - len(expected)
        command.write("schema.json", learned)
        shaped = command.run("--shape", "schema.json", *SKIP, *flags, other)
        if shaped.status == 64 and self.changes:
            self.counts["schemas refused"] += 1
            self.reasons[re.sub(r" \(at .*", "", shaped.err.splitlines()[0])] += 1
            return None
        printed = [model.write(model.read(line)) for line in shaped.lines]
        context = f"schema: {learned.decode()[:1200]}\n    "
        if printed != expected:
            return "other records", context + self.difference(plain.lines, printed, expected, refused, shaped.err)
        accepts = testing.validator(learned)
        for line in shaped.lines:
            if complaint := testing.complaint(accepts, line):
                return f"not valid: {complaint}", f"{line.decode()}\n    {context}"
        # Without --on-error skip, the first record that does not fit ends the conversion.
        stopped = command.run("--shape", "schema.json", *flags, other)
        if stopped.status != (65 if any(refused) else 0):
            return f"status {stopped.status}", stopped.err + context
        before = next((place for place, reason in enumerate(refused) if reason), len(refused))
        if [model.write(model.read(line)) for line in stopped.lines] != expected[:before]:
            return "not the records before the first that does not fit", stopped.err + context
        return self.tolerant(flags, other, plain.lines, expected, refused, context)

    def tolerant(
        self, flags: list[str], other: str, plain: list[bytes], expected: list[str], refused: list[str], context: str
    ) -> tuple[str, str] | None:
        """What is wrong where all records are delivered."""
        fitting = iter(expected)
        wanted = [None if reason else next(fitting) for reason in refused]
        run = self.command.run("--shape", "schema.json", "--on-mismatch", "warn", *flags, other)
        if run.status != 0 or len(run.lines) != len(plain):
            return f"warn: status {run.status}, {len(run.lines)} lines for {len(plain)}", run.err + context
        if bool(run.err) != any(refused):
            return "warn: a warning, or none", run.err + context
        for line, before, want in zip(run.lines, plain, wanted):
            printed = model.write(model.read(line))
            if want is not None and printed != want:
                return "warn: a record that fits is another", f"{context}printed {printed}\n    expected {want}"
            if not model.same(model.read(before), model.read(line), nulls=True):
                return "warn: other values", f"{context}printed {printed}\n    plain {before.decode()}"
        return None

    @staticmethod
    def difference(plain: list[bytes], printed: list[str], expected: list[str], refused: list[str], messages: str) -> str:
        text = f"{len(printed)} records, and {len(expected)} of {len(plain)} fit\n    "
        for place, want in enumerate(expected):
            if place >= len(printed) or printed[place] != want:
                got = printed[place] if place < len(printed) else "nothing"
                return f"{text}expected {want[:600]}\n    printed  {got[:600]}\n    {messages[:1200]}"
        last = printed[len(expected)] if len(printed) > len(expected) else ""
        return f"{text}also printed {last[:600]}\n    {[reason for reason in refused if reason][:5]}\n    {messages[:1200]}"


def inputs(command: Command, arguments: argparse.Namespace, kind: str) -> list[tuple[str, tuple[bytes, bytes], str]]:
    """The name, the halves and the path of the records of each document."""
    found: list[tuple[str, Any, str]] = []
    if kind != "real":
        for number in range(arguments.count):
            found.append((f"document {number} of seed {arguments.seed}", documents.halves(arguments.seed, number), documents.RECORDS))
    else:
        for name, content in testing.real(arguments.corpora):
            for path in testing.likely_records(command, command.write("whole.xml", content))[:3]:
                found.append((f"{name}, {path}", cut(content, path), path))
    return [(name, halves, path) for name, halves, path in found if halves]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=Path, metavar="COMMAND")
    parser.add_argument("corpora", type=Path, metavar="CORPORA", nargs="?")
    parser.add_argument("--count", type=int, default=1000, help="random documents for each set of options (default 1000)")
    parser.add_argument("--seed", default="1", help="another one gives other documents (default 1)")
    parser.add_argument("--set", action="append", choices=SETS, help="only this set of options")
    parser.add_argument("--only", action="append", choices=["real", "random", "changed"], help="only these documents")
    arguments = parser.parse_args()
    kinds = arguments.only or (["real", "random", "changed"] if arguments.corpora else ["random", "changed"])
    sys.setrecursionlimit(20000)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        command = Command(arguments.command.resolve(), Path(folder))
        for kind in kinds:
            loaded = inputs(command, arguments, kind)
            for name in arguments.set or list(SETS):
                start = time.monotonic()
                check = Check(command, name, f"{arguments.seed}/{name}" if kind == "changed" else None)
                for label, halves, path in loaded:
                    check.check(label, halves, path)
                counts = "".join(f", {count} {word}" for word, count in sorted(check.counts.items()))
                wrong = len(check.failures.found)
                print(f"{kind}, {name}: {wrong} of {len(loaded)} wrong{counts} ({time.monotonic() - start:.1f} s)")
                print("  refused for: " + ", ".join(f"{count} {reason}" for reason, count in check.reasons.most_common(12)), flush=True)
                check.failures.show()
                failed += wrong
    print(f"halves: {failed} wrong, {command.runs} runs")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Checks that the schemas of `xml2dict --describe=json-schema` are at least as strict as those of GenSON.

    genson_compare.py COMMAND CORPORA [--mutations N] [--seed TEXT]

COMMAND is the built xml2dict, CORPORA the folder with real documents. GenSON learns from the output under our schema: the
same values. Then the values change at random, and what GenSON's schema rejects, ours must reject. Exit status: 0 when
that holds, 1 when it does not.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import testing
from genson import SchemaBuilder
from jsonschema import Draft202012Validator
from testing import Command, Failures

SETS: dict[str, tuple[str, ...]] = {
    "default": (),
    "types": ("--types",),
    "xmltodict, types": ("--convention", "xmltodict", "--types"),
    "parker": ("--convention", "parker"),
    "gdata": ("--convention", "gdata", "--types"),
}
# Why ours rejects a value that GenSON's accepts: the keyword of ours that does.
EXPLAINED = {
    "additionalProperties": "GenSON allows keys that it has not seen",
    "format": "GenSON knows no formats",
    "minItems": "GenSON allows empty arrays",
    "type": "GenSON has seen other types, too",
    "required": "GenSON requires fewer keys",
}
SCALARS: list[Any] = ["x", "", "7", 7, 7.5, True, None, {}, [], [7], ["x"], {"x": "y"}]


def places(value: Any) -> list[tuple[Any, Any]]:
    """All places in a value: the dictionary or array, and the key or index."""
    found: list[tuple[Any, Any]] = []
    rest = [value]
    while rest:
        each = rest.pop()
        for key in list(each) if isinstance(each, dict) else range(len(each)) if isinstance(each, list) else []:
            found.append((each, key))
            rest.append(each[key])
    return found


def mutate(value: Any, random: Random) -> tuple[str, Any]:
    """Another value, and how it differs."""
    changed = copy.deepcopy(value)
    found = places(changed)
    if not found:
        return "another type", random.choice(SCALARS)
    holder, key = random.choice(found)
    kind = random.choice(["a key less", "a key more", "another type", "another text", "no items", "an item more", "unwrapped"])
    target = holder[key]
    if kind == "a key less" and isinstance(holder, dict):
        del holder[key]
    elif kind == "a key more" and isinstance(target, dict):
        target["not seen before"] = random.choice(SCALARS)
    elif kind == "another text" and isinstance(target, str):
        holder[key] = random.choice(["x", "", "7", "2026-11-23", "2026-02-30", "http://x/", "http://x y"])
    elif kind == "no items" and isinstance(target, list):
        holder[key] = []
    elif kind == "an item more" and isinstance(target, list):
        target.append(random.choice([*SCALARS, *target]))
    elif kind == "unwrapped" and isinstance(target, list) and target:
        holder[key] = target[0]
    else:
        kind = "another type"
        holder[key] = random.choice(SCALARS)
    return kind, changed


def keywords(accepts: Draft202012Validator, value: Any) -> str | None:
    """The keywords of a schema that reject a value."""
    found = sorted({str(error.validator) for error in accepts.iter_errors(value)})
    return " and ".join(found) if found else None


class Check:
    """The comparison under one set of options."""

    def __init__(self, command: Command, name: str, mutations: int, random: Random) -> None:
        self.command = command
        self.flags = list(SETS[name])
        self.mutations = mutations
        self.random = random
        self.counts: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.failures = Failures()

    def values(self, flags: list[str], file: str, schema: bytes) -> list[Any]:
        """What the document is under our schema."""
        self.command.write("schema.json", schema)
        run = self.command.run("--shape", "schema.json", *flags, file)
        if run.status != 0:
            raise SystemExit(f"status {run.status}: {run.err}")
        return [json.loads(line) for line in run.lines]

    def check(self, name: str, content: bytes) -> None:
        file = self.command.write("whole.xml", content)
        paths = testing.likely_records(self.command, file)
        flags = [*self.flags, *(["--records", paths[0]] if paths else [])]
        described = self.command.run("--describe=json-schema", *flags, file)
        if described.status != 0:
            return
        ours = testing.validator(described.out)
        values = self.values(flags, file, described.out)
        builder = SchemaBuilder()
        for value in values:
            builder.add_object(value)
        theirs = Draft202012Validator(builder.to_schema() | {"$schema": Draft202012Validator.META_SCHEMA["$schema"]})
        for value in values:
            if found := keywords(ours, value) or keywords(theirs, value):
                self.failures.add(name, content, f"a value of its own is rejected: {found}", json.dumps(value)[:600])
                return
        for _ in range(self.mutations):
            value = self.random.choice(values)
            kind, changed = mutate(value, self.random)
            mine, other = keywords(ours, changed), keywords(theirs, changed)
            self.counts["both reject" if mine and other else "ours alone" if mine else "GenSON alone" if other else "both accept"] += 1
            if mine and not other:
                self.kinds[f"{kind}: {mine}"] += 1
            if other and not mine:
                detail = f"{kind}: {other}\n    {json.dumps(changed)[:800]}\n    {described.out.decode()[:1500]}\n    {builder.to_json()[:1500]}"
                self.failures.add(name, content, f"GenSON alone rejects: {other}", detail)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=Path, metavar="COMMAND")
    parser.add_argument("corpora", type=Path, metavar="CORPORA")
    parser.add_argument("--mutations", type=int, default=50, help="changed values for each document and set (default 50)")
    parser.add_argument("--seed", default="1", help="another one gives other changes (default 1)")
    arguments = parser.parse_args()
    sys.setrecursionlimit(20000)
    failed = 0
    reasons: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        command = Command(arguments.command.resolve(), Path(folder))
        for name in SETS:
            check = Check(command, name, arguments.mutations, Random(f"{arguments.seed}/{name}"))
            for label, content in testing.real(arguments.corpora, 100_000):
                check.check(label, content)
            print(f"{name}: " + ", ".join(f"{count} {word}" for word, count in check.counts.most_common()), flush=True)
            check.failures.show()
            failed += len(check.failures.found)
            reasons += check.kinds
    print("ours alone rejects:")
    for reason, count in reasons.most_common():
        words = "; ".join(EXPLAINED.get(word, "?") for word in reason.split(": ")[1].split(" and "))
        print(f"  {count:6} {reason}: {words}")
    print(f"genson_compare: {failed} values that only GenSON rejects")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

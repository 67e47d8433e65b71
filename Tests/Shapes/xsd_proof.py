"""Holds `--shape SCHEMA.xsd` to the oracle: see README.md.

    XML2DICT_COMMAND=... Scripts/python-test Tests/Shapes/xsd_proof.py
    Scripts/python-test Tests/Shapes/xsd_proof.py --only w3c --limit 100 --jobs 2
    Scripts/python-test Tests/Shapes/xsd_proof.py --only random --seed 7 --count 2000
    Scripts/python-test Tests/Shapes/xsd_proof.py --only w3c --name Wildcards_w3c/wildZ002 --keep /tmp/kept

`Scripts/python-test` gives the command as the first argument. Exit status: 1 when anything is wrong, 77 without corpora.
"""

from __future__ import annotations

import argparse
import datetime
import json
import multiprocessing
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any
from xml.parsers.expat import ExpatError

import xmlschema
import xsd_rules
from jsonschema import Draft202012Validator
from xsd_corpora import KINDS, Task, unpacked
from xsd_expected import Collision, Expected
from xsd_generator import Chance, Generator, Impossible, Plan, Texts, roots
from xsd_oracle import Mismatch, Oracle, expanded, local
from xsd_random import RandomSchema

HERE = Path(__file__).resolve().parent
CORPORA = Path(os.environ.get("XML2DICT_CORPORA") or HERE.parents[2] / "shared" / "corpora")
KNOWN = HERE / "xsd-known.txt"
XMLTODICT = ("-c", "--convention", "xmltodict")
KEYS = {"as written": ((), expanded), "stripped": (("--namespaces", "strip"), local)}
# Plans of documents: choices and texts of three kinds, each with repeatable elements once and twice.
VARIANTS, REPEATS = range(3), (1, 2)
RANDOM_DOCUMENTS, LIMIT, SLOWEST, SHOWN = 4, 60, 1.0, 3
REDEFINE = "; write the changed types into a schema of their own"
REFUSAL = re.compile(r"^xml2dict: .+?:\d+(:\d+)?: .+", re.MULTILINE)


@dataclass
class Result:
    """The result of one task: counts, and errors as a check, a reason and details."""

    name: str
    counts: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str, str]] = field(default_factory=list)

    def fail(self, check: str, reason: str, detail: str) -> None:
        self.failures.append((check, reason, detail))


@dataclass
class Run:
    status: int
    out: str
    err: str
    seconds: float

    @property
    def first(self) -> str:
        """The first message without its position."""
        line = next(iter(self.err.splitlines()), f"status {self.status}, no message")
        return re.sub(r"^xml2dict: (\S+?:\d+(:\d+)?: )?", "", line)[:160]


def run(command: str, *words: str | Path) -> Run:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run([command, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT, check=False)
        status, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        status, out, err = -1, b"", b"xml2dict: no end after a minute"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(status, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"), seconds)


# MARK: Comparison


def difference(found: Any, wanted: Any, path: str = "") -> tuple[str, str] | None:
    """The path of the first difference of two JSON values, where numbers are Decimals, and the difference."""
    if type(found) is not type(wanted):
        return path, f"{kind_of(found)} instead of {kind_of(wanted)}"
    if isinstance(found, dict):
        if odd := sorted(found.keys() ^ wanted.keys()):
            return f"{path}/{odd[0]}", "a key too many" if odd[0] in found else "a key is missing"
        return next((each for key in found if (each := difference(found[key], wanted[key], f"{path}/{key}"))), None)
    if isinstance(found, list):
        if len(found) != len(wanted):
            return path, f"{len(found)} items instead of {len(wanted)}"
        return next((each for one, other in zip(found, wanted, strict=True) if (each := difference(one, other, path))), None)
    return None if found == wanted else (path, f"{found!r} instead of {wanted!r}"[:60])


def kind_of(value: Any) -> str:
    names = {dict: "a dictionary", list: "an array", str: "a string", bool: "a boolean", Decimal: "a number", type(None): "null"}
    return names[type(value)]


def kinds(value: Any, path: str, found: dict[str, set[str]]) -> dict[str, set[str]]:
    """The JSON types at each path."""
    found.setdefault(path, set()).add(kind_of(value))
    for key, each in value.items() if isinstance(value, dict) else ():
        kinds(each, f"{path}/{key}", found)
    for each in value if isinstance(value, list) else ():
        kinds(each, f"{path}[]", found)
    return found


def disagreement(first: Any, second: Any, loose: set[str]) -> str | None:
    """The first path with other JSON types in the other document, unless the documents may decide there."""
    one, other = kinds(first, "", {}), kinds(second, "", {})
    for path in one.keys() & other.keys():
        plain = path.replace("[]", "")
        if one[path] != other[path] and not any(plain == each or plain.startswith(f"{each}/") for each in loose):
            return f"{path}: {sorted(one[path])} and {sorted(other[path])}"
    return None


def parsed(text: str) -> Any:
    return json.loads(text, parse_float=Decimal, parse_int=Decimal)


# MARK: Documents of a schema


@dataclass
class Made:
    """A document made from the schema, and where the JSON types of others are to be the same."""

    file: Path
    # Documents with the same key are twins.
    twins: tuple[str, int]


def made_documents(schema: Any, folder: Path, chance: Random | None, result: Result) -> Iterator[Made]:
    """Documents that xmlschema accepts."""
    oracle, texts = Oracle(schema), Texts()
    plans = [(root, variant, Plan(repeats, variant)) for root in roots(schema) for variant in VARIANTS for repeats in REPEATS]
    if chance is not None:
        plans = [(each, -1 - number, Chance(chance)) for each in roots(schema) if each.name.endswith("root") for number in range(RANDOM_DOCUMENTS)]
    for number, (root, variant, plan) in enumerate(plans):
        try:
            text = Generator(oracle, texts, plan).document(root)
            valid = schema.is_valid(text, use_location_hints=False)
        except (Impossible, KeyError, xmlschema.XMLResourceError):
            result.counts["not made"] += 1
            continue
        result.counts["made" if valid else "made and invalid"] += 1
        if valid:
            file = folder / f"{number}.xml"
            file.write_text(text, encoding="utf-8")
            yield Made(file, (root.name, variant))


def convert(command: str, words: list[str | Path], files: list[Path]) -> dict[Path, Run]:
    """The run for each document: one run for all if there is no error."""
    whole = run(command, *words, *files)
    lines = whole.out.splitlines()
    if whole.status == 0 and not whole.err and len(lines) == len(files):
        return {file: Run(0, line, "", 0) for file, line in zip(files, lines, strict=True)}
    return {file: run(command, *words, file) for file in files}


def compare(command: str, task: Task, schema: Any, files: list[Path], check: str, result: Result) -> dict[str, dict[Path, tuple[Any, set[str]]]]:
    """Compares the JSON of documents with what the oracle expects, and validates it; returns it with its loose paths."""
    shapes: list[str | Path] = [word for each in task.schemas for word in ("--shape", each)]
    found: dict[str, dict[Path, tuple[Any, set[str]]]] = {}
    for keys, (flags, key) in KEYS.items():
        found[keys] = {}
        described = run(command, *XMLTODICT, *flags, *shapes, "--describe=json-schema")
        accepts = None
        if described.status == 0:
            accepts = Draft202012Validator(json.loads(described.out))
            Draft202012Validator.check_schema(accepts.schema)
        oracle = Oracle(schema, key)
        for file, done in convert(command, [*XMLTODICT, *flags, *shapes], files).items() if files else ():
            repeat = shlex.join(map(str, [*XMLTODICT, *flags, *shapes, file]))
            expected = Expected(oracle)
            try:
                wanted = expected.document(file.read_bytes())
            except (Collision, ExpatError) as error:
                result.counts[f"without an expectation: {type(error).__name__}"] += 1
                continue
            except Mismatch as error:
                result.counts["mismatches, as expected"] += done.status == 65
                if done.status != 65 or check == "documents":
                    odd = re.sub(r"^.*: ", "", str(error))
                    result.fail(check, f"{keys}: {'no' if done.status == 0 else 'valid, but a'} mismatch: {odd}", f"{error}\n{repeat}")
                continue
            if done.status != 0 or done.err:
                result.fail(check, f"{keys}: status {done.status}: {done.first}", f"{repeat}\n{done.err[:600]}")
                continue
            value = parsed(done.out)
            result.counts[f"{check}, compared {keys}"] += 1
            found[keys][file] = value, expected.loose
            if odd := difference(value, wanted):
                result.fail(check, f"{keys}: {odd[1]}", f"{odd[0]}\n{repeat}\n{done.out[:500]}")
            elif accepts is not None and not expected.retypes and (odd := next(accepts.iter_errors(json.loads(done.out)), None)):
                result.fail("json-schema", f"{keys}: {odd.validator}", f"{odd.json_path}: {odd.message[:300]}\n{repeat}")
    return found


# MARK: Checks


def check_schema(command: str, task: Task, folder: Path, kind: str, chance: Random | None = None) -> Result:
    """All checks of one schema."""
    result = Result(f"{kind} {task.name}")
    loads(command, task, result)
    if not task.is_valid:
        return result
    schema = parse(task, result)
    if schema is None or not result.counts["loaded"]:
        return result
    made = list(made_documents(schema, folder, chance, result))
    result.counts["schemas with documents made"] += bool(made)
    found = compare(command, task, schema, [each.file for each in made], "made", result)
    first: dict[tuple[str, tuple[str, int]], Made] = {}
    for keys, values in found.items():
        for each in made:
            other = first.setdefault((keys, each.twins), each)
            if other is not each and other.file in values and each.file in values and chance is None:
                (one, loose), (two, more) = values[other.file], values[each.file]
                result.counts["twins"] += 1
                if odd := disagreement(one, two, loose | more):
                    result.fail("twins", keys, f"{odd}\n{other.file} {each.file}")
    real = [each for each in task.documents if task.is_sure or is_valid(schema, each)]
    result.counts["documents"] += len(real)
    result.counts["parts of documents, left out"] += len(task.documents) - len(real)
    compare(command, task, schema, real, "documents", result)
    return result


def parse(task: Task, result: Result) -> Any:
    """The schema as xmlschema parses it, even with errors; None without one."""
    try:
        return task.parse()
    except xmlschema.XMLSchemaException as error:
        result.counts[f"xmlschema finds a fault in {task.name}: {str(error).splitlines()[0][:90]}"] += 1
    try:
        return task.parse("lax")
    except xmlschema.XMLSchemaException:
        result.counts["documents whose schema xmlschema cannot read"] += len(task.documents)
        return None


def is_valid(schema: Any, file: Path) -> bool:
    try:
        return schema.is_valid(str(file), use_location_hints=False)
    except (xmlschema.XMLSchemaException, OSError):
        return False


def is_right(task: Task) -> bool:
    try:
        return bool(task.parse())
    except xmlschema.XMLSchemaException:
        return False


def loads(command: str, task: Task, result: Result) -> None:
    """A schema loads or is refused with its position and a reason, within a second; a valid one without redefine loads."""
    done = run(command, *(word for each in task.schemas for word in ("--shape", each)), "--describe=json-schema")
    repeat = shlex.join(["--describe=json-schema", *(word for each in task.schemas for word in ("--shape", str(each)))])
    result.counts["loaded" if done.status == 0 else "refused"] += 1
    result.counts["invalid and loaded"] += done.status == 0 and not task.is_valid
    if done.status not in (0, 65):
        result.fail("loads", f"status {done.status}: {done.first}", f"{repeat}\n{done.err[:300]}")
    elif done.status == 65 and (done.out or not REFUSAL.search(done.err)):
        result.fail("loads", "a refusal without file and line, or with output", f"{repeat}\n{done.err[:300]}")
    elif done.status == 65 and REDEFINE in done.err:
        result.counts["redefine, refused by name"] += 1
    elif done.status == 65 and task.is_valid and (task.is_sure or is_right(task)):
        result.fail("loads", f"valid and refused: {done.first}", f"{repeat}\n{done.err[:300]}")
    if done.seconds > SLOWEST:
        result.fail("loads", "too slow", f"{done.seconds:.2f} s: {repeat}")


def check_random(command: str, seed: str, number: int, folder: Path) -> Result:
    chance = Random(f"{seed} {number}")
    (folder / "schema.xsd").write_text(RandomSchema(chance).text(), encoding="utf-8")
    task = Task(f"{seed}/{number}", [folder / "schema.xsd"])
    try:
        task.parse()
    except xmlschema.XMLSchemaException:
        return Result(f"random {task.name}", Counter({"ambiguous": 1}))
    return check_schema(command, task, folder, "random", chance)


# MARK: The run


def work(job: tuple[str, str, Any, Path]) -> Result:
    command, kind, what, folder = job
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(20000)
    folder.mkdir(parents=True)
    try:
        return check_random(command, *what, folder) if kind == "random" else check_schema(command, what, folder, kind)
    except Exception as error:  # noqa: BLE001  a fault of this test is a failure as well
        name = what[1] if kind == "random" else what.name
        return Result(f"{kind} {name}", failures=[("proof", f"{type(error).__name__}: {error}"[:200], f"{folder}")])


def known_failures() -> dict[str, str]:
    """The pinned failures: a check and the name of a task, with the reason."""
    lines = [line for line in KNOWN.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {" ".join(line.split()[:3]): " ".join(line.split()[3:]) for line in lines}


def show(kind: str, results: list[Result], known: dict[str, str], seconds: float) -> int:
    """Prints the counts and the failures of one kind, and returns how many are new."""
    counts = sum((each.counts for each in results), Counter())
    failures: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    pinned = 0
    for each in results:
        for check, reason, detail in each.failures:
            if f"{check} {each.name}" in known:
                pinned += 1
            else:
                failures[check, reason].append((each.name, detail))
    wrong = sum(map(len, failures.values()))
    print(f"{kind}: {wrong} wrong, {pinned} known, {len(results)} schemas ({seconds:.0f} s)")
    for name, count in sorted(counts.items()):
        if count:
            print(f"    {count:6} {name}")
    for (check, reason), found in sorted(failures.items(), key=lambda item: -len(item[1])):
        print(f"  {len(found)} wrong, {check}: {reason}")
        for name, detail in sorted(found, key=lambda item: len(item[1]))[:SHOWN]:
            print(f"    {name}: " + detail.replace("\n", "\n        "))
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--only", choices=["rules", *KINDS, "random"], action="append")
    parser.add_argument("--limit", type=int, help="the first schemas of each kind")
    parser.add_argument("--name", help="the schema with this name")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", default=os.environ.get("XML2DICT_SEED") or datetime.date.today().isoformat())
    parser.add_argument("--count", type=int, default=2000, help="random schemas, of which a third is valid")
    parser.add_argument("--keep", type=Path, help="a new folder for schemas and documents")
    given = parser.parse_args()
    wrong = xsd_rules.check() if not given.only or "rules" in given.only else 0
    known, used = known_failures(), set()
    with tempfile.TemporaryDirectory() as temporary, multiprocessing.Pool(given.jobs) as pool:
        folder = given.keep or Path(temporary)
        for kind in [*KINDS, "random"]:
            if given.only and kind not in given.only:
                continue
            if kind != "random" and not (CORPORA / "xsd").is_dir():
                print(f"{kind}: skipped: there is no folder {CORPORA / 'xsd'}")
                continue
            start = time.monotonic()
            tasks = [(given.seed, number) for number in range(given.count)] if kind == "random" else list(KINDS[kind](unpacked(CORPORA, folder, kind)))
            if given.name:
                tasks = [each for each in tasks if given.name == (str(each[1]) if kind == "random" else each.name)]
            jobs = [(given.command, kind, each, folder / "made" / kind / str(number)) for number, each in enumerate(tasks[: given.limit])]
            results = list(pool.imap(work, jobs, chunksize=1))
            wrong += show(kind, results, known, time.monotonic() - start)
            used |= {f"{check} {each.name}" for each in results for check, _, _ in each.failures}
            if not given.name and not given.limit:
                for entry in [each for each in known if each.split()[1] == kind and each not in used]:
                    print(f"  {KNOWN.name}: {entry} is right now: remove it")
                    wrong += 1
    print(f"{wrong} wrong; repeat random schemas with --only random --seed {given.seed}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

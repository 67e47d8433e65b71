"""Loads what `xml2dict --describe=duckdb` and its like write into the databases, and reads back what `--format` writes.

    check_tables.py COMMAND [CORPORA]

COMMAND is the built xml2dict, CORPORA a folder of real documents. What is expected comes from Python's own XML parser,
not from xml2dict. DuckDB is a Python package; SQLite needs its program sqlite3, for its dot commands, and PostgreSQL its
programs initdb, pg_ctl and psql: a part whose programs are missing is skipped, which is printed. Exit status: 0 when all
checks pass, 1 otherwise.
"""

from __future__ import annotations

import csv
import datetime
import glob
import io
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import duckdb

Row = dict[str, Any]

COMMAND = ""
passed = 0
failures: list[str] = []


class Refused(Exception):
    """The command, or a database, ended with an error."""


def check(name: str, body: Callable[[], None]) -> None:
    global passed
    try:
        body()
    except Exception as error:  # A check that breaks is one that failed.
        failures.append(name)
        words = " ".join(str(error).split())
        print(f"FAILED {name}: {type(error).__name__ if not words else words[:600]}", flush=True)
    else:
        passed += 1
        print(f"ok {name}", flush=True)


def same(got: Any, wanted: Any, what: str) -> None:
    if got != wanted:
        raise AssertionError(f"{what}: {got!r}, and not {wanted!r}")


def convert(folder: Path, *arguments: str) -> str:
    run = subprocess.run([COMMAND, "--no-progress", *arguments], cwd=folder, capture_output=True)
    if run.returncode:
        raise Refused(f"xml2dict {' '.join(arguments)}: {run.stderr.decode()}")
    return run.stdout.decode()


# Databases: each runs a script in a folder, and gives the rows of a table, as Python has them.


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


class DuckDB:
    name = "duckdb"

    def __init__(self) -> None:
        self.connection = duckdb.connect(config={"threads": 1})

    def run(self, folder: Path, script: str) -> None:
        self.connection.close()
        self.connection = duckdb.connect(config={"threads": 1})
        previous = os.getcwd()
        os.chdir(folder)
        try:
            self.connection.execute("SET TimeZone = 'UTC'") if self.has_zones() else None
            self.connection.execute(script)
        finally:
            os.chdir(previous)

    def has_zones(self) -> bool:
        try:
            self.connection.execute("SET TimeZone = 'UTC'")
        except duckdb.Error:
            return False
        return True

    def columns(self, table: str) -> dict[str, str]:
        return {row[0]: row[1] for row in self.connection.execute(f"DESCRIBE {quoted(table)}").fetchall()}

    def rows(self, table: str) -> list[Row]:
        columns = self.columns(table)
        # Python has a value with a zone only with another package: microseconds are as exact.
        values = [
            f"epoch_us({quoted(name)})" if kind == "TIMESTAMP WITH TIME ZONE" else quoted(name)
            for name, kind in columns.items()
        ]
        rows = self.connection.execute(f"SELECT {', '.join(values)} FROM {quoted(table)} ORDER BY rowid").fetchall()
        return [dict(zip(columns, row)) for row in rows]

    def instant(self, text: str) -> Any:
        return microseconds(text)

    def day(self, text: str) -> Any:
        return datetime.date.fromisoformat(text)

    def truth(self, text: str) -> Any:
        return text == "true"


class SQLite:
    name = "sqlite"

    def __init__(self) -> None:
        self.path: Path | None = None

    def run(self, folder: Path, script: str) -> None:
        self.path = folder / "tables.sqlite"
        self.path.unlink(missing_ok=True)
        # The program goes on after an error, with status 0 or 1: any word on stderr is one.
        run = subprocess.run(["sqlite3", "-batch", self.path.name], cwd=folder, input=script.encode(), capture_output=True)
        if run.returncode or run.stderr:
            raise Refused(f"sqlite3: {run.stderr.decode()}")

    def columns(self, table: str) -> dict[str, str]:
        with sqlite3.connect(str(self.path)) as connection:
            return {row[1]: row[2] for row in connection.execute(f"PRAGMA table_info({quoted(table)})")}

    def rows(self, table: str) -> list[Row]:
        with sqlite3.connect(str(self.path)) as connection:
            cursor = connection.execute(f"SELECT * FROM {quoted(table)} ORDER BY rowid")
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row)) for row in cursor]

    def instant(self, text: str) -> Any:
        return text

    def day(self, text: str) -> Any:
        return text

    def truth(self, text: str) -> Any:
        return int(text == "true")


class PostgreSQL:
    name = "postgresql"

    def __init__(self, socket: str) -> None:
        self.socket = socket

    def psql(self, folder: Path, script: str) -> str:
        arguments = ["psql", "-qXAt", "-v", "ON_ERROR_STOP=1", "-h", self.socket, "-p", "55433", "-U", "tables", "postgres"]
        run = subprocess.run(arguments, cwd=folder, input=script.encode(), capture_output=True)
        if run.returncode:
            raise Refused(f"psql: {run.stderr.decode()}")
        return run.stdout.decode()

    def run(self, folder: Path, script: str) -> None:
        self.folder = folder
        start = "SET client_min_messages = warning; DROP SCHEMA IF EXISTS t CASCADE; CREATE SCHEMA t; SET search_path = t;\n"
        self.psql(folder, start + script)

    def columns(self, table: str) -> dict[str, str]:
        query = (
            "SELECT json_object_agg(column_name, upper(data_type) ORDER BY ordinal_position) FROM information_schema.columns "
            f"WHERE table_schema = 't' AND table_name = '{table}';"
        )
        return json.loads(self.psql(self.folder, query))

    def rows(self, table: str) -> list[Row]:
        # A JSON column comes as its text, as from the other databases.
        values = [
            (f"{quoted(name)}::text" if kind.startswith("JSON")
             else f"(extract(epoch FROM {quoted(name)}) * 1000000)::bigint" if kind.startswith("TIMESTAMP") else quoted(name))
            + f" AS {quoted(name)}"
            for name, kind in self.columns(table).items()
        ]
        # Where a row goes is up to PostgreSQL: those of the shop have a number.
        order = next((quoted(name) for name in ("id", "@id") if self.columns(table).get(name) == "BIGINT"), "ctid")
        query = f"SELECT json_agg(row_to_json(x)) FROM (SELECT {', '.join(values)} FROM t.{quoted(table)} ORDER BY {order}) x;"
        return json.loads(self.psql(self.folder, query).strip() or "[]")

    def instant(self, text: str) -> Any:
        return microseconds(text)

    def day(self, text: str) -> Any:
        return text

    def truth(self, text: str) -> Any:
        return text == "true"


Database = DuckDB | SQLite | PostgreSQL


def microseconds(text: str) -> int:
    start = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    return (datetime.datetime.fromisoformat(text.replace("Z", "+00:00")) - start) // datetime.timedelta(microseconds=1)


@contextmanager
def postgresql() -> Iterator[PostgreSQL | None]:
    programs = [*sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True), *os.environ.get("PATH", "").split(":")]
    binaries = next((Path(folder) for folder in programs if (Path(folder) / "initdb").exists()), None)
    if binaries is None or not shutil.which("psql"):
        print("skipped: postgresql: there is no initdb or no psql here")
        yield None
        return
    # The server refuses to run as root.
    other: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
    # The path of a socket has at most some hundred bytes.
    folder = Path(tempfile.mkdtemp(prefix="tables", dir="/tmp"))
    data = folder / "data"
    started = False
    try:
        if other:
            shutil.chown(folder, "nobody", "nogroup")
        start = [binaries / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o"]
        options = f"-p 55433 -k {folder} -c listen_addresses= -c fsync=off"
        for arguments in (
            [binaries / "initdb", "-D", data, "-A", "trust", "-E", "UTF8", "--locale=C", "-U", "tables"],
            [*start, options, "start"],
        ):
            with (folder.parent / f"{folder.name}.log").open("w+") as log:
                run = subprocess.run(arguments, stdout=log, stderr=log, cwd="/", **other)
            if run.returncode:
                print(f"skipped: postgresql: {Path(arguments[0]).name} ended with status {run.returncode}")
                yield None
                return
        started = True
        yield PostgreSQL(str(folder))
    finally:
        if started:
            subprocess.run([binaries / "pg_ctl", "-D", data, "-m", "immediate", "stop"], stdout=subprocess.DEVNULL, cwd="/", **other)
        shutil.rmtree(folder, ignore_errors=True)
        (folder.parent / f"{folder.name}.log").unlink(missing_ok=True)


# Documents: a shop of items, and what Python's parser finds in it.

TEXTS = [
    'a "quoted", text', "it's", "two\nlines", "tab\tinside", "\ttab first", "cr\rinside", "\r\ncrlf first", "a,b;c|d", "=1+2", "+1",
    "-1-", "@x", "http://example.org/?a=1&b=2#c", "null", "NULL", "\\N", "\\n", "\\", "''", '"', '""', "{\"a\":1}", "[1]", "\u00e9\u65e5\U0001f600",
    "\u2028\u0085", " both ends ", "<&>", "true or", "--", "/* */", "$1", "%s", "\ufeffx", "x" * 5000, ".import", ";", "\\.",
]
URN = "{urn:p}"


def text(value: str) -> str:
    return escape(value, {"\r": "&#13;"})


def attribute(value: str) -> str:
    return quoteattr(value, {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def shop(count: int, seed: str) -> str:
    """Items without white space between the elements, so that none is text."""
    chance = random.Random(seed)
    items = []
    for index in range(count):
        first = index == 0  # The first has everything, the second hardly anything.
        second = index == 1
        some = lambda likely=0.6: first or not second and chance.random() < likely
        parts = [f"<name>{text(TEXTS[index % len(TEXTS)])}</name>"]
        if some():
            parts.append(f"<note>{text(chance.choice(TEXTS))}</note>" if chance.random() < 0.7 else "<note/>")
        parts.append(f"<price>{chance.choice(['1.10', '2', '0.05', '1234.5', '-7.25', '0', '1e2'])}</price>")
        if some():
            parts.append(f"<big>{chance.randrange(10**17, 2 * 10**17)}</big>")
        if some():
            parts.append(f"<huge>{chance.randrange(10**19, 10**20)}</huge>")
        if some():
            parts.append(f"<zip>00{chance.randrange(100)}</zip>")
        if some():
            parts.append(f"<day>20{chance.randrange(10, 30)}-02-{chance.randrange(10, 29)}</day>")
        if some():
            zone = chance.choice(["Z", "+02:00", "-11:30", "+14:00"])
            parts.append(f"<when>2024-01-{chance.randrange(10, 32)}T0{chance.randrange(10)}:05:09{chance.choice(['', '.5', '.123456'])}{zone}</when>")
        if some():
            parts.append(f"<ok>{chance.choice(['true', 'false'])}</ok>")
        if some():
            parts.append(f"<url>http://example.org/{index}?a=1&amp;b='2'</url>")
        for _ in range(3 if first else 0 if second else chance.randrange(4)):
            parts.append(f"<tag>{text(chance.choice(TEXTS))}</tag>")
        for size in range(2 if first else 0 if second else chance.randrange(3)):
            inner = "".join(f"<size>{text(chance.choice(TEXTS))}</size>" for _ in range(chance.randrange(3) if not first else 2))
            sku = f" sku={attribute(chance.choice(TEXTS))}" if chance.random() < 0.7 or first else ""
            parts.append(f"<variant{sku}>{inner}</variant>")
        if some():
            parts.append(f"<a.b>{text(chance.choice(TEXTS))}</a.b><c-d>{index}</c-d><p:e>{text(chance.choice(TEXTS))}</p:e>")
        if some():
            parts.append(f"<deep><er><est>{index}</est></er></deep>")
        if some():
            parts.append("<empty/>")
        if some():
            parts.append(f"<sel.ect order='{index}'/><from group={attribute(chance.choice(TEXTS))}>{text(chance.choice(TEXTS))}</from>")
        sale = f" sale={attribute('' if first else chance.choice([*TEXTS, '', '']))}" if some() else ""
        code = f" p:code='00{index}'" if some() else ""
        items.append(f"<item id='{index}'{sale}{code}>{''.join(parts)}</item>")
    return f"<shop xmlns:p='urn:p'>{''.join(items)}</shop>"


SINGLES = [
    "name", "note", "price", "big", "huge", "zip", "day", "when", "ok", "url", "a.b", "c-d", "p:e", "deep/er/est", "empty", "from", "from/@group",
    "sel.ect/@order", "@id", "@sale", "@p:code",
]
KINDS = {
    "price": "DOUBLE PRECISION", "big": "BIGINT", "huge": "TEXT", "zip": "TEXT", "day": "DATE", "when": "TIMESTAMP WITH TIME ZONE", "ok": "BOOLEAN",
    "c-d": "BIGINT", "deep/er/est": "BIGINT", "sel.ect/@order": "BIGINT", "@id": "BIGINT", "@p:code": "TEXT", "name": "TEXT",
}
SPELLINGS = {"DOUBLE PRECISION": ["DOUBLE"], "TEXT": ["VARCHAR"]}
LISTS = ["--force-list", "shop/item/tag", "--force-list", "shop/item/variant", "--force-list", "shop/item/variant/size"]
CONVENTIONS = {
    "xmlreader": ("", "text"),
    "xmltodict": ("@", "#text"),
    "badgerfish": ("@", "$"),
}


def found(item: ElementTree.Element, path: str) -> str | None:
    element: ElementTree.Element | None = item
    for step in path.split("/"):
        name = re.sub("^p:", URN, step.lstrip("@"))
        if step.startswith("@"):
            return element.get(name)
        element = element.find(name)
        if element is None:
            return None
    return element.text


def column(path: str, convention: str) -> str:
    """The name of the column of a path of SINGLES."""
    steps = path.split("/")
    prefix, _ = CONVENTIONS[convention]
    return ".".join(steps[:-1] + [prefix + steps[-1][1:] if steps[-1].startswith("@") else steps[-1]])


def typed(value: str | None, kind: str, database: Database) -> Any:
    if value is None:
        return None
    if kind == "BIGINT":
        return int(value)
    if kind == "DOUBLE PRECISION":
        return float(value)
    if kind == "DATE":
        return database.day(value)
    if kind == "BOOLEAN":
        return database.truth(value)
    if kind == "TIMESTAMP WITH TIME ZONE":
        return database.instant(value)
    return value


def item_text(value: Any, convention: str) -> str | None:
    return value.get(CONVENTIONS[convention][1]) if isinstance(value, dict) else value


def load(folder: Path, database: Database, path: str, file: str, *flags: str) -> str:
    """Runs what the command describes; gives the name of the table."""
    script = convert(folder, f"--describe={database.name}", *flags, "--records", path, file)
    name = path.rsplit("/", 1)[-1]
    (folder / f"{name}.jsonl").write_text(convert(folder, "-c", *flags, "--records", path, file))
    database.run(folder, script)
    return name


def check_shop(folder: Path, database: Database, convention: str, document: str) -> None:
    (folder / "shop.xml").write_text(document, newline="")
    items = list(ElementTree.fromstring(document))
    flags = ["--convention", convention, "--trim", "none", *LISTS]
    state: dict[str, Any] = {}

    def loads() -> None:
        load(folder, database, "shop/item", "shop.xml", *flags)
        state["columns"], state["rows"] = database.columns("item"), database.rows("item")
        state["records"] = [json.loads(line) for line in (folder / "item.jsonl").read_text().split("\n") if line]

    def counted() -> None:
        same(len(state["rows"]), len(items), "rows")

    def kinds() -> None:
        for path, kind in KINDS.items():
            got = state["columns"][column(path, convention)]
            if got not in [kind, *(SPELLINGS.get(kind, []) if database.name == "duckdb" else [])]:
                raise AssertionError(f"{path} is {got}, and not {kind}")

    def values() -> None:
        for path in SINGLES:
            kind = KINDS.get(path, "TEXT")
            name = column(path, convention)
            # An element that is always empty may have no column.
            if path == "empty" and name not in state["columns"]:
                continue
            got = [row[name] for row in state["rows"]]
            same(got, [typed(found(item, path), kind, database) for item in items], path)

    def sums() -> None:
        rows = state["rows"]
        same(sum(row["big"] or 0 for row in rows), sum(int(found(item, "big") or 0) for item in items), "sum of big")
        wanted = sum((Decimal(found(item, "price") or 0) for item in items), Decimal(0))
        same(sum((Decimal(repr(row["price"])) for row in rows), Decimal(0)), wanted, "sum of price")
        if database.name == "duckdb":
            got = database.connection.execute("SELECT sum(big), sum(CAST(price AS DECIMAL(18, 2))) FROM item").fetchone()
            same(got, (sum(int(found(item, "big") or 0) for item in items), wanted), "sums by DuckDB")

    def nulls() -> None:
        for path in ["note", "big", "zip", "@sale", "from/@group"]:
            got = sum(row[column(path, convention)] is None for row in state["rows"])
            same(got, sum(found(item, path) is None for item in items), f"NULLs of {path}")

    def lists() -> None:
        for row, record, item in zip(state["rows"], state["records"], items):
            for name in ["tag", "variant"]:
                value = None if row[name] is None else json.loads(row[name])
                same(value, record.get(name), name)
            tags = [item_text(value, convention) for value in json.loads(row["tag"] or "[]")]
            same(tags, [tag.text for tag in item.findall("tag")], "texts of tag")
            variants = json.loads(row["variant"] or "[]")
            # An element without anything is null under some conventions.
            sizes = [[item_text(size, convention) for size in (variant or {}).get("size", [])] for variant in variants]
            same(sizes, [[size.text for size in variant.findall("size")] for variant in item.findall("variant")], "sizes")
            key = CONVENTIONS[convention][0] + "sku"
            same([(variant or {}).get(key) for variant in variants], [v.get("sku") for v in item.findall("variant")], "skus")

    title = f"{database.name} {convention}"
    check(f"{title}: loads", loads)
    if "rows" not in state:
        return
    for name, body in [("rows", counted), ("types", kinds), ("values", values), ("sums", sums), ("NULLs", nulls), ("lists", lists)]:
        check(f"{title}: {name}", body)


def check_portable(folder: Path, database: Database, document: str) -> None:
    (folder / "shop.xml").write_text(document, newline="")
    for convention in CONVENTIONS:
        def body() -> None:
            flags = ["--convention", convention, "--trim", "none", *LISTS]
            database.run(folder, convert(folder, "--describe=sql", *flags, "--records", "shop/item", "shop.xml"))
            same(database.rows("item"), [], "rows")
            portable = set(database.columns("item"))
            load(folder, database, "shop/item", "shop.xml", *flags)
            same(portable, set(database.columns("item")), "columns")
        check(f"{database.name} {convention}: the portable table", body)


# Smaller documents, with what is to be in the table; where the command refuses one, nothing is lost either.

XMLTODICT = ("--convention", "xmltodict")
NAN = "n" * 70
SMALL: list[tuple[str, str, str, tuple[str, ...], list[Row] | None]] = [
    ("records without anything among others", "<r><i a='x'/><i/></r>", "r/i", XMLTODICT, [{"@a": "x"}, {"@a": None}]),
    ("records that are all empty", "<r><i/><i/></r>", "r/i", (), None),
    ("columns that differ in case", "<r><i><Name>x</Name><name>y</name></i></r>", "r/i", XMLTODICT, None),
    ("columns that are the same", "<r><i><d><in>a</in></d><d.in>b</d.in></i></r>", "r/i", XMLTODICT, None),
    ("a table of lines", "<r><lines><v>x</v></lines></r>", "r/lines", XMLTODICT, [{"v": "x"}]),
    ("a table of Lines", "<r><Lines><v>x</v></Lines></r>", "r/Lines", XMLTODICT, [{"v": "x"}]),
    ("a table of records", "<r><records><v>x</v></records></r>", "r/records", XMLTODICT, [{"v": "x"}]),
    ("a table of a word of SQL", "<r><order><select>x</select></order></r>", "r/order", XMLTODICT, [{"select": "x"}]),
    ("columns of record and lines", "<r><i><record>x</record><lines>y</lines></i></r>", "r/i", XMLTODICT, [{"record": "x", "lines": "y"}]),
    ("a prefix", "<r xmlns:p='u'><p:i><p:v>x</p:v></p:i></r>", "r/p:i", XMLTODICT, [{"p:v": "x"}]),
    ("names beyond ASCII", "<r><i><\u00e9>x</\u00e9></i></r>", "r/i", XMLTODICT, [{"\u00e9": "x"}]),
    ("names of namespaces", "<r xmlns:p='http://u/~it&apos;s'><i><p:v>x</p:v></i></r>", "r/i", (*XMLTODICT, "--namespaces", "expand"),
     [{"http://u/~it's:v": "x"}]),
    ("an empty text key", "<r><i a='x'>t</i></r>", "r/i", ("--text-key", ""), None),
    ("long names", f"<r><i><{NAN}a>x</{NAN}a><{NAN}b>y</{NAN}b></i></r>", "r/i", XMLTODICT, None),
    ("a text or an object", "<r><i><b>x</b></i><i><b c='y'>z</b></i></r>", "r/i", XMLTODICT, [{"b": "x", "b.@c": None}, {"b": "z", "b.@c": "y"}]),
    ("one item that is not in a list", "<r><i><t>x</t></i><i><t>5</t></i><i><t>1</t><t>2</t></i></r>", "r/i", XMLTODICT,
     [{"t": ("json", "x")}, {"t": ("json", "5")}, {"t": ("json", ["1", "2"])}]),
    ("a number of 20 digits, with --types", "<r><i><v>12345678901234567890</v></i></r>", "r/i", (*XMLTODICT, "--types"),
     [{"v": "12345678901234567890"}]),
    ("extreme numbers", "<r><i><a>9223372036854775807</a><b>9223372036854775808</b><c>1e400</c><d>-0</d><e>INF</e></i></r>", "r/i", XMLTODICT, None),
    ("dates that no calendar has", "<r><i><a>2023-02-29</a><b>0000-01-01</b><c>2024-01-02Z</c><d>2024-01-02T24:00:00Z</d></i></r>", "r/i", XMLTODICT,
     [{"a": "2023-02-29", "b": "0000-01-01", "c": "2024-01-02Z", "d": "2024-01-02T24:00:00Z"}]),
    ("nil", "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><i><a xsi:nil='true'/></i><i><a>x</a></i></r>", "r/i", (*XMLTODICT, "--nil"),
     [{"a": None}, {"a": "x"}]),
    ("records that are a text among others", "<r><i>x</i><i><b>y</b></i></r>", "r/i", XMLTODICT, [{"#text": "x", "b": None}, {"#text": None, "b": "y"}]),
    ("records that are a number among others", "<r><i>1.5</i><i><b>3</b></i></r>", "r/i", XMLTODICT,
     [{"#text": 1.5, "b": None}, {"#text": None, "b": 3}]),
    ("a text or an object, with a type", "<r><i><b>1.5</b></i><i><b><c>y</c></b></i></r>", "r/i", XMLTODICT,
     [{"b": 1.5, "b.c": None}, {"b": None, "b.c": "y"}]),
    ("a number or an object in parker", "<r><i><b>1.5</b></i><i><b><c>y</c></b></i></r>", "r/i", ("--convention", "parker"),
     [{"b": 1.5, "b.c": None}, {"b": None, "b.c": "y"}]),
    ("a text or an object in parker", "<r><i><b>x</b></i><i><b><c>y</c></b></i></r>", "r/i", ("--convention", "parker"),
     [{"b": "x", "b.c": None}, {"b": None, "b.c": "y"}]),
    ("parker", "<r><i><a>x</a></i></r>", "r/i", ("--convention", "parker"), [{"a": "x"}]),
    ("gdata", "<r><i b='x'><a>y</a></i></r>", "r/i", ("--convention", "gdata"), [{"b": "x", "a": "y"}]),
]


def check_wildcard(folder: Path, database: Database) -> None:
    def body() -> None:
        place = Path(tempfile.mkdtemp(dir=folder))
        (place / "small.xml").write_text("<r><a><v>x</v></a><b><v>y</v></b></r>")
        (place / "other.jsonl").write_text('{"v":"of another table"}\n')
        try:
            convert(place, f"--describe={database.name}", *XMLTODICT, "--records", "r/*", "small.xml")
        except Refused:
            return
        script = convert(place, f"--describe={database.name}", *XMLTODICT, "--records", "r/*", "small.xml")
        file = re.search(r"'([^']*\.jsonl)'", script)
        table = re.search(r'CREATE TABLE "([^"]*)"', script)
        assert file and table
        (place / file[1]).write_text(convert(place, "-c", *XMLTODICT, "--records", "r/*", "small.xml"))
        database.run(place, script)
        same([row["v"] for row in database.rows(table[1])], ["x", "y"], "rows")
    check(f"{database.name}: records of a wildcard", body)


def check_small(folder: Path, database: Database) -> None:
    for title, document, path, flags, wanted in SMALL:
        def body() -> None:
            (folder / "small.xml").write_text(document, newline="")
            try:
                convert(folder, f"--describe={database.name}", *flags, "--records", path, "small.xml")
            except Refused:
                return  # With a word on it, nothing is lost.
            table = load(folder, database, path, "small.xml", *flags)
            rows = database.rows(table)
            if wanted is None:
                same(len(rows), len((folder / f"{table}.jsonl").read_text().splitlines()), "rows")
                return
            for row, expected in zip(rows, wanted, strict=True):
                for name, value in expected.items():
                    if isinstance(value, tuple):
                        same(json.loads(row[name]) if isinstance(row[name], str) else (row[name], "is no JSON"), value[1], name)
                    else:
                        same(row[name], value, name)
        check(f"{database.name}: {title}", body)


# Tables of text.

SINGLE_TEXTS = [path for path in SINGLES if path != "empty"]
UNSAFE = re.compile("[=+@\t\r-]")


def duckdb_csv(path: Path, names: list[str], separator: str, null: str) -> list[Row]:
    quote = lambda text: "'" + text.replace("'", "''") + "'"
    columns = "{" + ", ".join(f"{quote(name)}: 'VARCHAR'" for name in names) + "}"
    cursor = duckdb.connect(config={"threads": 1}).execute(
        f"SELECT * FROM read_csv({quote(str(path))}, auto_detect = false, header = true, delim = {quote(separator)}, quote = '\"', escape = '\"', "
        f"nullstr = {quote(null)}, allow_quoted_nulls = false, all_varchar = true, columns = {columns}, max_line_size = 4000000)"
    )
    return [dict(zip(names, row)) for row in cursor.fetchall()]


def python_csv(text: str, separator: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=separator))


def check_csv(folder: Path, document: str) -> None:
    (folder / "shop.xml").write_text(document, newline="")
    items = list(ElementTree.fromstring(document))
    skip = ["--skip", "shop/item/variant"]
    prefix = lambda value: value if value is None or not UNSAFE.match(value) else "'" + value

    def compare(output: str, separator: str, null: str, wanted: list[Row]) -> None:
        """Each row of WANTED has the columns to compare, NULL as None."""
        rows = python_csv(output, separator)
        names = rows[0]
        same(len(names), len(set(names)), "names")
        same({len(row) for row in rows}, {len(names)}, "cells of a row")
        for row, expected in zip(rows[1:], wanted, strict=True):
            cells = dict(zip(names, row))
            for name, value in expected.items():
                same(cells[name], null if value is None else value, f"{name} by Python")
        path = folder / "table.csv"
        path.write_text(output, newline="")
        for row, expected in zip(duckdb_csv(path, names, separator, null), wanted, strict=True):
            for name, value in expected.items():
                same(row[name], value, f"{name} by DuckDB")

    def singles(item: ElementTree.Element, convention: str) -> Row:
        return {column(path, convention): found(item, path) for path in SINGLE_TEXTS}

    for convention in CONVENTIONS:
        # With the declarations that BadgerFish writes into each, items are objects, which --join does not take.
        plain_items = ["--xmlns", "drop"] if convention == "badgerfish" else []
        flags = ["--convention", convention, "--trim", "none", *LISTS]
        for kind, separator, line_end in [("csv", ",", "\r\n"), ("tsv", "\t", "\n")]:
            for null in ["", "NULL"]:
                def body() -> None:
                    arguments = [*flags, *skip, "--records", "shop/item", "--format", kind, "--skip", "shop/item/tag", "shop.xml"]
                    output = convert(folder, *(["--null", null] if null else []), *arguments)
                    if not output.endswith(line_end):
                        raise AssertionError("the last line has no end")
                    compare(output, separator, null, [singles(item, convention) for item in items])
                check(f"{kind} {convention}{' --null' if null else ''}", body)

        def exploded() -> None:
            output = convert(folder, *flags, *skip, "--records", "shop/item", "--format", "csv", "--explode", "tag", "shop.xml")
            wanted = [
                {**singles(item, convention), "tag": tag}
                for item in items
                for tag in [tag.text for tag in item.findall("tag")] or [None]
            ]
            compare(output, ",", "", wanted)
        check(f"csv {convention} --explode", exploded)

        def exploded_twice() -> None:
            arguments = ["--skip", "shop/item/tag", "--explode", "variant", "--explode", "variant.size"]
            output = convert(folder, *flags, "--records", "shop/item", "--format", "csv", *arguments, "shop.xml")
            wanted = []
            for item in items:
                for variant in item.findall("variant") or [ElementTree.Element("none")]:
                    for size in [size.text for size in variant.findall("size")] or [None]:
                        sku = {f"variant.{CONVENTIONS[convention][0]}sku": variant.get("sku")}
                        wanted.append({**singles(item, convention), **sku, "variant.size": size})
            compare(output, ",", "", wanted)
        check(f"csv {convention} --explode of a list inside a list", exploded_twice)

        for separator in ["; ", '"', ",\n"]:
            def joined() -> None:
                output = convert(folder, *flags, *skip, "--records", "shop/item", "--format", "csv", "--join", f"tag={separator}", *plain_items, "shop.xml")
                wanted = []
                for item in items:
                    tags = [tag.text for tag in item.findall("tag")]
                    wanted.append({**singles(item, convention), "tag": separator.join(tags) if tags else None})
                compare(output, ",", "", wanted)
            check(f"csv {convention} --join with {separator!r}", joined)

        def safe() -> None:
            arguments = ["--skip", "shop/item/tag", "--csv-safe"]
            output = convert(folder, *flags, *skip, "--records", "shop/item", "--format", "csv", *arguments, "shop.xml")
            # The names of columns are texts, too.
            wanted = [{prefix(name): prefix(value) for name, value in singles(item, convention).items()} for item in items]
            compare(output, ",", "", wanted)
        check(f"csv {convention} --csv-safe", safe)

    def safe_numbers() -> None:
        document = "<r><i n='-1' t='-1'><m>-2.5</m></i><i n='2' t='=x'><m>1</m></i></r>"
        (folder / "safe.xml").write_text(document)
        flags = ["--types", "--records", "r/i", "--text-only", "string"]
        (folder / "safe.json").write_text(convert(folder, "--describe=json-schema", *flags, "safe.xml"))
        output = convert(folder, *flags, "--shape", "safe.json", "--format", "csv", "--csv-safe", "safe.xml")
        same(python_csv(output, ","), [["n", "t", "m"], ["-1", "'-1", "-2.5"], ["2", "'=x", "1"]], "rows")
    check("csv --csv-safe with numbers of a schema", safe_numbers)

    for null in ["a,b", '"', "\n", "'"]:
        def odd_null() -> None:
            (folder / "null.xml").write_text("<r><i><a>x</a><b>y</b></i><i><a>z</a></i></r>")
            try:
                output = convert(folder, "--records", "r/i", "--format", "csv", "--null", null, "null.xml")
            except Refused:
                return
            same(python_csv(output, ","), [["a", "b"], ["x", "y"], ["z", null]], "rows")
        check(f"csv --null {null!r}", odd_null)

    def one_column() -> None:
        """An empty line is no row to many readers, among them that of Python with names."""
        (folder / "one.xml").write_text("<r><i><a>x</a></i><i/><i><a>y</a></i></r>")
        output = convert(folder, "--records", "r/i", "--format", "csv", "one.xml")
        same(len(list(csv.DictReader(io.StringIO(output, newline=""), strict=True))), 3, "rows")
    check("csv of one column, with a missing value", one_column)

    def plain() -> None:
        """What a reader gets that knows nothing of the file."""
        (folder / "plain.xml").write_text("<r><i a='' b='x'/><i b='y,&#10;z'/><i a='007' b='\"'/></r>")
        (folder / "plain.csv").write_text(convert(folder, "--records", "r/i", "--format", "csv", "plain.xml"), newline="")
        got = duckdb.connect().execute(f"SELECT a, b FROM read_csv('{folder / 'plain.csv'}', all_varchar = true, allow_quoted_nulls = false)").fetchall()
        same(got, [("", "x"), (None, "y,\nz"), ("007", '"')], "rows")
    check("csv that DuckDB detects", plain)


# Real documents.

REAL = {
    "geo-kml-gpx/gpxpy__test_files_korita-zbevnica.gpx": "gpx/trk/trkseg/trkpt",
    "junit/junit-plugin__junit_junit-report-20090516.xml": None,
    "maven/commons-lang__pom.xml": "project/dependencies/dependency",
    "nmap/python-libnmap__files_full_sudo6.xml": "nmaprun/host",
    "osm/libosmium__amenity_list_area.osm": "osm/node",
}


def check_real(folder: Path, databases: list[Database], corpora: Path) -> None:
    for name, path in REAL.items():
        file = corpora / "real" / name
        root = ElementTree.parse(file).getroot()
        local = lambda element: element.tag.rsplit("}", 1)[-1]
        if path is None:  # The most frequent path of depth 2 or 3
            paths: dict[str, int] = {}
            for child in root:
                for inner in child:
                    where = f"{local(root)}/{local(child)}/{local(inner)}"
                    paths[where] = paths.get(where, 0) + 1
            path = max(paths, key=lambda where: paths[where])
        level = [root]
        for step in path.split("/")[1:]:
            level = [child for element in level for child in element if local(child) == step]
        for convention in CONVENTIONS:
            for database in databases:
                def body() -> None:
                    shutil.copy(file, folder / "real.xml")
                    table = load(folder, database, path, "real.xml", "--convention", convention)
                    same(len(database.rows(table)), len(level), "rows")
                    if not level:
                        raise AssertionError("there are no records")
                check(f"{database.name} {convention}: {name}", body)


def main() -> int:
    global COMMAND
    COMMAND = str(Path(sys.argv[1]).resolve())
    corpora = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as name, postgresql() as server:
        folder = Path(name)
        databases: list[Database] = [DuckDB()]
        if shutil.which("sqlite3"):
            databases.append(SQLite())
        else:
            print("skipped: sqlite: there is no program sqlite3 here")
        if server:
            databases.append(server)
        document = shop(40, "tables")
        for database in databases:
            for convention in CONVENTIONS:
                check_shop(folder, database, convention, document)
            check_portable(folder, database, document)
            check_small(folder, database)
            check_wildcard(folder, database)
        check_csv(folder, document)
        if corpora:
            check_real(folder, databases, corpora)
        else:
            print("skipped: real documents: there is no folder of them")
    if failures:
        print(f"{passed} checks passed, {len(failures)} failed")
        return 1
    print(f"{passed} checks passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())

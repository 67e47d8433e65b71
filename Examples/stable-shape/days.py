#!/usr/bin/env python3
"""Loads days of a feed, each a file with one line of JSON, into one table of DuckDB.

    days.py types monday.json tuesday.json
    days.py load monday.json tuesday.json
    days.py compare monday.json tuesday.json monday.xml tuesday.xml
"""

import re
import sys
import xml.etree.ElementTree as ElementTree
from decimal import Decimal
from pathlib import Path

import duckdb

# The columns have types, so DuckDB guesses nothing from the first day, and a later day can have a note.
ITEMS = "STRUCT(id BIGINT, title VARCHAR, price DECIMAL(9, 2), tag VARCHAR[], note VARCHAR)[]"
CREATE = f"CREATE TABLE days (day DATE, item {ITEMS})"
LOAD = f"INSERT INTO days SELECT day, item FROM read_json(?, columns = {{day: 'DATE', item: '{ITEMS}'}})"

TOTALS = """
SELECT count(DISTINCT day), count(*), sum(item.price), sum(len(item.tag)), count(item.note)
FROM (SELECT day, unnest(item) AS item FROM days)
"""
# The exit status for a file whose values do not have the types of the columns.
UNFIT = 3

NAMES = ("days", "items", "sum of prices", "tags", "notes")


def show_types(files: list[str]) -> None:
    """Prints the types that DuckDB detects in each day, and in all of them together."""
    for name, source in [*((Path(file).stem, file) for file in files), ("both", files)]:
        rows = duckdb.execute("SELECT DISTINCT typeof(item) FROM read_json(?)", [source]).fetchall()
        print(f"  {name}: item is {', '.join(row[0] for row in rows)}")


def load(files: list[str]) -> tuple:
    """Loads the days into a new table, and returns the totals."""
    duckdb.execute(CREATE)
    for file in files:
        duckdb.execute(LOAD, [file])
    return duckdb.execute(TOTALS).fetchone()


def totals(files: list[str]) -> tuple:
    """The totals of the XML documents."""
    items = [item for file in files for item in ElementTree.parse(file).getroot().iter("item")]
    return (
        len(files),
        len(items),
        sum(Decimal(item.findtext("price")) for item in items),
        sum(len(item.findall("tag")) for item in items),
        sum(len(item.findall("note")) for item in items),
    )


def main() -> None:
    """Runs the task of the command line."""
    task, *files = sys.argv[1:]
    if task == "types":
        show_types(files)
    elif task == "load":
        for name, value in zip(NAMES, load(files)):
            print(f"  {name}: {value}")
    elif task == "compare":
        found, expected = load(files[: len(files) // 2]), totals(files[len(files) // 2 :])
        if found != expected:
            sys.exit(f"days.py: the table has {found}, and the documents have {expected}")


if __name__ == "__main__":
    try:
        main()
    except duckdb.Error as error:
        # The rest of the message has the path of a temporary file.
        reason = re.search(r"Expected \w+, but got \w+", str(error))
        if not reason:
            sys.exit(f"days.py: {error}")
        print(f"  not loaded: {reason[0]}")
        sys.exit(UNFIT)

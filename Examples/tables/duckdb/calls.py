#!/usr/bin/env python3
"""Loads lines of JSON into DuckDB, and prints reports.

    ../lines <../calls.xml | calls.py load calls.duckdb
    calls.py report calls.duckdb
    calls.py parquet calls.duckdb calls.parquet
    calls.py state calls.duckdb
"""

import sys

import duckdb

# The columns have types, so DuckDB guesses nothing from the first lines. A line of invalid JSON, or with a word for a
# number, is an error. (For records without a common structure, read_json_objects returns each line as one value of type
# JSON.)
LOAD = """
CREATE TABLE IF NOT EXISTS calls (
    id INTEGER PRIMARY KEY,
    arrived TIMESTAMPTZ,
    ship VARCHAR,
    cargo STRUCT(tonnes DOUBLE, "text" VARCHAR)[],
    note VARCHAR
);
INSERT OR REPLACE INTO calls
SELECT id, arrived, ship, cargo, note
FROM read_json(
    '/dev/stdin',
    format = 'newline_delimited',
    maximum_object_size = 100000000,
    columns = {
        id: 'INTEGER',
        arrived: 'TIMESTAMPTZ',
        ship: 'VARCHAR',
        cargo: 'STRUCT(tonnes DOUBLE, "text" VARCHAR)[]',
        note: 'VARCHAR'
    }
);
"""

# The cargo, and the notes as JSON strings, which preserve every character.
REPORT = (
    "SELECT 'calls', count(*) FROM calls",
    "SELECT 'tonnes', sum(item.tonnes) FROM (SELECT unnest(cargo) AS item FROM calls)",
    """
    SELECT item.text, count(*), sum(item.tonnes) AS tonnes
    FROM (SELECT unnest(cargo) AS item FROM calls)
    GROUP BY ALL
    ORDER BY tonnes DESC
    """,
    """
    SELECT ship, strftime(arrived AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%SZ'), to_json(note)
    FROM calls
    ORDER BY arrived
    """,
)

STATE = "SELECT count(*) || ' calls, the first of ' || min(ship) FROM calls"


def show(database: duckdb.DuckDBPyConnection, query: str, parameters: list[str] | None = None) -> None:
    """Prints the rows of a query, with tabs between the columns."""
    for row in database.execute(query, parameters).fetchall():
        print(*("null" if value is None else value for value in row), sep="\t")


def main() -> None:
    """Runs the task of the command line."""
    task, path, *rest = sys.argv[1:]
    with duckdb.connect(path) as database:
        if task == "load":
            # The file contains only committed rows.
            database.begin()
            database.execute(LOAD)
            database.commit()
        elif task == "report":
            for query in REPORT:
                show(database, query)
        elif task == "parquet":
            database.table("calls").order("arrived").write_parquet(rest[0])
            show(database, "SELECT 'Parquet', count(*), max(len(cargo)) FROM read_parquet(?)", rest)
        elif task == "state":
            show(database, STATE)


if __name__ == "__main__":
    try:
        main()
    except duckdb.Error as error:
        sys.exit(f"calls.py: {error}")

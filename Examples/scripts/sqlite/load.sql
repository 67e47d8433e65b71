-- Reads lines of JSON, one for each record, from standard input into the table "calls".

-- WITHOUT ROWID: a record that has no id is an error. Elsewhere SQLite would give it a number of its own.
CREATE TABLE IF NOT EXISTS calls (
    id INTEGER PRIMARY KEY,
    document TEXT NOT NULL,
    ship TEXT AS (document ->> 'ship'),
    arrived TEXT AS (document ->> 'arrived')
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS calls_by_time ON calls (arrived);

-- An array becomes rows. A call without cargo has none.
CREATE VIEW IF NOT EXISTS cargo AS
SELECT calls.id AS call, item.value ->> 'text' AS goods, item.value ->> 'tonnes' AS tonnes
FROM calls, json_each(document, '$.cargo') AS item;

-- The format "ascii" has no quotes, so a line goes into the table as it is. In JSON, the character that would part two
-- columns is always escaped.
CREATE TEMPORARY TABLE lines (line TEXT);
.mode ascii
.separator "\037" "\n"
.import /dev/stdin lines

-- One statement: all lines or, when one is no JSON, none. (WHERE true parts the SELECT from ON CONFLICT.)
INSERT INTO calls (id, document)
SELECT line ->> 'id', line FROM lines WHERE true
ON CONFLICT (id) DO UPDATE SET document = excluded.document;

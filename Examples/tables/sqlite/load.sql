-- Reads lines of JSON, one for each record, from standard input into the table "calls".

-- WITHOUT ROWID: a record without an id is an error. Otherwise SQLite would assign a number.
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

-- The format "ascii" has no quotes, so the table gets each line unchanged. JSON always escapes the character that would
-- separate two columns.
CREATE TEMPORARY TABLE lines (line TEXT);
.mode ascii
.separator "\037" "\n"
.import /dev/stdin lines

-- One statement stores all lines, or none if one is invalid JSON. (WHERE true separates the SELECT from ON CONFLICT.)
INSERT INTO calls (id, document)
SELECT line ->> 'id', line FROM lines WHERE true
ON CONFLICT (id) DO UPDATE SET document = excluded.document;

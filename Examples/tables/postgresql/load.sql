-- Reads lines of JSON, one for each record, from psql's standard input into the table "calls".

SET client_min_messages = warning;  -- not a word about tables that exist
CREATE TABLE IF NOT EXISTS calls (
    id integer PRIMARY KEY,
    document jsonb NOT NULL
);
CREATE INDEX IF NOT EXISTS calls_by_content ON calls USING gin (document jsonb_path_ops);

-- An array becomes rows. A call without cargo has none.
CREATE OR REPLACE VIEW cargo AS
SELECT calls.id AS call, item."text" AS goods, item.tonnes
FROM calls, jsonb_to_recordset(document -> 'cargo') AS item("text" text, tonnes numeric);

-- COPY's own format would interpret \n and \\ of JSON as its own escapes. As CSV whose quote and delimiter are control
-- characters, which JSON always escapes, each line is one unchanged column.
CREATE TEMPORARY TABLE lines (line jsonb NOT NULL);
\copy lines FROM pstdin WITH (FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')

INSERT INTO calls (id, document)
SELECT (line ->> 'id')::integer, line FROM lines
ON CONFLICT (id) DO UPDATE SET document = excluded.document;

-- The cargo, and the notes as JSON strings, which preserve every character.
.mode tabs
SELECT 'calls', count(*) FROM calls;
SELECT 'tonnes', sum(tonnes) FROM cargo;
SELECT goods, count(*), sum(tonnes) FROM cargo GROUP BY goods ORDER BY sum(tonnes) DESC;
SELECT ship, arrived, json_quote(document ->> 'note') FROM calls ORDER BY arrived;

-- The cargo, and the notes as JSON strings, which preserve every character.
\pset null null
SELECT 'calls', count(*) FROM calls;
SELECT 'tonnes', sum(tonnes) FROM cargo;
SELECT goods, count(*), sum(tonnes) FROM cargo GROUP BY goods ORDER BY sum(tonnes) DESC;
SELECT document ->> 'ship', document ->> 'arrived', document -> 'note' FROM calls ORDER BY document ->> 'arrived';
-- The index answers this query: the calls that brought salted cod.
SELECT 'salted cod', string_agg(document ->> 'ship', ', ' ORDER BY id) FROM calls
WHERE document @> '{"cargo": [{"text": "salted cod"}]}';

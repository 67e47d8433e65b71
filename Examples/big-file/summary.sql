-- Reads lines of JSON, one for each order, from standard input, and prints the products sold and the best cities.

-- The format "ascii" has no quotes, so the table gets each line unchanged. JSON always escapes the character that would
-- separate two columns.
CREATE TABLE orders (line TEXT);
.mode ascii
.separator "\037" "\n"
.import /dev/stdin orders

-- An order with one item has an object in place of an array. Money is counted in cents, because sums of whole numbers
-- are exact.
CREATE TABLE items AS
SELECT line ->> 'city' AS city,
       item.value ->> 'quantity' * CAST(round(100 * (item.value ->> 'price')) AS INTEGER) AS cents
FROM orders,
     json_each(
         CASE json_type(line, '$.item') WHEN 'array' THEN line -> 'item' ELSE json_array(line -> 'item') END
     ) AS item;

.mode list
SELECT printf('%-9s %11d', 'orders', count(*)) FROM orders;
SELECT printf('%-9s %11d', 'items', count(*)) FROM items;
SELECT printf('%-9s %11.2f', 'sales', sum(cents) / 100.0) FROM items;
SELECT '';
SELECT printf('%-9s %11.2f', city, sum(cents) / 100.0) FROM items GROUP BY city ORDER BY sum(cents) DESC LIMIT 5;

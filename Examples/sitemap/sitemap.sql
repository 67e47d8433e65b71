-- Prints one line of JSON for each public page. json_patch leaves out the keys whose value is null.
SELECT json_patch('{}', json_object(
    'loc', 'https://harbour.example' || path,
    'lastmod', changed,
    'priority', priority
))
FROM page
WHERE is_public
ORDER BY path;

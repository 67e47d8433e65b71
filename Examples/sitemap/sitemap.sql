-- Prints one line of JSON for each public page. json_patch leaves out the keys whose value is null.
SELECT json_patch('{}', json_object(
    'sm:loc', 'https://harbour.example' || path,
    'sm:lastmod', changed,
    'sm:priority', priority
))
FROM page
WHERE is_public
ORDER BY path;

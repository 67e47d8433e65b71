-- The pages of a site.
CREATE TABLE page (path TEXT PRIMARY KEY, changed TEXT, priority REAL, is_public INTEGER NOT NULL);
INSERT INTO page VALUES
    ('/', '2026-11-20', 1.0, 1),
    ('/berths?free=1&sort=length', '2026-11-22', 0.8, 1),
    ('/calls/Fisherman''s%20Friend', '2026-11-04T22:30:00Z', NULL, 1),
    ('/tariffs', NULL, NULL, 1),
    ('/accounts', '2026-11-21', NULL, 0);

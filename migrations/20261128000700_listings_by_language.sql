-- The tables of a language are found by an index, however many other tables are listed.

-- migrate:up

CREATE INDEX listings_by_language ON listings (split_part(language, '-', 1), listed_at, id);

-- migrate:down

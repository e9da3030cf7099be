-- Getting back in: a code for a seat that waits for somebody works for a day. Those of a new
-- session or a new seat work until they are used, as do all from before.

-- migrate:up

ALTER TABLE claims ADD COLUMN expires_at timestamptz; -- null where it does not end by itself

-- migrate:down

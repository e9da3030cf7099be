-- Tokens that may do less than their seats may, that end by themselves, and that say which program
-- acts with them. Tokens from before may do all that their seats may.

-- migrate:up

ALTER TABLE tokens
    ADD COLUMN scopes text[] NOT NULL DEFAULT ARRAY['read', 'play', 'gm', 'webhooks']
        CHECK (cardinality(scopes) > 0),
    ADD COLUMN via text, -- what acts with it; the log names it in each event
    ADD COLUMN expires_at timestamptz,
    ADD COLUMN used_at timestamptz; -- about when it was used last: never later than it was

-- A new token's are always said.
ALTER TABLE tokens ALTER COLUMN scopes DROP DEFAULT;

GRANT UPDATE (used_at) ON tokens TO verger_service;

-- migrate:down

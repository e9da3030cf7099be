-- Tokens that come with a seat end by themselves, unless their holders renew them. Those from
-- before end as they did: when it was said, or never.

-- migrate:up

ALTER TABLE tokens ADD COLUMN is_renewable boolean NOT NULL DEFAULT false;

-- A new token's is always said.
ALTER TABLE tokens ALTER COLUMN is_renewable DROP DEFAULT;

GRANT UPDATE (expires_at) ON tokens TO verger_service;

-- migrate:down

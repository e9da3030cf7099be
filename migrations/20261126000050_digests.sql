-- Digests: a webhook may gather what happens for a while, and tell it at once.

-- migrate:up

ALTER TABLE webhooks
    ADD COLUMN digest integer NOT NULL DEFAULT 0 CHECK (digest BETWEEN 0 AND 86400), -- seconds
    ADD COLUMN gathers_until timestamptz; -- set by the first event, which its cursor waits before

ALTER TABLE deliveries ADD COLUMN gathered jsonb; -- what a digest tells of each session

-- migrate:down

-- Notices: a webhook may speak as a chat understands it, and only when its seat is asked for something.

-- migrate:up

ALTER TABLE webhooks
    ADD COLUMN form text NOT NULL DEFAULT 'standard'
        CHECK (form IN ('standard', 'discord', 'slack', 'ntfy')),
    ADD COLUMN awaits_me boolean NOT NULL DEFAULT false,
    ADD COLUMN asked bytea; -- a digest of what its seat is asked, as far as the cursor has come

-- migrate:down

ALTER TABLE webhooks DROP COLUMN form, DROP COLUMN awaits_me, DROP COLUMN asked;

-- Web Push: a webhook may lead to a browser, which has been given keys that only it can read by.

-- migrate:up

ALTER TABLE webhooks
    DROP CONSTRAINT webhooks_form_check,
    ADD CONSTRAINT webhooks_form_check
        CHECK (form IN ('standard', 'discord', 'slack', 'ntfy', 'web_push')),
    ADD COLUMN p256dh text, -- the public key of the browser's subscription
    ADD COLUMN auth text, -- the secret that it shares with this server
    ADD CHECK (num_nonnulls(p256dh, auth) = CASE WHEN form = 'web_push' THEN 2 ELSE 0 END);

-- push_key: what pushes are signed with (P-256), encrypted as all secrets are; there is one.
CREATE TABLE push_key (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    public text NOT NULL, -- base64url of the uncompressed point
    key text NOT NULL, -- the id of the operator's key
    encrypted bytea NOT NULL
);

GRANT SELECT, INSERT, UPDATE (key, encrypted), DELETE ON push_key TO verger_service;

-- migrate:down

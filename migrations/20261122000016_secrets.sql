-- What this server signs with is encrypted from now on, under a key of the operator's that is never
-- in the database: a dump shows none of it. What is in plain from before is encrypted when a
-- process starts; until then both are read. Processes from before read no secret that is
-- encrypted, and sign nothing with it.

-- migrate:up

-- secret_key: which of the operator's keys new secrets are encrypted under, by its id alone.
CREATE TABLE secret_key (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    id text NOT NULL, -- the first 16 hex digits of SHA-256('verger secret key' ‖ key)
    since timestamptz NOT NULL DEFAULT now()
);

-- A nonce of 12 bytes and the AES-256-GCM of the secret; table and id are authenticated with it.
ALTER TABLE webhook_secrets
    DROP CONSTRAINT webhook_secrets_pkey,
    ADD COLUMN id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    ALTER COLUMN secret DROP NOT NULL, -- in plain, from before
    ADD COLUMN encrypted bytea,
    ADD COLUMN key text, -- the id of the operator's key
    ADD CHECK (num_nonnulls(secret, encrypted) = 1),
    ADD CHECK ((key IS NULL) = (encrypted IS NULL));

CREATE INDEX webhook_secrets_by_webhook ON webhook_secrets (webhook);

ALTER TABLE signing_keys
    DROP CONSTRAINT signing_keys_check,
    ADD COLUMN encrypted bytea,
    ADD COLUMN key text,
    ADD CHECK (num_nonnulls(private_key, encrypted) = (retired_at IS NULL)::int),
    ADD CHECK ((key IS NULL) = (encrypted IS NULL));

GRANT SELECT, INSERT, UPDATE (id, since) ON secret_key TO verger_service;
GRANT UPDATE (encrypted, key) ON signing_keys TO verger_service;

-- migrate:down

-- Every secret is encrypted: there is no column for one in plain.

-- migrate:up

ALTER TABLE webhook_secrets
    DROP COLUMN secret,
    DROP CONSTRAINT IF EXISTS webhook_secrets_check1,
    ALTER COLUMN encrypted SET NOT NULL,
    ALTER COLUMN key SET NOT NULL;

ALTER TABLE signing_keys
    DROP COLUMN private_key,
    ADD CHECK ((encrypted IS NULL) = (retired_at IS NOT NULL));

-- migrate:down

-- Logs leave as archives and come back as archives; checkpoints are signed.

-- migrate:up

-- What came with an archive is its salt as clients see it: 48 bytes where the event had a request
-- key, which stays behind. NOT VALID spares the log a scan: every row there is fits.
ALTER TABLE events DROP CONSTRAINT events_salt_check;
ALTER TABLE events ADD CONSTRAINT events_salt_check
    CHECK (octet_length(salt) IN (16, 48)) NOT VALID;
-- 16 random bytes ‖ SHA-256(those ‖ SHA-256(body)): a short body cannot be guessed from it.
COMMENT ON COLUMN events.request_print IS 'salt ‖ SHA-256(salt ‖ SHA-256(body))';

-- signing_keys: Ed25519 keys that checkpoints are signed with; the one not retired is in use.
CREATE TABLE signing_keys (
    id text PRIMARY KEY, -- the first 16 hex digits of SHA-256(public key)
    public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
    private_key bytea CHECK (octet_length(private_key) = 32), -- null once it is retired
    since timestamptz NOT NULL DEFAULT now(),
    retired_at timestamptz,
    CHECK ((private_key IS NULL) = (retired_at IS NOT NULL))
);

CREATE UNIQUE INDEX signing_keys_in_use ON signing_keys ((true)) WHERE retired_at IS NULL;

-- imports: sessions that came as an archive; they are read and forked, and not played on.
CREATE TABLE imports (
    session uuid PRIMARY KEY,
    token uuid REFERENCES tokens, -- who brought it; null where that was the operator
    at timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT ON signing_keys, imports TO verger_service;
GRANT UPDATE (private_key, retired_at) ON signing_keys TO verger_service;

-- migrate:down

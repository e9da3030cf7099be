-- Who may act. Secrets are kept as SHA-256 only; the log never holds any.

-- migrate:up

-- tokens: bearer credentials; one may act for several seats of several sessions.
CREATE TABLE tokens (
    id uuid PRIMARY KEY,
    secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
    label text NOT NULL,
    issued_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz
);

-- token_seats: the seats that a token may act for.
CREATE TABLE token_seats (
    session uuid NOT NULL,
    seat text NOT NULL,
    token uuid NOT NULL REFERENCES tokens,
    PRIMARY KEY (session, seat, token)
);

CREATE INDEX token_seats_by_token ON token_seats (token, session);

-- claims: single-use codes by which somebody takes a seat.
CREATE TABLE claims (
    code_hash bytea PRIMARY KEY CHECK (octet_length(code_hash) = 32),
    session uuid NOT NULL,
    seat text NOT NULL,
    issued_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz
);

CREATE INDEX claims_by_seat ON claims (session, seat);

-- requests: answered requests that gave out secrets, so that a repeated Idempotency-Key gets the
-- original answer. The secrets follow from the key, which only its sender has, and the salt.
CREATE TABLE requests (
    key_hash bytea PRIMARY KEY CHECK (octet_length(key_hash) = 32),
    print bytea NOT NULL CHECK (octet_length(print) = 32),
    salt bytea NOT NULL CHECK (octet_length(salt) = 32),
    answer text NOT NULL, -- JSON without the secrets
    at timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT ON tokens, token_seats, claims, requests TO verger_service;
GRANT UPDATE (revoked_at) ON tokens TO verger_service;
GRANT UPDATE (used_at) ON claims TO verger_service;

-- migrate:down

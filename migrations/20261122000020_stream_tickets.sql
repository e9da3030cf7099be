-- A browser's EventSource can send no token, and a token in an address would end up in logs. A ticket
-- in an address is worth nothing there: it opens one stream, once, within a minute.

-- migrate:up

-- stream_tickets: what opens a stream of a session by the rights of a token, and goes when it does.
CREATE TABLE stream_tickets (
    hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32), -- SHA-256 of the ticket, which is kept nowhere
    session uuid NOT NULL,
    token uuid NOT NULL REFERENCES tokens,
    expires_at timestamptz NOT NULL
);

CREATE INDEX stream_tickets_by_end ON stream_tickets (expires_at);

GRANT SELECT, INSERT, DELETE ON stream_tickets TO verger_service;

-- migrate:down

-- Webhooks: addresses that are told of a session's events. The log is the outbox: a webhook has a
-- cursor in it, and a process that has it on lease makes deliveries of what is after that. So an
-- append does nothing for it, and a process that dies loses nothing.

-- migrate:up

-- webhooks: who is told of what, how far that has come, and which process is at it.
CREATE TABLE webhooks (
    id uuid PRIMARY KEY,
    session uuid NOT NULL,
    seat text NOT NULL, -- whose it is
    url text NOT NULL,
    types text[] NOT NULL, -- the types of events that it is told of; all if there are none
    description text NOT NULL,
    cursor bigint NOT NULL, -- the newest version that deliveries were made of
    made_at timestamptz NOT NULL DEFAULT now(),
    delivered_at timestamptz, -- the last success
    disabled_at timestamptz,
    disabled_because text,
    lease uuid, -- names one process's time with it
    leased_until timestamptz NOT NULL DEFAULT now(),
    rests_until timestamptz NOT NULL DEFAULT now(), -- after a failure
    CHECK ((disabled_at IS NULL) = (disabled_because IS NULL))
);

CREATE INDEX webhooks_by_seat ON webhooks (session, seat);

-- webhook_secrets: what a webhook's deliveries are signed with, readable as they have to be.
CREATE TABLE webhook_secrets (
    webhook uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    secret bytea NOT NULL CHECK (octet_length(secret) BETWEEN 24 AND 64),
    since timestamptz NOT NULL DEFAULT now(),
    until timestamptz, -- null: the newest one
    PRIMARY KEY (webhook, secret)
);

CREATE UNIQUE INDEX webhook_secrets_newest ON webhook_secrets (webhook) WHERE until IS NULL;

-- deliveries: one event each that a webhook is told of, or a ping, with every attempt.
CREATE TABLE deliveries (
    id uuid PRIMARY KEY, -- follows from webhook and version
    number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    webhook uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    version bigint, -- null: a ping
    type text NOT NULL,
    at timestamptz NOT NULL, -- when the event was
    state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    made_at timestamptz NOT NULL DEFAULT now(),
    since timestamptz NOT NULL DEFAULT now(), -- when its schedule began
    tries smallint NOT NULL DEFAULT 0, -- of the schedule
    attempts jsonb NOT NULL DEFAULT '[]', -- the newest ones
    next_at timestamptz,
    CHECK ((state = 'pending') = (next_at IS NOT NULL))
);

CREATE INDEX deliveries_by_webhook ON deliveries (webhook, number);
CREATE INDEX deliveries_due ON deliveries (webhook, next_at) WHERE next_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks, webhook_secrets, deliveries TO verger_service;

-- migrate:down

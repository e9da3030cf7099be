-- The whole schema of the first release: the tables, by topic, and then the functions and triggers that guard them.
--
-- There is no order between events of different sessions, so every key of the log begins with the session. The
-- service connects with the role verger_service. This role has only the rights that are granted below. It can append
-- to the log, but never change it.

-- migrate:up

DO $$
BEGIN
    -- If the role exists, do not try to create it. A user without the right to create roles would get an error.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'verger_service') THEN
        CREATE ROLE verger_service NOLOGIN;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- Roles belong to the whole server. A migration of another database has created this role meantime.
END
$$;

DO $$
BEGIN
    -- Since PostgreSQL 16, the creator of a role needs a grant to act as the role.
    EXECUTE format('GRANT verger_service TO %I', current_user);
EXCEPTION WHEN OTHERS THEN
    -- A superuser does not need the grant. For any other user, the first connection of the service will fail.
    RAISE NOTICE 'verger_service was not granted to %: %', current_user, SQLERRM;
END
$$;

-- A process reads this table before it serves, to check that no migration is pending.
GRANT SELECT ON schema_migrations TO verger_service;

-- ============================================================
-- The log
-- ============================================================

-- feed_places: gives each event a number, which is its place in the feed.
CREATE SEQUENCE feed_places;
-- The first event gets place 2, because its writer first locks the place before it.
SELECT setval('feed_places', 1);
GRANT SELECT, USAGE ON feed_places TO verger_service;

-- events: the accepted moves of all sessions. Each session is a chain of hashes.
CREATE TABLE events (
    session uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    type text NOT NULL,
    seat text, -- null if the move was anonymous
    request_key bytea,
    request_print bytea,
    data text NOT NULL, -- JSON
    sealed text, -- JSON: parts that only some seats may read; their digests are in data
    salt bytea NOT NULL,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    format smallint NOT NULL, -- the lowest format number that knows everything in data
    at timestamptz NOT NULL,
    texts text NOT NULL, -- JSON: the position and size of each free text in data, in bytes
    digest bytea NOT NULL CHECK (octet_length(digest) = 32), -- covered by the hash; a redaction does not change it
    kept text, -- JSON: the salt of each text, or the digest of a removed one; null unless redacted
    place bigint DEFAULT nextval('feed_places'), -- in the feed; null if the event was in the feed before an archive and import
    PRIMARY KEY (session, version),
    -- In an import, the digest of the request follows the salt. A redacted event has no salt, because with it somebody
    -- could test guesses of the removed texts.
    CONSTRAINT events_salt_check CHECK (octet_length(salt) = ANY (CASE WHEN kept IS NULL THEN '{16, 48}'::int[] ELSE '{0, 32}' END))
);

-- To find the event of a repeated request.
CREATE UNIQUE INDEX events_request ON events (session, request_key) WHERE request_key IS NOT NULL;
-- To find the redactions of a session that is being loaded.
CREATE INDEX events_redactions ON events (session, version) WHERE type = 'redact';
-- To find the event that gave a seat to its present holder.
CREATE INDEX events_sitting ON events (session, seat, version)
    WHERE type IN ('start_session', 'fork_session', 'take_seat');
-- To find anonymous events.
CREATE INDEX events_hidden ON events (session) WHERE seat IS NULL AND request_key IS NOT NULL;
-- To read events in the order of the feed.
CREATE INDEX events_places ON events (place);
GRANT SELECT, INSERT ON events TO verger_service;
COMMENT ON COLUMN events.request_key IS
    'SHA-256 of seat, holder and Idempotency-Key; for an anonymous event, a keyed digest';
COMMENT ON COLUMN events.request_print IS
    'salt ‖ SHA-256(salt ‖ SHA-256(body)); of a redacted event, SHA-256 of that; of a redaction whose reason has lost a '
    'text, 32 random bytes';

-- forks: the origin of each fork. The row is written together with the fork's first own event.
CREATE TABLE forks (
    session uuid PRIMARY KEY,
    parent uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0), -- of the parent; the first own event of the fork has the next version
    hash bytea NOT NULL CHECK (octet_length(hash) = 32), -- of the parent's event with that version
    at timestamptz NOT NULL
);
CREATE INDEX forks_by_parent ON forks (parent, at, session);
GRANT SELECT, INSERT ON forks TO verger_service;

-- snapshots: the state of a session after an event, so that a long log need not be folded from its start. The server
-- can always compute a snapshot again.
CREATE TABLE snapshots (
    session uuid NOT NULL,
    version bigint NOT NULL,
    format text NOT NULL, -- of the state; a program reads only its own format
    digest bytea NOT NULL CHECK (octet_length(digest) = 32), -- of the state's text
    state text NOT NULL,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32), -- of the event; it must match the log
    is_head boolean NOT NULL DEFAULT false, -- whether the event was the newest one; the next snapshot then replaces this
    PRIMARY KEY (session, version)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON snapshots TO verger_service;

-- arrangements: the places of all elements in the newest picture of a session. The server can always compute them again.
CREATE TABLE arrangements (
    session uuid PRIMARY KEY,
    events integer NOT NULL, -- the number of events that have changed elements of the picture
    digest bytea NOT NULL CHECK (octet_length(digest) = 32), -- of these elements, and of the layout's form
    arrangement bytea NOT NULL -- MessagePack
);
GRANT SELECT, INSERT, UPDATE, DELETE ON arrangements TO verger_service;

-- deadlines: the time of a session's next deadline. It is written in the transaction of the event that sets it.
CREATE TABLE deadlines (
    session uuid PRIMARY KEY,
    at timestamptz NOT NULL,
    -- Until this time, by the database's clock, one process handles the row, and the others skip it. No index contains
    -- this column, so that an update is cheap.
    taken_until timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE INDEX deadlines_by_time ON deadlines (at, session);
GRANT SELECT, INSERT, UPDATE, DELETE ON deadlines TO verger_service;

-- refusals: refused moves, each with its ruling, and with the newest version when it was judged.
CREATE TABLE refusals (
    session uuid NOT NULL,
    number bigint NOT NULL, -- 1, 2, 3 … in the session
    version bigint NOT NULL,
    type text NOT NULL,
    seat text, -- null if the move was anonymous
    move text, -- JSON; null if it was too long to keep
    ruling text NOT NULL, -- JSON
    at timestamptz NOT NULL,
    sender text NOT NULL DEFAULT '', -- the seat that moved; for an anonymous move, a keyed digest of the seat
    PRIMARY KEY (session, number)
);
CREATE INDEX refusals_by_sender ON refusals (session, sender, number);
GRANT SELECT, INSERT, DELETE ON refusals TO verger_service;

-- lost: logs that lost events, because the database went back. A process still had these events in memory.
CREATE TABLE lost (
    session uuid NOT NULL,
    version bigint NOT NULL, -- the newest version that the process had
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    kept bigint NOT NULL, -- the newest version that still has the same event; 0 if the session is gone
    at timestamptz NOT NULL DEFAULT now(), -- when the process noticed the loss
    PRIMARY KEY (session, version, hash)
);
GRANT SELECT, INSERT ON lost TO verger_service;

-- open_sessions: the sessions that onlookers may watch. A row is written in the transaction of the event that opens the
-- session to them, and deleted when an event closes it. Imports have no row.
CREATE TABLE open_sessions (
    session uuid PRIMARY KEY
);
GRANT SELECT, INSERT, DELETE ON open_sessions TO verger_service;

-- ============================================================
-- Ended sessions
-- ============================================================

-- stubs: a record of each session that was ended and whose rows were deleted.
CREATE TABLE stubs (
    session uuid PRIMARY KEY,
    code text NOT NULL CHECK (code IN ('session_archived', 'session_deleted')),
    version bigint NOT NULL CHECK (version > 0), -- of the last event
    hash bytea NOT NULL CHECK (octet_length(hash) = 32), -- of that event
    by text NOT NULL, -- the seat, app or operator that ended the session
    at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX stubs_by_time ON stubs (at);
GRANT SELECT, DELETE ON stubs TO verger_service;

-- ============================================================
-- Apps, tokens and seats
-- ============================================================

-- apps: sites and bots that may start sessions, and how many sessions each may have at a time.
CREATE TABLE apps (
    id uuid PRIMARY KEY,
    name text NOT NULL UNIQUE,
    session_limit integer NOT NULL CHECK (session_limit >= 0),
    made_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz
);
GRANT SELECT, INSERT, UPDATE (ended_at) ON apps TO verger_service;

-- app_sessions: the sessions that apps have started and that have not ended.
CREATE TABLE app_sessions (
    session uuid PRIMARY KEY,
    app uuid NOT NULL REFERENCES apps
);
CREATE INDEX app_sessions_by_app ON app_sessions (app, session);
GRANT SELECT, INSERT ON app_sessions TO verger_service;

-- app_use: the requests, moves and work of an app today, in all processes.
CREATE TABLE app_use (
    app uuid NOT NULL REFERENCES apps,
    day date NOT NULL, -- in UTC; only the newest row is kept
    requests bigint NOT NULL,
    moves bigint NOT NULL,
    work float NOT NULL, -- as the rate limits count it
    PRIMARY KEY (app, day)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON app_use TO verger_service;

-- tokens: bearer credentials. One token may act for several seats of several sessions.
CREATE TABLE tokens (
    id uuid PRIMARY KEY,
    secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32), -- SHA-256; the secret itself is not stored
    label text NOT NULL,
    issued_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz,
    scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
    via text, -- the name of the program that uses the token; each event by this token contains it
    expires_at timestamptz, -- null if the token never ends
    used_at timestamptz, -- the approximate time of the last use
    is_renewable boolean NOT NULL,
    app uuid REFERENCES apps, -- the app whose key this is
    handed_out_by uuid REFERENCES apps -- the app whose key issued it, directly or through other tokens
);
CREATE INDEX tokens_by_app ON tokens (app) WHERE app IS NOT NULL;
CREATE INDEX tokens_by_handing_app ON tokens (handed_out_by) WHERE handed_out_by IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (revoked_at, scopes, expires_at, used_at, is_renewable) ON tokens TO verger_service;

-- token_seats: the seats that a token may act for.
CREATE TABLE token_seats (
    session uuid NOT NULL,
    seat text NOT NULL,
    token uuid NOT NULL REFERENCES tokens,
    PRIMARY KEY (session, seat, token)
);
CREATE INDEX token_seats_by_token ON token_seats (token, session);
GRANT SELECT, INSERT, DELETE ON token_seats TO verger_service;

-- readers: tokens that may read a session without a seat in it.
CREATE TABLE readers (
    session uuid NOT NULL,
    token uuid NOT NULL REFERENCES tokens,
    PRIMARY KEY (session, token)
);
CREATE INDEX readers_by_token ON readers (token, session);
GRANT SELECT, INSERT ON readers TO verger_service;

-- former_seats: tokens that had seats in a session and have lost all of them. For such a token, it is not enough to read
-- the session's parent.
CREATE TABLE former_seats (
    session uuid NOT NULL,
    token uuid NOT NULL REFERENCES tokens ON DELETE CASCADE,
    PRIMARY KEY (session, token)
);
CREATE INDEX former_seats_by_token ON former_seats (token);
GRANT SELECT, INSERT, DELETE ON former_seats TO verger_service;

-- claims: single-use codes to take a seat.
CREATE TABLE claims (
    code_hash bytea PRIMARY KEY CHECK (octet_length(code_hash) = 32),
    session uuid NOT NULL,
    seat text NOT NULL,
    issued_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz,
    expires_at timestamptz, -- null if the code does not end
    token uuid REFERENCES tokens ON DELETE CASCADE,
    issuer uuid REFERENCES tokens ON DELETE CASCADE -- the token that handed the code out for somebody else
);
CREATE INDEX claims_by_end ON claims (LEAST(used_at, expires_at))
    WHERE used_at IS NOT NULL OR expires_at IS NOT NULL;
CREATE INDEX claims_by_issuer ON claims (issuer) WHERE issuer IS NOT NULL;
CREATE INDEX claims_by_seat ON claims (session, seat);
CREATE INDEX claims_by_token ON claims (token) WHERE token IS NOT NULL;
GRANT SELECT, INSERT, DELETE, UPDATE (used_at) ON claims TO verger_service;
COMMENT ON COLUMN claims.token IS 'The token that created the code for another device of its holder';

-- imports: sessions that were imported from an archive. They can be read and forked, but not continued.
CREATE TABLE imports (
    session uuid PRIMARY KEY,
    token uuid REFERENCES tokens, -- of the importer; null if the operator imported it
    at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT ON imports TO verger_service;

-- stream_tickets: each ticket opens one stream of a session with the rights of a token.
CREATE TABLE stream_tickets (
    hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32), -- SHA-256 of the ticket, which is stored nowhere
    session uuid NOT NULL,
    token uuid NOT NULL REFERENCES tokens,
    expires_at timestamptz NOT NULL
);
CREATE INDEX stream_tickets_by_end ON stream_tickets (expires_at);
GRANT SELECT, INSERT, DELETE ON stream_tickets TO verger_service;

-- Return every UUID in a text. An index uses this to find the stored answers about a session or a token.
CREATE FUNCTION uuids_in(said text) RETURNS uuid[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce(array_agg(found[1]::uuid), '{}')
    FROM regexp_matches(said, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') AS found
$$;

-- requests: answered requests that gave out secrets, so that a repeated Idempotency-Key gets the same answer.
CREATE TABLE requests (
    key_hash bytea PRIMARY KEY CHECK (octet_length(key_hash) = 32),
    print bytea NOT NULL CHECK (octet_length(print) = 32),
    salt bytea NOT NULL CHECK (octet_length(salt) = 32),
    answer text NOT NULL, -- JSON without the secrets
    at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX requests_by_ids ON requests USING gin (uuids_in(answer));
CREATE INDEX requests_by_time ON requests (at);
GRANT SELECT, INSERT, DELETE ON requests TO verger_service;
COMMENT ON COLUMN requests.print IS 'HMAC of the body by the request''s key and the salt';

-- shelves: columns of an archived session's events that the archive does not have. All events are in one row, because
-- they are read and deleted together.
CREATE TABLE shelves (
    session uuid PRIMARY KEY REFERENCES stubs,
    app uuid REFERENCES apps,
    versions bigint[] NOT NULL, -- the events that had any of these columns
    request_keys bytea[] NOT NULL, -- this and the next two columns as in events, in the order of the versions
    request_prints bytea[] NOT NULL,
    sealed text[] NOT NULL
);
GRANT SELECT ON shelves TO verger_service;

-- shelved_seats: the tokens that can act or read in an archived session after it is restored.
CREATE TABLE shelved_seats (
    session uuid NOT NULL REFERENCES shelves ON DELETE CASCADE,
    token uuid NOT NULL REFERENCES tokens ON DELETE CASCADE,
    seat text -- null if the token only reads
);
CREATE INDEX shelved_seats_by_session ON shelved_seats (session);
CREATE INDEX shelved_seats_by_token ON shelved_seats (token);

-- ============================================================
-- Secrets
--
-- Every secret is encrypted with AES-256-GCM under a key of the operator that is never in the database. The encrypted
-- text begins with a nonce of 12 bytes. The names of the table and the row are authenticated with the secret.
-- ============================================================

-- secret_key: the id of the operator's key for new secrets.
CREATE TABLE secret_key (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    id text NOT NULL, -- the first 16 hex digits of SHA-256('verger secret key' ‖ key)
    since timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE (id, since) ON secret_key TO verger_service;

-- signing_keys: the Ed25519 keys that sign checkpoints and statements. The key that is not retired is in use.
CREATE TABLE signing_keys (
    id text PRIMARY KEY, -- the first 16 hex digits of SHA-256(public key)
    public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
    since timestamptz NOT NULL DEFAULT now(),
    retired_at timestamptz,
    encrypted bytea, -- null once the key is retired
    key text, -- the id of the operator's key
    CHECK ((encrypted IS NULL) = (retired_at IS NOT NULL)),
    CHECK ((key IS NULL) = (encrypted IS NULL))
);
CREATE UNIQUE INDEX signing_keys_in_use ON signing_keys ((true)) WHERE retired_at IS NULL;
GRANT SELECT, INSERT, UPDATE (retired_at, encrypted, key) ON signing_keys TO verger_service;

-- push_key: the only key (P-256) that signs Web Push messages to browsers.
CREATE TABLE push_key (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    public text NOT NULL, -- base64url of the uncompressed point
    key text NOT NULL, -- the id of the operator's key
    encrypted bytea NOT NULL
);
GRANT SELECT, INSERT, DELETE, UPDATE (key, encrypted) ON push_key TO verger_service;

-- ============================================================
-- Webhooks
-- ============================================================

-- webhooks: the addresses that receive events, and the process that has leased each.
CREATE TABLE webhooks (
    id uuid PRIMARY KEY,
    session uuid, -- only for a webhook of a seat; null for a webhook of a token or an app
    seat text,
    url text NOT NULL,
    types text[] NOT NULL, -- the types of events that it receives; empty for all types
    description text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    delivered_at timestamptz, -- the last success
    disabled_at timestamptz,
    disabled_because text,
    lease uuid, -- the process that makes its deliveries until leased_until
    leased_until timestamptz NOT NULL DEFAULT now(),
    rests_until timestamptz NOT NULL DEFAULT now(), -- the end of the pause after a failure
    form text NOT NULL DEFAULT 'standard' CHECK (form IN ('standard', 'discord', 'slack', 'ntfy', 'web_push')),
    awaits_me boolean NOT NULL DEFAULT false,
    token uuid REFERENCES tokens ON DELETE CASCADE,
    app uuid REFERENCES apps,
    digest integer NOT NULL DEFAULT 0
        CHECK (digest BETWEEN 0 AND 86400), -- seconds; with 0, every event has its own delivery
    gathers_until timestamptz, -- when the digest is sent; the first event sets it
    p256dh text, -- this and auth are the keys of a browser for Web Push
    auth text,
    ends_at timestamptz,
    CHECK ((disabled_at IS NULL) = (disabled_because IS NULL)),
    CHECK (num_nonnulls(session, token, app) = 1),
    CHECK ((session IS NULL) = (seat IS NULL)),
    CHECK (num_nonnulls(p256dh, auth) = CASE WHEN form = 'web_push' THEN 2 ELSE 0 END)
);
CREATE INDEX webhooks_by_app ON webhooks (app) WHERE app IS NOT NULL;
CREATE INDEX webhooks_by_end ON webhooks (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX webhooks_by_seat ON webhooks (session, seat);
CREATE INDEX webhooks_by_token ON webhooks (token) WHERE token IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks TO verger_service;

-- webhook_logs: the newest event of each session's log that a webhook has handled.
CREATE TABLE webhook_logs (
    webhook uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    session uuid NOT NULL,
    cursor bigint NOT NULL, -- the newest version that deliveries exist for
    asked bytea, -- keyed digests of the questions that were open at this version
    head bigint, -- the newest known version of the log; null if not known yet
    rests_until timestamptz NOT NULL DEFAULT '-infinity', -- the end of the pause after unreadable events
    PRIMARY KEY (webhook, session)
);
CREATE INDEX webhook_logs_behind ON webhook_logs (webhook) WHERE cursor < head;
CREATE INDEX webhook_logs_by_session ON webhook_logs (session);
CREATE INDEX webhook_logs_unknown ON webhook_logs (session) WHERE head IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_logs TO verger_service;

-- webhook_reading: how far the feed was read for webhooks. The table has one row.
CREATE TABLE webhook_reading (
    history text NOT NULL,
    place bigint NOT NULL, -- all events up to this place were read
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only)
);
GRANT SELECT, UPDATE ON webhook_reading TO verger_service;

-- webhook_secrets: the secrets that sign deliveries. The newest secret has no end.
CREATE TABLE webhook_secrets (
    webhook uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    since timestamptz NOT NULL DEFAULT now(),
    until timestamptz,
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    encrypted bytea NOT NULL,
    key text NOT NULL -- the id of the operator's key
);
CREATE INDEX webhook_secrets_by_webhook ON webhook_secrets (webhook);
CREATE UNIQUE INDEX webhook_secrets_newest ON webhook_secrets (webhook) WHERE until IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_secrets TO verger_service;

-- deliveries: each delivery to a webhook (an event, a ping or a digest), with its attempts.
CREATE TABLE deliveries (
    id uuid PRIMARY KEY, -- computed from webhook and version
    number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    webhook uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    version bigint, -- null for a ping or a digest
    type text NOT NULL,
    at timestamptz NOT NULL, -- the time of the event
    state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    made_at timestamptz NOT NULL DEFAULT now(),
    since timestamptz NOT NULL DEFAULT now(), -- the start of its schedule of attempts
    tries smallint NOT NULL DEFAULT 0, -- the number of attempts since then
    attempts jsonb NOT NULL DEFAULT '[]', -- the newest attempts
    next_at timestamptz, -- the time of the next attempt; null if there is none
    session uuid,
    gathered jsonb, -- the sessions of a digest
    FOREIGN KEY (webhook, session) REFERENCES webhook_logs ON DELETE CASCADE,
    CHECK ((state = 'pending') = (next_at IS NOT NULL)),
    CHECK ((version IS NULL) OR (session IS NOT NULL))
);
CREATE INDEX deliveries_by_age ON deliveries (made_at) WHERE next_at IS NULL;
CREATE INDEX deliveries_by_webhook ON deliveries (webhook, number);
CREATE INDEX deliveries_due ON deliveries (webhook, next_at) WHERE next_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON deliveries TO verger_service;

-- webhook_cover: the sessions that a webhook of a token or an app covers now.
CREATE VIEW webhook_cover AS
SELECT w.id AS webhook, s.session FROM webhooks w JOIN token_seats s ON s.token = w.token
UNION
SELECT w.id AS webhook, s.session FROM webhooks w JOIN app_sessions s ON s.app = w.app;
GRANT SELECT ON webhook_cover TO verger_service;

-- ============================================================
-- The feed
--
-- The feed has the events of all sessions in the order of their places, for readers of many sessions. No move waits for
-- another session because of this order.
-- ============================================================

-- feed_history: the history of the database server (its system and time line). Places are valid only in this history.
-- The table has one row.
CREATE TABLE feed_history (
    history text NOT NULL,
    since bigint NOT NULL, -- the feed begins after this place, because earlier events belong to another history
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only)
);
GRANT SELECT ON feed_history TO verger_service;

-- feed_writers: the open transactions that write events, each with the place that it has locked. The lock contains
-- the lower 32 bits of the place.
CREATE VIEW feed_writers AS
SELECT pid, virtualtransaction, objid::bigint AS place FROM pg_locks
WHERE locktype = 'advisory' AND classid = 4600 AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
GRANT SELECT ON feed_writers TO verger_service;

-- ============================================================
-- Statements
--
-- A Merkle tree over the heads of all sessions, whose root is signed.
-- ============================================================

-- stated_heads: the leaves of the tree. Each statement adds one leaf for every session with a new head.
CREATE TABLE stated_heads (
    number bigint PRIMARY KEY CHECK (number >= 0), -- from 0, without a gap
    session uuid NOT NULL,
    version bigint NOT NULL,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32), -- of that version
    standing text NOT NULL CHECK (standing IN ('here', 'archived', 'deleted'))
);
CREATE INDEX stated_heads_by_session ON stated_heads (session, number);
GRANT SELECT, INSERT ON stated_heads TO verger_service;

-- stated_nodes: the hashes of the leaves, and of the inner nodes whose leaves all exist.
CREATE TABLE stated_nodes (
    level smallint NOT NULL,
    number bigint NOT NULL, -- counted from the left, from 0
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (level, number)
);
GRANT SELECT, INSERT ON stated_nodes TO verger_service;

-- statements: the signed statements. Each has the digest of the one before.
CREATE TABLE statements (
    number bigint PRIMARY KEY CHECK (number > 0),
    size bigint NOT NULL CHECK (size >= 0), -- the number of leaves of the tree
    root bytea NOT NULL CHECK (octet_length(root) = 32),
    at timestamptz NOT NULL,
    previous bytea NOT NULL CHECK (octet_length(previous) = 32), -- SHA-256 of the text before
    next_key bytea NOT NULL CHECK (octet_length(next_key) = 32), -- the key that will sign the next statement
    key text NOT NULL, -- the id of the key that signed this one
    signature bytea NOT NULL CHECK (octet_length(signature) = 64),
    history text NOT NULL, -- the history of the server, and how far its feed was read
    place bigint NOT NULL
);
GRANT SELECT, INSERT ON statements TO verger_service;

-- ============================================================
-- The lobby, trials, and sessions that nobody plays
-- ============================================================

-- listings: the sessions that look for players. The other facts of a listing come from the session's log.
CREATE TABLE listings (
    session uuid PRIMARY KEY,
    id uuid NOT NULL UNIQUE, -- the id that strangers use, so that they need not know the id of the session
    language text NOT NULL,
    plays text NOT NULL, -- the days and times of play
    about text NOT NULL,
    listed_at timestamptz NOT NULL DEFAULT now(),
    until timestamptz NOT NULL
);
CREATE INDEX listings_by_end ON listings (until);
CREATE INDEX listings_by_language ON listings (split_part(language, '-', 1), listed_at, id);
CREATE INDEX listings_in_order ON listings (listed_at, id);
GRANT SELECT, INSERT, UPDATE, DELETE ON listings TO verger_service;

-- asks: requests for a seat, and their outcome.
CREATE TABLE asks (
    id uuid PRIMARY KEY,
    session uuid NOT NULL,
    token uuid NOT NULL REFERENCES tokens ON DELETE CASCADE, -- the token that gets the seat
    is_new boolean NOT NULL, -- whether the token was made for this request, and has no other rights yet
    name text NOT NULL,
    note text NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT now(),
    until timestamptz NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'let_in', 'declined')),
    seat text,
    UNIQUE (session, token),
    CHECK ((state = 'let_in') = (seat IS NOT NULL))
);
CREATE INDEX asks_by_end ON asks (until);
CREATE INDEX asks_by_token ON asks (token);
GRANT SELECT, INSERT, UPDATE, DELETE ON asks TO verger_service;

-- trials: sessions that were started only to try a game, and have not ended.
CREATE TABLE trials (
    session uuid PRIMARY KEY,
    look_at timestamptz NOT NULL -- the next check; a process first sets a later time, so that others do not check
);
CREATE INDEX trials_by_look ON trials (look_at);
GRANT SELECT, INSERT, UPDATE (look_at) ON trials TO verger_service;

-- session_starts: the sessions that people started, forked or imported, until a process has checked whether they
-- are played. Sessions of apps are not here, because apps have their own limits.
CREATE TABLE session_starts (
    session uuid PRIMARY KEY,
    network bytea CHECK (octet_length(network) = 32), -- a keyed digest of the network of the address; null without a key
    look_at timestamptz NOT NULL -- as in trials; the row is deleted after the check
);
CREATE INDEX session_starts_by_look ON session_starts (look_at);
CREATE INDEX session_starts_by_network ON session_starts (network) WHERE network IS NOT NULL;
GRANT SELECT, INSERT, DELETE, UPDATE (look_at) ON session_starts TO verger_service;

-- ============================================================
-- Operators
-- ============================================================

-- operator_actions: each command that changed something, written in its transaction.
CREATE TABLE operator_actions (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    command text NOT NULL,
    session uuid, -- null if the command is about no session, or about all
    detail text NOT NULL, -- versions, ids of keys, numbers; never a text from a game or a secret
    system_user_name text NOT NULL, -- as the command reports it
    database_user text NOT NULL DEFAULT SESSION_USER -- as the database reports it
);
CREATE INDEX operator_actions_backups ON operator_actions (at) WHERE command = 'backup';
GRANT SELECT, INSERT (command, session, detail, system_user_name) ON operator_actions TO verger_service;

-- blocks: the networks, tokens and apps that the operator refuses.
CREATE TABLE blocks (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    network cidr UNIQUE,
    token uuid UNIQUE REFERENCES tokens ON DELETE CASCADE,
    app uuid UNIQUE REFERENCES apps,
    at timestamptz NOT NULL DEFAULT now(),
    until timestamptz, -- null if only the operator ends the block
    CHECK (num_nonnulls(network, token, app) = 1)
);
CREATE INDEX blocks_by_end ON blocks (until) WHERE until IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (until), DELETE ON blocks TO verger_service;

-- cell: the number of the cell that this database belongs to. There is no row before the first process has started.
CREATE TABLE cell (
    is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    number smallint NOT NULL CHECK (number BETWEEN 0 AND 31)
);
GRANT SELECT, INSERT ON cell TO verger_service;

-- ============================================================
-- Guards of the log
--
-- The service's role has no right to change events. Triggers refuse changes by all other users, too. There are two
-- exceptions: a redaction, and the end of a session.
-- ============================================================

-- Refuse every statement that has this trigger.
CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is written once: % on % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Return whether the session's newest event is a redaction of this transaction.
CREATE FUNCTION is_redacting(of_session uuid) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
    SELECT newest.type = 'redact' AND newest.xmin = pg_current_xact_id_if_assigned()::xid
    FROM (
        SELECT type, xmin FROM public.events
        WHERE session = of_session ORDER BY version DESC LIMIT 1
    ) AS newest
$$;

-- Return whether this transaction wrote the session's stub.
CREATE FUNCTION is_ending(of_session uuid) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM public.stubs
        WHERE session = of_session AND xmin = pg_current_xact_id_if_assigned()::xid
    )
$$;

-- Return the digest of a redacted event, as service/log/chain.py computes it.
CREATE FUNCTION digest_of(event public.events) RETURNS bytea LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
    WITH texts AS (
        SELECT number, (text ->> 0)::int AS at, (text ->> 1)::int AS size,
            decode(event.kept::jsonb ->> (number - 1)::int, 'hex') AS kept
        FROM jsonb_array_elements(event.texts::jsonb) WITH ORDINALITY AS its (text, number)
    ),
    parts AS (
        SELECT number, at + size AS until,
            substr(data, 1 + lag(at + size, 1, 0) OVER by_number, at - lag(at + size, 1, 0) OVER by_number)
            || '#' || convert_to(encode(
                CASE WHEN octet_length(kept) = 32 AND substr(data, at + 1, size) = '"[redacted]"' THEN kept
                    ELSE sha256(kept || substr(data, at + 1, size)) END, 'hex'
            ), 'UTF8') AS part
        FROM texts, convert_to(event.data, 'UTF8') AS data
        WINDOW by_number AS (ORDER BY number)
    )
    SELECT sha256(
        CASE WHEN event.request_key IS NULL AND event.request_print IS NULL THEN event.salt
            ELSE sha256(sha256(coalesce(event.request_key, '')) || coalesce(event.request_print, '')) END
        || coalesce(string_agg(part, '' ORDER BY number), '')
        || substr(convert_to(event.data, 'UTF8'), 1 + coalesce(max(until), 0))
    ) FROM parts
$$;

-- Accept an update of an event only if it is a redaction: it removes texts, and keeps all columns of the chain and of
-- the indexes.
CREATE FUNCTION refuse_all_but_redaction() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    -- Also refuse a statement that changes no row, unless this transaction wrote a redaction.
    IF TG_LEVEL = 'STATEMENT' THEN
        IF EXISTS (
            SELECT FROM public.events
            WHERE type = 'redact' AND xmin = pg_current_xact_id_if_assigned()::xid
        ) THEN
            RETURN NULL;
        END IF;
    ELSIF public.is_redacting(OLD.session)
        AND OLD.version < (SELECT max(version) FROM public.events WHERE session = OLD.session)
        -- The columns of the chain and of the indexes must not change.
        AND (
            NEW.session, NEW.version, NEW.type, NEW.seat, NEW.request_key, NEW.digest, NEW.hash,
            NEW.format, NEW.at, NEW.place
        ) IS NOT DISTINCT FROM (
            OLD.session, OLD.version, OLD.type, OLD.seat, OLD.request_key, OLD.digest, OLD.hash,
            OLD.format, OLD.at, OLD.place
        )
        -- The salt and the print must change, because with them somebody could test guesses of the text.
        AND NEW.kept IS NOT NULL
        AND NEW.salt = (CASE WHEN OLD.kept IS NULL THEN substr(OLD.salt, 17) ELSE OLD.salt END)
        AND NEW.request_print IS NOT DISTINCT FROM
            (CASE WHEN OLD.kept IS NULL THEN sha256(OLD.request_print) ELSE OLD.request_print END)
        AND NEW.digest = public.digest_of(NEW)
        AND (NEW.data <> OLD.data OR NEW.sealed IS DISTINCT FROM OLD.sealed)
        -- Sealed parts can be removed, but not added or changed.
        AND (NEW.sealed IS NULL OR OLD.sealed::jsonb @> NEW.sealed::jsonb)
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the log is written once: % on % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;

-- The event of a redaction names every event that it changes. Refuse a change of any other event.
CREATE FUNCTION refuse_what_no_redaction_names() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    -- Check this once for each statement and not for each row, because the event of a large redaction is long.
    IF EXISTS (
        SELECT FROM changed
        WHERE (session, version) NOT IN (
            SELECT newest.session, jsonb_array_elements_text(
                newest.data::jsonb #> '{move,rewritten}'
            )::bigint
            FROM public.events AS newest
            WHERE (newest.session, newest.version) IN (
                SELECT session, max(version) FROM public.events
                WHERE session IN (SELECT session FROM changed) GROUP BY session
            )
        )
    ) THEN
        RAISE EXCEPTION 'the log is written once: no redaction names this event'
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END
$$;

-- Refuse to delete events, except for sessions that this transaction ends.
CREATE FUNCTION refuse_deleting_what_is_not_ended() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    is_allowed boolean;
BEGIN
    IF TG_WHEN = 'BEFORE' THEN
        -- Also refuse a statement that deletes no row.
        is_allowed := EXISTS (
            SELECT FROM public.stubs WHERE xmin = pg_current_xact_id_if_assigned()::xid
        );
    ELSE
        is_allowed := NOT EXISTS (
            SELECT FROM (SELECT DISTINCT session FROM deleted) AS gone
            WHERE NOT public.is_ending(gone.session)
        );
    END IF;
    IF NOT is_allowed THEN
        RAISE EXCEPTION 'the log is written once: % on % is refused', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END
$$;

-- Refuse to delete a stub, unless its session was imported again: the log must end with the event that the stub names.
-- Refuse to change a stub, unless an archived session becomes a deleted one.
CREATE FUNCTION refuse_forgetting() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.code = 'session_archived' AND (
        SELECT (newest.version, newest.hash) = (OLD.version, OLD.hash) FROM (
            SELECT version, hash FROM public.events
            WHERE session = OLD.session ORDER BY version DESC LIMIT 1
        ) AS newest
    ) THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.code = 'session_archived' AND NEW.code = 'session_deleted'
        AND (NEW.session, NEW.version, NEW.hash) = (OLD.session, OLD.version, OLD.hash)
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'what was ended stays on record: % on % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;

-- If a fork begins after a version, return the hash of the inherited event with this version. If not, return null.
CREATE FUNCTION inherited_hash(of_session uuid, at_version bigint) RETURNS bytea LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
    WITH RECURSIVE line AS (
        SELECT parent FROM public.forks WHERE session = of_session AND version = at_version
        UNION ALL
        -- The parent can be a fork itself. If it was made at this version or later, its own parent has the event.
        SELECT fork.parent FROM line
        JOIN public.forks AS fork ON fork.session = line.parent AND fork.version >= at_version
    )
    SELECT event.hash FROM line
    JOIN public.events AS event ON event.session = line.parent AND event.version = at_version
$$;

-- Refuse an event that does not follow the one before it. So a process that has another log in memory cannot append.
-- Also refuse a place in the feed that this transaction has not received. The function computes the hash as
-- service/log/chain.py does, once for each statement. Scans are off, because a connection can keep a plan from the time
-- when the log was small and a scan was cheap.
CREATE FUNCTION refuse_what_does_not_follow() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    after bigint := current_setting('verger.places_after');
    newest bigint := pg_sequence_last_value('public.feed_places');
BEGIN
    IF EXISTS (
        SELECT FROM appended AS event
        WHERE event.hash IS DISTINCT FROM sha256(
            CASE WHEN event.version = 1 THEN decode(repeat('00', 32), 'hex') ELSE coalesce(
                (
                    SELECT before.hash FROM public.events AS before
                    WHERE before.session = event.session AND before.version = event.version - 1
                ),
                public.inherited_hash(event.session, event.version - 1)
            ) END
            || uuid_send(event.session)
            || int8send(event.version)
            || event.digest
        ) OR event.place <= after OR event.place > newest
    ) THEN
        RAISE EXCEPTION 'an event does not follow the one before it, or has a place of another event'
            USING ERRCODE = 'VG001';
    END IF;
    RETURN NULL;
END
$$;

-- Before a transaction gives a place to its first event, lock the newest place that was given out so
-- far. The transaction keeps this lock until it ends, and all its own places are higher. So feed_until
-- can see which places are not filled yet. The lock is shared, so nobody waits for it. The variable
-- `done` is not used: to assign a value to it calls a function without a query.
CREATE FUNCTION lock_place() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    newest bigint;
    done text;
BEGIN
    IF coalesce(current_setting('verger.places_after', true), '') = '' THEN
        newest := pg_sequence_last_value('public.feed_places');
        done := pg_advisory_xact_lock_shared(4600, newest::bit(32)::int);
        done := set_config('verger.places_after', newest::text, true);
        IF current_setting('idle_in_transaction_session_timeout') = '0' THEN
            done := set_config('idle_in_transaction_session_timeout', '60s', true);
        END IF;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER events_lock_a_place BEFORE INSERT ON events
    FOR EACH STATEMENT EXECUTE FUNCTION lock_place();
CREATE TRIGGER events_follow AFTER INSERT ON events REFERENCING NEW TABLE AS appended
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_what_does_not_follow();
CREATE TRIGGER events_are_immutable BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER events_are_deleted_only_at_the_end BEFORE DELETE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_what_is_not_ended();
CREATE TRIGGER events_are_deleted_with_a_stub AFTER DELETE ON events REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_what_is_not_ended();
CREATE TRIGGER events_are_updated_only_by_redaction BEFORE UPDATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_all_but_redaction();
CREATE TRIGGER events_are_only_redacted BEFORE UPDATE ON events
    FOR EACH ROW EXECUTE FUNCTION refuse_all_but_redaction();
CREATE TRIGGER events_are_redacted_by_name AFTER UPDATE ON events REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_what_no_redaction_names();

CREATE TRIGGER forks_are_deleted_only_at_the_end BEFORE DELETE ON forks
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_what_is_not_ended();
CREATE TRIGGER forks_are_deleted_with_a_stub AFTER DELETE ON forks REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_what_is_not_ended();
CREATE TRIGGER forks_are_immutable BEFORE UPDATE OR TRUNCATE ON forks
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER operator_actions_are_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_actions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER statements_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON stated_heads
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER statements_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON stated_nodes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER statements_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON statements
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER stubs_are_not_truncated BEFORE TRUNCATE ON stubs
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER stubs_stay BEFORE UPDATE OR DELETE ON stubs FOR EACH ROW EXECUTE FUNCTION refuse_forgetting();

-- ============================================================
-- Redactions
--
-- The service's role has no right to update events. It can redact only by these functions. Each of them works only in
-- the transaction that has written the event of the redaction.
-- ============================================================

-- Write the remaining data of each redacted event. Return the number of redacted events.
CREATE FUNCTION redact_events(
    of_session uuid, versions bigint[], left_data text[], left_texts text[], left_kept text[],
    left_sealed text[]
) RETURNS bigint LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
    WITH redacted AS (
        UPDATE public.events AS event
        SET data = now_left.data, texts = now_left.texts, kept = now_left.kept,
            sealed = now_left.sealed,
            salt = CASE WHEN event.kept IS NULL THEN substr(event.salt, 17) ELSE event.salt END,
            request_print =
                CASE WHEN event.kept IS NULL THEN sha256(event.request_print)
                    ELSE event.request_print END
        FROM unnest(versions, left_data, left_texts, left_kept, left_sealed)
            AS now_left (version, data, texts, kept, sealed)
        WHERE event.session = of_session AND event.version = now_left.version
        RETURNING 1
    )
    SELECT count(*) FROM redacted
$$;

-- Rewrite recorded refusals that contain a removed text.
CREATE FUNCTION redact_refusals(
    of_session uuid, numbers bigint[], left_moves text[], left_rulings text[]
) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
    UPDATE public.refusals AS refusal SET move = now_left.move, ruling = now_left.ruling
    FROM unnest(numbers, left_moves, left_rulings) AS now_left (number, move, ruling)
    WHERE refusal.session = of_session AND refusal.number = now_left.number
        AND public.is_redacting(of_session)
$$;

-- Rewrite names of tokens and of programs that contain a removed text.
CREATE FUNCTION redact_tokens(of_session uuid, ids uuid[], left_labels text[], left_vias text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
    UPDATE public.tokens AS token SET label = now_left.label, via = now_left.via
    FROM unnest(ids, left_labels, left_vias) AS now_left (id, label, via)
    WHERE token.id = now_left.id AND public.is_redacting(of_session)
        AND EXISTS (
            SELECT FROM public.token_seats AS held
            WHERE held.token = token.id AND held.session = of_session
        )
$$;

-- Rewrite stored answers that contain a removed text.
CREATE FUNCTION redact_answers(of_session uuid, hashes bytea[], left_answers text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
    UPDATE public.requests AS request SET answer = now_left.answer
    FROM unnest(hashes, left_answers) AS now_left (key_hash, answer)
    WHERE request.key_hash = now_left.key_hash AND public.is_redacting(of_session)
$$;

-- ============================================================
-- The end of a session
-- ============================================================

-- Store all data that is necessary to continue an archived session after its import, and that its archive does not have.
CREATE FUNCTION shelve(of_session uuid) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO public.shelves
    SELECT of_session,
        (SELECT app FROM public.app_sessions WHERE session = of_session),
        coalesce(array_agg(version ORDER BY version), '{}'),
        coalesce(array_agg(request_key ORDER BY version), '{}'),
        coalesce(array_agg(request_print ORDER BY version), '{}'),
        coalesce(array_agg(sealed ORDER BY version), '{}')
    FROM public.events
    WHERE session = of_session
        AND num_nonnulls(request_key, request_print, sealed) > 0;
    INSERT INTO public.shelved_seats
    SELECT session, token, seat FROM public.token_seats WHERE session = of_session
    UNION ALL SELECT session, token, NULL FROM public.readers WHERE session = of_session;
$$;

-- Return those of these tokens that no session needs. Keys of apps are not among them, because apps start further
-- sessions.
CREATE FUNCTION for_nothing(tokens uuid[]) RETURNS uuid[] LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
    SELECT array_agg(id) FROM public.tokens AS token
    WHERE id = ANY (tokens) AND app IS NULL
        AND NOT EXISTS (SELECT FROM public.token_seats AS one WHERE one.token = token.id)
        AND NOT EXISTS (SELECT FROM public.readers AS one WHERE one.token = token.id)
        AND NOT EXISTS (SELECT FROM public.imports AS one WHERE one.token = token.id)
        AND NOT EXISTS (SELECT FROM public.shelved_seats AS one WHERE one.token = token.id)
$$;

-- End a session if its newest event is the given one: leave a stub, and delete the rest. For an archived session, also
-- leave a row in shelves, and its tokens in shelved_seats. An archived session can later be deleted for good. Return
-- false if the session has another newest event. Raise VG002 if it has forks.
CREATE FUNCTION end_session(
    of_session uuid, at_version bigint, at_hash bytea, with_code text, by_whom text
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    its_tokens uuid[];
    held record;
    is_kept boolean;
BEGIN
    -- Wait for a fork that is being made. A later fork fails, because its parent has no events.
    LOCK TABLE public.forks IN SHARE ROW EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM public.forks WHERE parent = of_session) THEN
        RAISE EXCEPTION 'the session has forks' USING ERRCODE = 'VG002';
    END IF;
    -- If two processes end the session, the second waits here for the first.
    PERFORM pg_advisory_xact_lock(hashtextextended(of_session::text, 0));
    IF with_code = 'session_deleted' THEN
        SELECT array_agg(token) INTO its_tokens FROM public.shelved_seats WHERE session = of_session;
        PERFORM FROM public.tokens WHERE id = ANY (its_tokens) ORDER BY id FOR UPDATE;
        UPDATE public.stubs SET code = with_code, by = by_whom, at = now()
            WHERE session = of_session AND code = 'session_archived'
            AND (version, hash) = (at_version, at_hash);
        IF FOUND THEN
            DELETE FROM public.shelves WHERE session = of_session;
            its_tokens := public.for_nothing(its_tokens);
            DELETE FROM public.stream_tickets WHERE token = ANY (its_tokens);
            DELETE FROM public.tokens WHERE id = ANY (its_tokens);
            DELETE FROM public.requests WHERE public.uuids_in(answer) && its_tokens;
            RETURN true;
        END IF;
    END IF;
    SELECT version, hash INTO held FROM public.events
        WHERE session = of_session ORDER BY version DESC LIMIT 1;
    IF (held.version, held.hash) IS DISTINCT FROM (at_version, at_hash) THEN
        RETURN false;
    END IF;
    -- Occupy the next version until this transaction ends. If another process has already appended it,
    -- this statement fails. A later append of it waits, and then finds no event to follow.
    INSERT INTO public.events (session, version, type, data, texts, salt, digest, hash, format, at)
    VALUES (
        of_session, at_version + 1, 'end', '', '[]', decode(repeat('00', 16), 'hex'), sha256(''),
        sha256(at_hash || uuid_send(of_session) || int8send(at_version + 1) || sha256('')), 1, now()
    );
    is_kept := with_code = 'session_archived'
        AND NOT EXISTS (SELECT FROM public.imports WHERE session = of_session);
    INSERT INTO public.stubs (session, code, version, hash, by)
        VALUES (of_session, with_code, at_version, at_hash, by_whom);

    -- Do this twice. The first time, the lock waits for transactions that use one of these tokens to
    -- issue another one. The second time finds the new tokens.
    FOR twice IN 1..2 LOOP
        SELECT array_agg(DISTINCT token) INTO its_tokens FROM (
            SELECT token FROM public.token_seats WHERE session = of_session
            UNION SELECT token FROM public.readers WHERE session = of_session
            UNION SELECT token FROM public.imports WHERE session = of_session AND token IS NOT NULL
        ) AS its;
        PERFORM FROM public.tokens WHERE id = ANY (its_tokens) ORDER BY id FOR UPDATE;
    END LOOP;
    IF is_kept THEN
        PERFORM public.shelve(of_session);
    END IF;
    DELETE FROM public.token_seats WHERE session = of_session;
    DELETE FROM public.readers WHERE session = of_session;
    DELETE FROM public.imports WHERE session = of_session;
    DELETE FROM public.claims WHERE session = of_session;
    its_tokens := public.for_nothing(its_tokens);
    DELETE FROM public.stream_tickets WHERE session = of_session OR token = ANY (its_tokens);
    DELETE FROM public.tokens WHERE id = ANY (its_tokens);
    DELETE FROM public.requests
        WHERE public.uuids_in(answer) && array_append(its_tokens, of_session);
    DELETE FROM public.webhooks WHERE session = of_session;
    DELETE FROM public.deadlines WHERE session = of_session;
    DELETE FROM public.open_sessions WHERE session = of_session;
    DELETE FROM public.lost WHERE session = of_session;
    DELETE FROM public.app_sessions WHERE session = of_session;
    DELETE FROM public.forks WHERE session = of_session;
    DELETE FROM public.events WHERE session = of_session;
    -- Do this last. The lock waits for present writers. Later writers check the log, and write nothing.
    LOCK TABLE public.refusals, public.snapshots, public.arrangements IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM public.refusals WHERE session = of_session;
    DELETE FROM public.snapshots WHERE session = of_session;
    DELETE FROM public.arrangements WHERE session = of_session;
    RETURN true;
END
$$;

-- Remove the stub of a session whose events this transaction has imported again. If the session has a row in shelves,
-- check the restored columns, and give all players their seats back. The feed has had all its events before, so only
-- the newest may have a place.
CREATE FUNCTION bring_back(of_session uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    shelf public.shelves;
BEGIN
    PERFORM FROM public.stubs WHERE session = of_session FOR UPDATE;
    SELECT * INTO shelf FROM public.shelves WHERE session = of_session;
    IF FOUND THEN
        IF EXISTS (
            SELECT FROM public.events AS event
            LEFT JOIN unnest(
                shelf.versions, shelf.request_keys, shelf.request_prints, shelf.sealed
            ) AS kept (version, request_key, request_print, sealed)
                ON kept.version = event.version
            WHERE event.session = of_session
                AND (event.request_key, event.request_print, event.sealed)
                IS DISTINCT FROM (kept.request_key, kept.request_print, kept.sealed)
        ) THEN
            RAISE EXCEPTION 'what comes back is not what was there'
                USING ERRCODE = 'insufficient_privilege';
        END IF;
        INSERT INTO public.token_seats (session, token, seat)
            SELECT session, token, seat FROM public.shelved_seats
            WHERE session = of_session AND seat IS NOT NULL;
        INSERT INTO public.readers (session, token)
            SELECT session, token FROM public.shelved_seats
            WHERE session = of_session AND seat IS NULL;
        INSERT INTO public.app_sessions (session, app)
            SELECT shelf.session, shelf.app WHERE shelf.app IS NOT NULL;
        DELETE FROM public.shelves WHERE session = of_session;
    END IF;
    DELETE FROM public.stubs WHERE session = of_session;
END
$$;

-- Delete the rows of an ended session from the tables that the arguments of the trigger name.
CREATE FUNCTION forget_ended() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    FOR number IN 0..TG_NARGS - 1 LOOP
        EXECUTE format('DELETE FROM public.%I WHERE session = $1', TG_ARGV[number])
        USING NEW.session;
    END LOOP;
    RETURN NULL;
END
$$;

CREATE TRIGGER stubs_end_former_seats AFTER INSERT OR UPDATE ON stubs
    FOR EACH ROW WHEN (NEW.code = 'session_deleted') EXECUTE FUNCTION forget_ended('former_seats');
CREATE TRIGGER stubs_end_listings_and_asks AFTER INSERT ON stubs
    FOR EACH ROW EXECUTE FUNCTION forget_ended('listings', 'asks');
CREATE TRIGGER stubs_end_trials_and_starts AFTER INSERT ON stubs
    FOR EACH ROW EXECUTE FUNCTION forget_ended('trials', 'session_starts');
CREATE TRIGGER stubs_end_webhook_logs AFTER INSERT ON stubs
    FOR EACH ROW EXECUTE FUNCTION forget_ended('webhook_logs');

-- ============================================================
-- Reading the feed
-- ============================================================

-- Return the present history of the database server: a digest of its system identifier and its time line. It changes
-- after a restore, or if a standby takes over.
CREATE FUNCTION present_history() RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
    SELECT left(encode(sha256(convert_to(
        (SELECT system_identifier FROM pg_control_system()) || ' '
        || left(pg_walfile_name(pg_current_wal_lsn()), 8), 'UTF8'
    )), 'hex'), 8)
$$;

-- Return the highest place of an event. If its page is damaged, return the newest place that was given out.
CREATE FUNCTION newest_place() RETURNS bigint LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
    RETURN coalesce((SELECT max(place) FROM public.events), 0);
EXCEPTION WHEN data_corrupted OR index_corrupted OR io_error OR undefined_file THEN
    RETURN (SELECT last_value FROM public.feed_places);
END
$$;

-- Return the events after a place, up to another place, except those on damaged pages. First read all of them. If that
-- fails, call the function for each half. If an index is damaged, raise the error, because readable events must not be
-- left out.
CREATE FUNCTION readable_events(after bigint, until bigint) RETURNS TABLE (
    place bigint, session uuid, version bigint, type text
) LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
    middle bigint := (after + until) / 2;
    message text;
BEGIN
    PERFORM count(session) FROM public.events WHERE place > after AND place <= until;
    RETURN QUERY SELECT place, session, version, type FROM public.events
        WHERE place > after AND place <= until ORDER BY place;
EXCEPTION WHEN data_corrupted OR index_corrupted OR io_error OR undefined_file THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT;
    IF message !~ format('"%s[".]', pg_relation_filepath('public.events')) THEN
        RAISE;
    END IF;
    IF after < middle THEN
        RETURN QUERY SELECT * FROM public.readable_events(after, middle);
        RETURN QUERY SELECT * FROM public.readable_events(middle, until);
    END IF;
END
$$;

-- Return the history of the feed. If it has changed, begin the feed again after the newest place: a restored database,
-- or a standby that took over, can give out places again that readers have seen. Readers notice the new history.
CREATE FUNCTION history_of_feed() RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    known text := (SELECT history FROM public.feed_history);
    present text;
    newest bigint;
BEGIN
    IF pg_is_in_recovery() THEN
        RETURN known;
    END IF;
    present := public.present_history();
    IF known IS DISTINCT FROM present THEN
        newest := public.newest_place();
        -- A logical replica has the events, but not the value of the sequence.
        IF newest > (SELECT last_value FROM public.feed_places) THEN
            PERFORM setval('public.feed_places', newest);
        END IF;
        -- If two processes arrive here at the same time, the second waits and then changes nothing.
        UPDATE public.feed_history
        SET history = present, since = (SELECT last_value FROM public.feed_places) WHERE history <> present;
    END IF;
    RETURN present;
END
$$;

-- Return the newest place that was given out (given), and the last place of the complete part of the
-- feed (until). The order of these statements matters. A writer with a place up to `given` had its lock
-- before `given` was read. So it either still has the lock, or each later statement sees its events.
-- `until` is never beyond the newest committed event, because after a crash, later places can be given
-- out again.
CREATE FUNCTION feed_until(OUT given bigint, OUT until bigint) LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    behind bigint;
BEGIN
    IF pg_is_in_recovery() THEN
        RETURN; -- a standby does not know who is writing
    END IF;
    SELECT last_value INTO given FROM public.feed_places;
    -- Ignore a writer that locked a later place than `given`.
    SELECT coalesce(max(place), 0) INTO behind FROM (
        SELECT (given - place) & 4294967295 AS place FROM public.feed_writers
    ) AS writers WHERE place < 2147483648;
    until := least(given - behind, public.newest_place());
END
$$;

-- Return the transactions that the feed waits for: the process of PostgreSQL, or the name of a prepared transaction, and
-- how long each has been open. The duration is null if the owner of this function has no right to see it.
CREATE FUNCTION feed_obstacles() RETURNS TABLE (
    transaction text, pid int, application text, prepared text, seconds float
) LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce(held.gid, writer.virtualtransaction), writer.pid, activity.application_name, held.gid,
        extract(epoch FROM clock_timestamp() - coalesce(activity.xact_start, held.prepared))::float
    FROM public.feed_writers AS writer
    LEFT JOIN pg_stat_activity AS activity ON activity.pid = writer.pid
    LEFT JOIN pg_locks AS own ON writer.pid IS NULL AND own.pid IS NULL
        AND own.locktype = 'transactionid' AND own.virtualtransaction = writer.virtualtransaction
    LEFT JOIN pg_prepared_xacts AS held ON held.transaction = own.transactionid
$$;

-- ============================================================
-- Reading for webhooks
-- ============================================================

-- Return the newest version of a log. Return null if the newest event, or another one after the given version, is on a
-- damaged page.
CREATE FUNCTION readable_head(of_session uuid, after bigint) RETURNS bigint LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    newest record;
BEGIN
    -- Also ask for the time. No index has it, so the statements read the events themselves.
    SELECT version, at INTO newest FROM public.events
        WHERE session = of_session ORDER BY version DESC LIMIT 1;
    PERFORM max(at) FROM public.events WHERE session = of_session AND version > after;
    RETURN coalesce(newest.version, 0);
EXCEPTION WHEN data_corrupted OR index_corrupted OR io_error OR undefined_file THEN
    RETURN NULL;
END
$$;

-- Record the newest version (head) of each log that webhooks cover. The first step reads the new events of the feed. The
-- second step reads each log whose head is unknown: new logs, or all logs in three cases. These are: the places are no
-- longer valid, the feed has more than at_most new events, or an event cannot be read. If another process is already
-- doing this, return.
-- The first step locks logs in the order of sessions, as the code that makes deliveries does, to prevent a deadlock. The
-- second step skips locked logs until the next call, for the same reason. If a log cannot be read, it is not tried
-- again for a minute, so that the others continue.
CREATE FUNCTION read_for_webhooks(at_most bigint) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    present text := public.history_of_feed();
    known public.webhook_reading;
    until bigint;
    is_read boolean;
    moved record;
    newest bigint;
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtextextended('read_for_webhooks', 0)) THEN
        RETURN;
    END IF;
    SELECT * INTO known FROM public.webhook_reading;
    -- Compute this before reading. Events of transactions that are still open are then left to the next call.
    until := (SELECT complete.until FROM public.feed_until() AS complete);
    BEGIN
        is_read := known.history = present AND NOT EXISTS (
            SELECT FROM public.events WHERE place > known.place OFFSET at_most
        );
        IF is_read THEN
            FOR moved IN
                SELECT session, max(version) AS version FROM public.events
                WHERE place > known.place GROUP BY session ORDER BY session
            LOOP
                UPDATE public.webhook_logs SET head = moved.version
                WHERE session = moved.session AND cursor < moved.version AND head < moved.version;
            END LOOP;
            -- If there are no new events, write nothing.
            IF FOUND THEN
                UPDATE public.webhook_reading SET place = until;
            END IF;
        END IF;
    EXCEPTION WHEN data_corrupted OR index_corrupted OR io_error OR undefined_file THEN
        is_read := false;
    END;
    IF NOT is_read THEN
        PERFORM FROM public.webhook_logs ORDER BY session FOR NO KEY UPDATE;
        UPDATE public.webhook_logs SET head = NULL WHERE head IS NOT NULL;
        UPDATE public.webhook_reading SET history = present, place = until;
    END IF;
    -- The next calls handle the remaining and the locked logs. Do not wait for locks here: their holder can itself wait
    -- for a log that this call has updated, and that would be a deadlock.
    FOR moved IN
        SELECT DISTINCT session FROM public.webhook_logs
        WHERE head IS NULL AND rests_until <= now() ORDER BY session LIMIT 10000
    LOOP
        newest := public.readable_head(moved.session, NULL);
        UPDATE public.webhook_logs SET head = newest, rests_until =
            CASE WHEN newest IS NULL THEN now() + interval '1 minute' ELSE '-infinity' END
        WHERE session = moved.session AND webhook = ANY (ARRAY(
            SELECT webhook FROM public.webhook_logs
            WHERE session = moved.session AND head IS NULL FOR NO KEY UPDATE SKIP LOCKED
        ));
    END LOOP;
END
$$;

-- If a token or an app gets a new session, let its webhooks cover the session, from the next event on. If a webhook is
-- being deleted, wait for that, and then add nothing.
CREATE FUNCTION cover_by_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO public.webhook_logs (webhook, session, cursor)
    SELECT hook.id, cover.session, newest.version
        - (newest.xmin = pg_current_xact_id_if_assigned()::xid)::int
    FROM public.webhook_cover AS cover JOIN public.webhooks AS hook ON hook.id = cover.webhook
    CROSS JOIN LATERAL (
        SELECT version, xmin FROM public.events
        WHERE session = cover.session ORDER BY version DESC LIMIT 1
    ) AS newest
    WHERE cover.session IN (SELECT session FROM came)
    FOR KEY SHARE OF hook
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

-- If a webhook no longer covers a session, delete its row for the session, and with it the deliveries.
CREATE FUNCTION uncover_by_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    DELETE FROM public.webhook_logs AS log USING public.webhooks AS hook
    WHERE hook.id = log.webhook AND hook.session IS NULL
        AND log.session IN (SELECT session FROM gone)
        AND NOT EXISTS (
            SELECT FROM public.webhook_cover AS cover
            WHERE cover.webhook = log.webhook AND cover.session = log.session
        );
    RETURN NULL;
END
$$;

CREATE TRIGGER seats_are_covered AFTER INSERT ON token_seats REFERENCING NEW TABLE AS came
    FOR EACH STATEMENT EXECUTE FUNCTION cover_by_webhooks();
CREATE TRIGGER seats_are_uncovered AFTER DELETE ON token_seats REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION uncover_by_webhooks();
CREATE TRIGGER what_apps_start_is_covered AFTER INSERT ON app_sessions REFERENCING NEW TABLE AS came
    FOR EACH STATEMENT EXECUTE FUNCTION cover_by_webhooks();
CREATE TRIGGER what_apps_started_is_uncovered AFTER DELETE ON app_sessions REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION uncover_by_webhooks();

INSERT INTO feed_history (history, since) VALUES (present_history(), 1);
INSERT INTO webhook_reading (history, place) VALUES ('', 0);

-- ============================================================
-- Rights of functions
-- ============================================================

REVOKE ALL ON FUNCTION
    bring_back, cover_by_webhooks, digest_of, end_session, feed_obstacles, feed_until, for_nothing, forget_ended,
    history_of_feed, lock_place, newest_place, read_for_webhooks, readable_events, readable_head, redact_answers,
    redact_events, redact_refusals, redact_tokens, shelve, uncover_by_webhooks
FROM PUBLIC;

GRANT EXECUTE ON FUNCTION
    bring_back, end_session, feed_obstacles, feed_until, history_of_feed, newest_place, read_for_webhooks,
    readable_events, readable_head, redact_answers, redact_events, redact_refusals, redact_tokens
TO verger_service;

-- migrate:down

"""The SQL statements of the notices. The comment before a statement explains its parameters."""

from verger.service.annexes.notices.share import WebhookHealth

_OWNER = "coalesce(w.session || ' ' || w.seat, w.token::text, w.app::text)"
_TARGET = "lower(substring(w.url FROM '^https?://([^/?]*)'))"
_HOST = "lower(substring(w.url FROM '^https?://(\\[[^]]*\\]|[^:/?]*)'))"
# A success sets `rests_until` and `delivered_at` to the same moment. A failure sets only `rests_until`, to a later one.
_HEALTH = f"""CASE WHEN w.rests_until > coalesce(w.delivered_at, w.made_at) THEN {WebhookHealth.FAILING}
    WHEN w.delivered_at IS NULL THEN {WebhookHealth.NEW} ELSE {WebhookHealth.WELL} END"""
# A webhook of a seat ends with the seat, or at the fixed end of the token that registered it. Any other
# webhook ends with its app or token.
_HAS_OWNER = """((w.session IS NOT NULL AND (w.ends_at IS NULL OR w.ends_at > now()))
    OR EXISTS (SELECT FROM apps a WHERE a.id = w.app AND a.ended_at IS NULL)
    OR EXISTS (SELECT FROM tokens t WHERE t.id = w.token AND t.revoked_at IS NULL
        AND (t.expires_at IS NULL OR t.expires_at > now())))"""
# The seats of an app are those that its keys act for.
_SEATS = """CASE WHEN w.session IS NOT NULL THEN ARRAY[w.seat] ELSE ARRAY(
    SELECT s.seat FROM token_seats s JOIN tokens t ON t.id = s.token
    WHERE s.session = l.session AND (t.id = w.token OR t.app = w.app) AND t.revoked_at IS NULL
        AND (t.expires_at IS NULL OR t.expires_at > now())) END"""
_HEAD = "(SELECT coalesce(max(version), 0) FROM events e WHERE e.session = l.session)"

# $1 the name of the owner, or the id of its token or app
LOCK_OWNER = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
LOCK_TOKEN = "SELECT FROM tokens WHERE id = $1 FOR UPDATE"
LOCK_APP = "SELECT FROM apps WHERE id = $1 FOR UPDATE"

# $1 sessions. Return those that webhooks cover.
COVERED = "SELECT DISTINCT session FROM webhook_logs WHERE session = ANY($1)"
# $1 the maximum number of events to read
READ_FEED = "SELECT read_for_webhooks($1)"

# Webhooks with pending deliveries, and the time of the first delivery. This is one probe for each
# webhook, however many deliveries and other webhooks there are.
_NEXT = """SELECT webhook, next_at FROM deliveries WHERE next_at IS NOT NULL{}
    ORDER BY webhook, next_at LIMIT 1"""
_PENDING = f"""RECURSIVE pending AS (({_NEXT.format("")}) UNION ALL SELECT next.webhook, next.next_at FROM pending
    CROSS JOIN LATERAL ({_NEXT.format(" AND webhook > pending.webhook")}) next)"""
_HAS_DUE = "EXISTS (SELECT FROM deliveries d WHERE d.webhook = w.id AND d.next_at <= now())"
_POLLED = f"""w.id = ANY(ARRAY(
        SELECT webhook FROM webhook_logs WHERE cursor < head AND rests_until <= now()
        UNION SELECT webhook FROM pending WHERE next_at <= now()))
    AND (w.gathers_until IS NULL OR w.gathers_until <= now() OR {_HAS_DUE})"""
# $9 sessions, $10 webhooks. Each look at a log is one probe of the primary key of the events.
_WOKEN = f"""w.id = ANY(ARRAY(
        SELECT webhook FROM webhook_logs WHERE session = ANY($9) UNION SELECT unnest($10::uuid[])))
    AND ({_HAS_DUE} OR ((w.gathers_until IS NULL OR w.gathers_until <= now())
        AND EXISTS (SELECT FROM webhook_logs l WHERE l.webhook = w.id
            AND (w.id = ANY($10) OR l.session = ANY($9)) AND l.rests_until <= now()
            AND l.cursor < {_HEAD})))"""
# Webhooks that have work and no lease. Without MATERIALIZED, PostgreSQL could run this for each row.
_READY = f"""ready AS MATERIALIZED (
        SELECT w.id, w.leased_until, {_OWNER} AS owner, {_TARGET} AS target, {_HEALTH} AS health
        FROM webhooks w WHERE w.disabled_at IS NULL AND w.leased_until <= now()
            AND w.rests_until <= now() AND {_HAS_OWNER} AND {{}})"""
# Healthy webhooks come first, then new webhooks, then failing ones. Among equals, the first webhook of
# each owner comes before the second of any owner. The current and the recent turns of an owner count too.
# $1 seconds, $2 limit, $3 limit of failing webhooks, $4 limit of a target, $5 owners, $6 their turns
# so far, $7 targets, $8 their turns so far
_LEASE = f"""by_owner AS (
        SELECT id, leased_until, target, health, coalesce(taken, 0)
            + row_number() OVER (PARTITION BY owner ORDER BY health, leased_until, id) AS turn
        FROM ready LEFT JOIN unnest($5::text[], $6::int[]) AS had (owner, taken) USING (owner)),
    by_target AS (
        SELECT id, leased_until, health, turn, coalesce(taken, 0)
            + row_number() OVER (PARTITION BY target ORDER BY health, turn, leased_until, id) AS number
        FROM by_owner LEFT JOIN unnest($7::text[], $8::int[]) AS had (target, taken) USING (target)),
    ordered AS (
        SELECT id, health,
            row_number() OVER (PARTITION BY health ORDER BY turn, number, leased_until, id) AS place
        FROM by_target WHERE number <= $4),
    chosen AS MATERIALIZED (
        SELECT w.id FROM webhooks w JOIN ordered USING (id)
        WHERE w.leased_until <= now() AND (health < {WebhookHealth.FAILING} OR place <= $3)
        ORDER BY health, place LIMIT $2 FOR UPDATE OF w SKIP LOCKED)
    UPDATE webhooks w SET lease = gen_random_uuid(), leased_until = now() + $1 * interval '1 second'
    WHERE id = ANY(ARRAY(SELECT id FROM chosen))
    RETURNING id, lease, session, types, awaits_me, digest, gathers_until IS NOT NULL AS has_gathered,
        {_OWNER} AS owner, {_TARGET} AS target, {_HEALTH} AS health"""
LEASE_POLLED = f"WITH {_PENDING}, {_READY.format(_POLLED)}, {_LEASE}"
LEASE_WOKEN = f"WITH {_READY.format(_WOKEN)}, {_LEASE}"
# $1 webhooks, $2 leases
RELEASE = """UPDATE webhooks SET lease = NULL, leased_until = now()
    WHERE id = ANY($1) AND lease = ANY($2)"""

# If a page of one table is damaged, its webhooks can be found in the other tables.
WEBHOOK_IDS = "SELECT id FROM webhooks"
WORKING_IDS = f"""WITH {_PENDING}
    SELECT webhook AS id FROM pending UNION SELECT webhook FROM webhook_logs"""
# $1 webhooks. Read every row that is needed to lease them.
READ_ROWS = """SELECT count(w.url),
        (SELECT count(l.asked) FROM webhook_logs l WHERE l.webhook = ANY($1)),
        (SELECT count(d.state) FROM deliveries d WHERE d.webhook = ANY($1) AND d.next_at IS NOT NULL)
    FROM webhooks w WHERE w.id = ANY($1)"""

# $1 the maximum number of deliveries to count
COUNT_DUE = f"""WITH {_PENDING} SELECT count(*) AS deliveries,
        coalesce(extract(epoch FROM max(now() - since)), 0)::float8 AS seconds
    FROM (SELECT greatest(d.next_at, w.rests_until) AS since
        FROM webhooks w CROSS JOIN LATERAL (SELECT next_at FROM deliveries
            WHERE webhook = w.id AND next_at <= now() ORDER BY next_at LIMIT $1) d
        WHERE w.id = ANY(ARRAY(SELECT webhook FROM pending WHERE next_at <= now()))
            AND w.disabled_at IS NULL AND w.rests_until <= now() LIMIT $1) AS due"""
# $1 the maximum number of webhooks to look at. The last attempt of a failing webhook failed, and a delivery waits.
FAILING_HOSTS = f"""WITH {_PENDING} SELECT {_HOST} AS host, count(*) AS webhooks
    FROM webhooks w WHERE w.id = ANY(ARRAY(SELECT webhook FROM pending LIMIT $1))
        AND w.disabled_at IS NULL AND {_HEALTH} = {WebhookHealth.FAILING}
    GROUP BY host ORDER BY count(*) DESC, host"""
# $1 webhook
COUNT_PENDING = """SELECT count(*) AS deliveries FROM deliveries
    WHERE webhook = $1 AND next_at IS NOT NULL"""

# $1 webhook, $2 limit. The events are in the order of the feed, but never against the order of their log. Events
# from an archive have no place in the feed, and come first.
NEW_EVENTS = f"""SELECT l.session, l.cursor, l.asked, {_SEATS} AS seats,
        e.version, e.type, e.at, e.hash, e.seat
    FROM webhooks w JOIN webhook_logs l ON l.webhook = w.id
    CROSS JOIN LATERAL (SELECT version, type, at, hash, seat, place FROM events
        WHERE session = l.session AND version > l.cursor ORDER BY version LIMIT $2) e
    WHERE w.id = $1 AND l.rests_until <= now()
    ORDER BY max(e.place) OVER (PARTITION BY l.session ORDER BY e.version) NULLS FIRST,
        l.session, e.version LIMIT $2"""
# $1 webhook, $2 the maximum number of logs. They are in the order of their newest events in the feed.
MOVED_LOGS = f"""SELECT l.session, l.cursor, l.asked, {_SEATS} AS seats, max(e.version) AS head,
        count(*) FILTER (WHERE w.types = '{{}}' OR e.type = ANY(w.types)) AS events, max(e.at) AS at
    FROM webhooks w JOIN webhook_logs l ON l.webhook = w.id
    JOIN events e ON e.session = l.session AND e.version > l.cursor
    WHERE w.id = $1 AND l.rests_until <= now() GROUP BY w.id, l.webhook, l.session
    ORDER BY max(e.place) NULLS FIRST, l.session LIMIT $2"""
# $1 webhook, $2 seconds. Skip the logs with new events that cannot be read.
SKIP_UNREADABLE = """UPDATE webhook_logs SET rests_until = now() + $2 * interval '1 second'
    WHERE webhook = $1 AND rests_until <= now() AND readable_head(session, cursor) IS NULL
    RETURNING session"""
# $1 webhook, $2 lease
BEGIN_DIGEST = """UPDATE webhooks SET gathers_until = now() + digest * interval '1 second'
    WHERE id = $1 AND lease = $2"""

# $1 webhook, $2 lease, and by log: $3 session, $4 cursor before, $5 cursor after, $6 marks of the questions.
# Logs are locked in the order of their sessions, as the reader of the feed does.
_MOVE_CURSORS = """held AS (
        SELECT session FROM webhook_logs WHERE webhook = $1 AND session = ANY($3)
        ORDER BY session FOR NO KEY UPDATE),
    moved AS (UPDATE webhook_logs l SET cursor = move.head, asked = move.asked
        FROM own, held JOIN unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::bytea[])
            AS move (session, cursor, head, asked) USING (session)
        WHERE l.webhook = own.id AND l.session = held.session AND l.cursor = move.cursor
        RETURNING l.session)"""
# $7 whether there is more, $8 the id of the delivery, $9 its type, $10 its time, $11 its content or null
MAKE_DIGEST = f"""WITH own AS (
        UPDATE webhooks SET gathers_until = CASE WHEN $7 THEN gathers_until END
        WHERE id = $1 AND lease = $2 RETURNING id, session), {_MOVE_CURSORS}
    INSERT INTO deliveries (id, webhook, session, type, at, gathered, state, next_at)
    SELECT $8, own.id, own.session, $9, $10, $11::jsonb, 'pending', now() FROM own
    WHERE $11::text IS NOT NULL AND EXISTS (SELECT FROM moved)"""
# By delivery: $7 id, $8 session, $9 version, $10 type, $11 time
MAKE_DELIVERIES = f"""WITH own AS (
        SELECT id FROM webhooks WHERE id = $1 AND lease = $2 FOR UPDATE), {_MOVE_CURSORS}
    INSERT INTO deliveries (id, webhook, session, version, type, at, state, next_at)
    SELECT made.id, own.id, session, version, type, at, 'pending', now()
    FROM own, moved JOIN unnest($7::uuid[], $8::uuid[], $9::bigint[], $10::text[], $11::timestamptz[])
        WITH ORDINALITY AS made (id, session, version, type, at, number) USING (session)
    ORDER BY number"""

# $1 webhook, $2 session
SEATS_OF_WEBHOOK = f"""SELECT {_SEATS} AS seats FROM webhooks w
    JOIN webhook_logs l ON l.webhook = w.id WHERE w.id = $1 AND l.session = $2"""
# $1 session, $2 seats, $3 the version before the first, $4 the last version, $5 limit. Moves that the server
# repeated do not count.
_IS_MADE = "n.data::json -> 'repeats' IS NULL"
OWN_MOVES = f"""SELECT e.version AS first, coalesce((SELECT min(n.version) - 1 FROM events n
        WHERE n.session = $1 AND n.version BETWEEN e.version + 1 AND $4 AND {_IS_MADE}), $4) AS last,
        e.seat
    FROM (SELECT version, seat FROM events n WHERE session = $1 AND seat = ANY($2)
        AND version > $3 AND version <= $4 AND {_IS_MADE} ORDER BY version DESC LIMIT $5) e
    ORDER BY e.version DESC"""

# $1 webhook, $2 lease
NEXT_DELIVERY = f"""SELECT d.id, d.session, d.version, d.type, d.at, d.tries, d.gathered,
        w.id AS webhook, w.session AS webhook_session, coalesce(d.session, w.id) AS topic, w.form,
        w.url, w.p256dh, w.auth, w.delivered_at IS NULL OR w.delivered_at < d.since AS has_failed
    FROM webhooks w JOIN deliveries d ON d.webhook = w.id
    WHERE w.id = $1 AND w.lease = $2 AND w.disabled_at IS NULL AND d.next_at <= now()
        AND {_HAS_OWNER} ORDER BY d.number LIMIT 1"""
# $1 webhook, $2 lease, $3 its seconds, $4 whether it was delivered, $5 seconds to rest, $6 why the webhook is
# disabled or null, $7 delivery, $8 state, $9 tries, $10 attempt, $11 attempts to keep, $12 delay or null
RECORD = """WITH own AS (
        UPDATE webhooks SET leased_until = now() + $3 * interval '1 second',
            delivered_at = CASE WHEN $4 THEN now() ELSE delivered_at END,
            rests_until = now() + $5 * interval '1 second',
            disabled_because = coalesce(disabled_because, $6),
            disabled_at = coalesce(disabled_at, CASE WHEN $6 IS NOT NULL THEN now() END)
        WHERE id = $1 AND lease = $2 RETURNING id)
    UPDATE deliveries SET state = $8, tries = $9, next_at = now() + $12 * interval '1 second',
        attempts = (CASE WHEN jsonb_array_length(attempts) >= $11 THEN attempts - 0
            ELSE attempts END) || $10::jsonb
    FROM own WHERE deliveries.id = $7 RETURNING deliveries.id"""

# $1 id, $2 webhook, $3 the operator's key, $4 the encrypted secret
ADD_SECRET = "INSERT INTO webhook_secrets (id, webhook, key, encrypted) VALUES ($1, $2, $3, $4)"
# $1 webhook
VALID_SECRETS = """SELECT id, key, encrypted FROM webhook_secrets
    WHERE webhook = $1 AND (until IS NULL OR until > now()) ORDER BY since DESC"""
DELETE_OLD = "DELETE FROM webhook_secrets WHERE webhook = $1 AND until IS NOT NULL"
# $1 webhook, $2 hours
LIMIT_OLD = """UPDATE webhook_secrets SET until = now() + $2 * interval '1 hour'
    WHERE webhook = $1 RETURNING until"""
# $1 secret, $2 reason
PAUSE_OWNER = """UPDATE webhooks SET disabled_because = $2, disabled_at = now()
    WHERE disabled_at IS NULL AND id IN (SELECT webhook FROM webhook_secrets WHERE id = $1)"""

# $1 session, $2 seats, $3 token, $4 app
_OWN = "((session = $1 AND seat = ANY($2)) OR token = $3 OR app = $4)"
_WEBHOOKS = f"""SELECT id, seat, url, description, types, form, awaits_me, digest,
        (SELECT cursor FROM webhook_logs l WHERE l.webhook = w.id AND l.session = w.session) AS version,
        made_at, delivered_at,
        (SELECT count(*) FROM deliveries d WHERE d.webhook = w.id AND d.next_at IS NOT NULL) AS pending,
        disabled_at, disabled_because
    FROM webhooks w WHERE {_OWN}"""
WEBHOOKS = f"{_WEBHOOKS} ORDER BY made_at, id"
COUNT_WEBHOOKS = f"SELECT count(*) FROM webhooks WHERE {_OWN}"
# $5 webhook
WEBHOOK = f"{_WEBHOOKS} AND id = $5"
DELETE_WEBHOOK = f"DELETE FROM webhooks WHERE {_OWN} AND id = $5 RETURNING id"
# $1 webhook
LOCK_WEBHOOK = "SELECT id FROM webhooks WHERE id = $1 FOR UPDATE"
ADD_WEBHOOK = """INSERT INTO webhooks (id, session, seat, token, app, url, types, description, form,
        awaits_me, digest, p256dh, auth, ends_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"""
# $1 webhook. It receives only later events, in every log that it covers.
COVER_LOGS = f"""INSERT INTO webhook_logs (webhook, session, cursor) SELECT $1, l.session, {_HEAD}
    FROM (SELECT session FROM webhook_cover WHERE webhook = $1
        UNION SELECT session FROM webhooks WHERE id = $1 AND session IS NOT NULL) l"""
# $1 webhook, $2 URL, $3 types, $4 description, $5 reason to disable ('' enables it, null changes nothing),
# $6 form (not that of a browser), $7 whether only questions to its seats are delivered, $8 how many versions
# it can go back, $9 digest, $10 the fixed end of the token that asks
CHANGE_WEBHOOK = f"""WITH back AS (
        UPDATE webhook_logs l SET cursor = greatest(l.cursor, {_HEAD} - $8) FROM webhooks w
        WHERE $5 = '' AND w.id = $1 AND w.disabled_at IS NOT NULL AND l.webhook = w.id)
    UPDATE webhooks SET url = coalesce($2, url),
        ends_at = CASE WHEN $2 IS NULL THEN ends_at ELSE $10 END, types = coalesce($3, types),
        description = coalesce($4, description), form = coalesce($6, form),
        p256dh = CASE WHEN $6 IS NULL THEN p256dh END, auth = CASE WHEN $6 IS NULL THEN auth END,
        awaits_me = coalesce($7, awaits_me), digest = coalesce($9, digest),
        gathers_until = CASE WHEN $9 IS NULL THEN gathers_until END,
        disabled_because = CASE WHEN $5 = '' THEN NULL ELSE coalesce(disabled_because, $5) END,
        disabled_at = CASE WHEN $5 = '' THEN NULL
            ELSE coalesce(disabled_at, CASE WHEN $5 IS NOT NULL THEN now() END) END,
        rests_until = CASE WHEN $5 = '' THEN now() ELSE rests_until END
    WHERE id = $1"""

# $1 webhook. If it rests after a failure, its next attempts are not before the end of the rest.
_DELIVERIES = """SELECT d.id, d.version, d.type, d.state, d.made_at, CASE WHEN w.disabled_at IS NULL THEN
        greatest(d.next_at, CASE WHEN d.next_at IS NOT NULL THEN w.rests_until END) END AS next_at,
        d.attempts, d.session
    FROM deliveries d JOIN webhooks w ON w.id = d.webhook WHERE d.webhook = $1"""
# $2 the last delivery of the previous page, $3 limit. On the first page, $2 is the id $5, which stands for the number $4
DELIVERIES = f"""{_DELIVERIES} AND d.number < (SELECT number FROM deliveries WHERE id = $2 AND webhook = $1
    UNION ALL SELECT $4::bigint WHERE $2 = $5) ORDER BY d.number DESC LIMIT $3"""
# $2 delivery
DELIVERY = f"{_DELIVERIES} AND d.id = $2"
# $2 type
PENDING_OF_TYPE = f"{_DELIVERIES} AND d.type = $2 AND d.next_at IS NOT NULL"
# $1 webhook, $2 id, $3 type
ADD_PING = """INSERT INTO deliveries (id, webhook, type, at, state, next_at)
    SELECT $2, id, $3, now(), 'pending', now() FROM webhooks WHERE id = $1"""
# $1 session, $2 seats of its hosts, $3 type. Webhooks with `types` receive only events of these types.
ADD_ASKED = """INSERT INTO deliveries (id, webhook, session, type, at, state, next_at)
    SELECT gen_random_uuid(), w.id, $1, $3, now(), 'pending', now()
    FROM webhooks w JOIN webhook_logs l ON l.webhook = w.id AND l.session = $1
    WHERE w.disabled_at IS NULL AND w.types = '{}' AND (w.seat = ANY($2) OR w.app IS NOT NULL OR EXISTS (
        SELECT FROM token_seats s WHERE s.token = w.token AND s.session = $1 AND s.seat = ANY($2)))"""
# $1 webhook, $2 delivery
REDELIVER = """UPDATE deliveries SET state = 'pending', tries = 0, since = now(), next_at = now()
    WHERE webhook = $1 AND id = $2"""

# $1 days
IS_OLD = "next_at IS NULL AND made_at < now() - $1 * interval '1 day'"
# $1 the number of versions that are kept
IS_FAR_BACK = """id IN (SELECT d.id FROM webhook_logs l
    JOIN deliveries d ON d.webhook = l.webhook AND d.session = l.session
    WHERE l.cursor > $1::bigint AND d.next_at IS NULL AND d.version <= l.cursor - $1::bigint)"""
DELETE_ENDED = (
    "DELETE FROM webhook_secrets WHERE until < now()",
    "DELETE FROM webhooks WHERE ends_at < now()",
    f"DELETE FROM webhooks w WHERE session IS NULL AND NOT {_HAS_OWNER}",
)

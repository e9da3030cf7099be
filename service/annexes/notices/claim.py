"""The statement that takes webhooks on lease: those that have work, in the order of their turns."""

from verger.service.annexes.notices.share import WebhookHealth

# Where a webhook has to look at the sessions of a wake-up, each look at a log is one probe of the
# events' primary key. Binds: $9 sessions, $10 webhooks.
WOKEN = (
    "w.id = ANY(ARRAY(SELECT webhook FROM webhook_logs WHERE session = ANY($9)"
    " UNION SELECT unnest($10::uuid[])))"
    " AND (((w.gathers_until IS NULL OR w.gathers_until <= now())"
    " AND EXISTS (SELECT FROM webhook_logs l WHERE l.webhook = w.id"
    " AND (w.id = ANY($10) OR l.session = ANY($9)) AND l.rests_until <= now() AND l.cursor <"
    " coalesce((SELECT max(version) FROM events e WHERE e.session = l.session), 0)))"
    " OR EXISTS (SELECT FROM deliveries d WHERE d.webhook = w.id AND d.next_at <= now()))"
)
# Each webhook that has deliveries pending, and when the first is due: one probe each, however many
# deliveries and other webhooks there are.
_NEXT = (
    "SELECT webhook, next_at FROM deliveries WHERE next_at IS NOT NULL{}"
    " ORDER BY webhook, next_at LIMIT 1"
)
PENDING = (
    f"RECURSIVE pending AS (({_NEXT.format('')}) UNION ALL SELECT next.* FROM pending"  # noqa: S608
    f" CROSS JOIN LATERAL ({_NEXT.format(' AND webhook > pending.webhook')}) next)"
)
POLLED = (
    "w.id = ANY(ARRAY(SELECT webhook FROM webhook_logs WHERE cursor < head AND rests_until <= now()"
    " UNION SELECT webhook FROM pending WHERE next_at <= now()))"
    " AND (w.gathers_until IS NULL OR w.gathers_until <= now()"
    " OR EXISTS (SELECT FROM deliveries d WHERE d.webhook = w.id AND d.next_at <= now()))"
)
_OWNER = "coalesce(w.session || ' ' || w.seat, w.token::text, w.app::text)"
_TARGET = "lower(substring(w.url FROM '^https?://([^/?]*)'))"
# A delivery sets both times to the same moment, and a failure sets only the first, to a later one.
_STANDING = (
    f"CASE WHEN w.rests_until > coalesce(w.delivered_at, w.made_at) THEN {WebhookHealth.FAILING}"
    f" WHEN w.delivered_at IS NULL THEN {WebhookHealth.NEW} ELSE {WebhookHealth.WELL} END"
)
# A webhook of a seat ends with the seat, or at the fixed end of the token that registered it. Any other
# webhook ends with its app or token.
HAS_OWNER = (
    "(w.session IS NOT NULL AND (w.ends_at IS NULL OR w.ends_at > now())"
    " OR EXISTS (SELECT FROM apps a WHERE a.id = w.app AND a.ended_at IS NULL)"
    " OR EXISTS (SELECT FROM tokens t WHERE t.id = w.token AND t.revoked_at IS NULL"
    " AND (t.expires_at IS NULL OR t.expires_at > now())))"
)

# The webhooks that have work and no lease. Materialized, or it might be run for each row.
DUE = (
    f"due AS MATERIALIZED (SELECT w.id, w.leased_until, {_OWNER} AS owner,"  # noqa: S608
    f" {_TARGET} AS target, {_STANDING} AS standing FROM webhooks w"
    " WHERE w.disabled_at IS NULL AND w.leased_until <= now() AND w.rests_until <= now()"
    f" AND {HAS_OWNER} AND {{}})"
)
# Webhooks that work come first, then new ones, then those that fail. Among equals, the first webhook of
# each owner comes before the second of any owner. The turns that an owner has now or had lately count too.
# $1 seconds, $2 limit, $3 limit of those that fail, $4 limit of a target, $5 $6 owners and their turns so
# far, $7 $8 the same of targets.
CLAIM = (
    "by_owner AS (SELECT id, leased_until, target, standing, coalesce(taken, 0)"  # noqa: S608
    " + row_number() OVER (PARTITION BY owner ORDER BY standing, leased_until, id) AS turn"
    " FROM due LEFT JOIN unnest($5::text[], $6::int[]) AS had (owner, taken) USING (owner)),"
    " by_target AS (SELECT id, leased_until, standing, turn, coalesce(taken, 0)"
    " + row_number() OVER (PARTITION BY target ORDER BY standing, turn, leased_until, id) AS number"
    " FROM by_owner LEFT JOIN unnest($7::text[], $8::int[]) AS had (target, taken) USING (target)),"
    " ordered AS (SELECT id, standing, row_number() OVER"
    " (PARTITION BY standing ORDER BY turn, number, leased_until, id) AS place"
    " FROM by_target WHERE number <= $4),"
    " found AS MATERIALIZED (SELECT w.id FROM webhooks w JOIN ordered USING (id)"
    f" WHERE w.leased_until <= now() AND (standing < {WebhookHealth.FAILING} OR place <= $3)"
    " ORDER BY standing, place LIMIT $2 FOR UPDATE OF w SKIP LOCKED)"
    " UPDATE webhooks w SET lease = gen_random_uuid(),"
    " leased_until = now() + $1 * interval '1 second'"
    " WHERE id = ANY(ARRAY(SELECT id FROM found))"
    " RETURNING id, lease, session, types, form, awaits_me, digest, gathers_until IS NOT NULL,"
    f" {_OWNER}, {_TARGET}, {_STANDING}"
)

-- The end of a session and a redaction find the answers that gave out its secrets by an index: they
-- read every answer of the server before, which took seconds where there are a million.

-- migrate:up

-- Every id that a text has.
CREATE FUNCTION uuids_in(said text) RETURNS uuid[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce(array_agg(found[1]::uuid), '{}')
    FROM regexp_matches(said, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') AS found
$$;

CREATE INDEX requests_by_ids ON requests USING gin (uuids_in(answer));

-- As before, but for how answers are found. Ends a session whose newest event is this one: leaves a
-- stub, and deletes all else that is kept of it. Gives false where its newest event is another one by
-- now; VG002 where it has forks.
CREATE OR REPLACE FUNCTION end_session(
    of_session uuid, at_version bigint, at_hash bytea, with_code text, by_whom text
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    its_tokens uuid[];
    held record;
BEGIN
    -- A fork that is being made is waited for; one that comes later finds nothing to follow.
    LOCK TABLE public.forks IN SHARE ROW EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM public.forks WHERE parent = of_session) THEN
        RAISE EXCEPTION 'the session has forks' USING ERRCODE = 'VG002';
    END IF;
    -- Two who end it wait for each other here.
    PERFORM pg_advisory_xact_lock(hashtextextended(of_session::text, 0));
    SELECT version, hash INTO held FROM public.events
        WHERE session = of_session ORDER BY version DESC LIMIT 1;
    IF (held.version, held.hash) IS DISTINCT FROM (at_version, at_hash) THEN
        RETURN false;
    END IF;
    -- The next version's place is taken for as long as this lasts. Whoever is appending that was
    -- there first, which ends this, or waits, and finds nothing to follow.
    INSERT INTO public.events (session, version, type, data, salt, hash, format, at)
    VALUES (
        of_session, at_version + 1, 'end', '', decode(repeat('00', 16), 'hex'),
        sha256(
            at_hash || uuid_send(of_session) || int8send(at_version + 1)
            || sha256(decode(repeat('00', 16), 'hex'))
        ), 1, now()
    );
    INSERT INTO public.stubs (session, code, version, hash, by)
        VALUES (of_session, with_code, at_version, at_hash, by_whom);

    -- Twice: whoever is issuing a further token by one of these is waited for, and that one found.
    FOR twice IN 1..2 LOOP
        SELECT array_agg(DISTINCT token) INTO its_tokens FROM (
            SELECT token FROM public.token_seats WHERE session = of_session
            UNION SELECT token FROM public.readers WHERE session = of_session
            UNION SELECT token FROM public.imports WHERE session = of_session AND token IS NOT NULL
        ) AS its;
        PERFORM FROM public.tokens WHERE id = ANY (its_tokens) ORDER BY id FOR UPDATE;
    END LOOP;
    DELETE FROM public.token_seats WHERE session = of_session;
    DELETE FROM public.readers WHERE session = of_session;
    DELETE FROM public.imports WHERE session = of_session;
    DELETE FROM public.claims WHERE session = of_session;
    -- Tokens that are for nothing else.
    SELECT array_agg(id) INTO its_tokens FROM public.tokens AS token
    WHERE id = ANY (its_tokens)
        AND NOT EXISTS (SELECT FROM public.token_seats AS one WHERE one.token = token.id)
        AND NOT EXISTS (SELECT FROM public.readers AS one WHERE one.token = token.id)
        AND NOT EXISTS (SELECT FROM public.imports AS one WHERE one.token = token.id);
    DELETE FROM public.stream_tickets WHERE session = of_session OR token = ANY (its_tokens);
    DELETE FROM public.tokens WHERE id = ANY (its_tokens);
    DELETE FROM public.requests
        WHERE public.uuids_in(answer) && array_append(its_tokens, of_session);
    DELETE FROM public.webhooks WHERE session = of_session;
    DELETE FROM public.deadlines WHERE session = of_session;
    DELETE FROM public.open_sessions WHERE session = of_session;
    DELETE FROM public.lost WHERE session = of_session;
    DELETE FROM public.forks WHERE session = of_session;
    DELETE FROM public.events WHERE session = of_session;
    -- Last, and with whoever is writing one waited for: they look for the event before they write.
    LOCK TABLE public.refusals, public.snapshots IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM public.refusals WHERE session = of_session;
    DELETE FROM public.snapshots WHERE session = of_session;
    RETURN true;
END
$$;

-- migrate:down

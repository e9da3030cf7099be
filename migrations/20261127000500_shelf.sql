-- A session that was archived comes back as it was and is played on: what its archive does not hold and
-- that takes stays on a shelf beside the stub, until it is back or deleted for good.

-- migrate:up

-- shelves: of a session that was archived, what stood beside its events, by version, in one row, as that is
-- half as long. An import has nothing that its archive does not hold, and no shelf.
CREATE TABLE shelves (
    session uuid PRIMARY KEY REFERENCES stubs,
    app uuid REFERENCES apps, -- which had started it
    versions bigint[] NOT NULL, -- those beside which something stood
    request_keys bytea[] NOT NULL, -- this and the next two as in events, in the order of the versions
    request_prints bytea[] NOT NULL,
    sealed text[] NOT NULL,
    stands bytea[] NOT NULL -- of a redacted event: SHA-256 of what stands in its place, as no hash covers that
);

-- shelved_seats: whose token acts and reads there once it is back.
CREATE TABLE shelved_seats (
    session uuid NOT NULL REFERENCES shelves ON DELETE CASCADE,
    token uuid NOT NULL REFERENCES tokens ON DELETE CASCADE,
    seat text -- null where it may read
);

CREATE INDEX shelved_seats_by_session ON shelved_seats (session);
CREATE INDEX shelved_seats_by_token ON shelved_seats (token);

GRANT SELECT ON shelves TO verger_service;

CREATE FUNCTION what_stands(event public.events) RETURNS bytea LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN event.digest IS NOT NULL THEN sha256(convert_to(event.data, 'UTF8')) END
$$;

-- Puts on a shelf what playing a session on takes.
CREATE FUNCTION shelve(of_session uuid) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO public.shelves
    SELECT of_session,
        (SELECT app FROM public.app_sessions WHERE session = of_session),
        coalesce(array_agg(version ORDER BY version), '{}'),
        coalesce(array_agg(request_key ORDER BY version), '{}'),
        coalesce(array_agg(request_print ORDER BY version), '{}'),
        coalesce(array_agg(sealed ORDER BY version), '{}'),
        coalesce(array_agg(public.what_stands(event) ORDER BY version), '{}')
    FROM public.events AS event
    WHERE session = of_session
        AND num_nonnulls(request_key, request_print, sealed, digest) > 0;
    INSERT INTO public.shelved_seats
    SELECT session, token, seat FROM public.token_seats WHERE session = of_session
    UNION ALL SELECT session, token, NULL FROM public.readers WHERE session = of_session;
$$;

-- Of these tokens, those that are for nothing; an app's keys are for what it has yet to start.
CREATE FUNCTION for_nothing(tokens uuid[]) RETURNS uuid[] LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
    SELECT array_agg(id) FROM public.tokens AS token
    WHERE id = ANY (tokens) AND app IS NULL
        AND NOT EXISTS (SELECT FROM public.token_seats AS one WHERE one.token = token.id)
        AND NOT EXISTS (SELECT FROM public.readers AS one WHERE one.token = token.id)
        AND NOT EXISTS (SELECT FROM public.imports AS one WHERE one.token = token.id)
        AND NOT EXISTS (SELECT FROM public.shelved_seats AS one WHERE one.token = token.id)
$$;

REVOKE ALL ON FUNCTION what_stands, shelve, for_nothing FROM PUBLIC;

-- As before, and what was archived may be deleted for good.
CREATE OR REPLACE FUNCTION refuse_forgetting() RETURNS trigger LANGUAGE plpgsql
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

-- Takes the stub of a session away whose events are back, in the same transaction. What was whole is
-- whole again: who had a seat has it, and the feed, which had told of all its events, tells of the
-- newest once more.
CREATE FUNCTION bring_back(of_session uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    newest bigint := (SELECT version FROM public.stubs WHERE session = of_session FOR UPDATE);
    shelf public.shelves;
BEGIN
    SELECT * INTO shelf FROM public.shelves WHERE session = of_session;
    IF FOUND THEN
        IF EXISTS (
            SELECT FROM public.events AS event
            LEFT JOIN unnest(
                shelf.versions, shelf.request_keys, shelf.request_prints, shelf.sealed, shelf.stands
            ) AS kept (version, request_key, request_print, sealed, stands)
                ON kept.version = event.version
            WHERE event.session = of_session
                AND (event.request_key, event.request_print, event.sealed, public.what_stands(event))
                IS DISTINCT FROM (kept.request_key, kept.request_print, kept.sealed, kept.stands)
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
        DELETE FROM public.feed WHERE session = of_session AND version < newest;
        DELETE FROM public.shelves WHERE session = of_session;
    END IF;
    DELETE FROM public.stubs WHERE session = of_session;
END
$$;

REVOKE ALL ON FUNCTION bring_back FROM PUBLIC;
GRANT EXECUTE ON FUNCTION bring_back TO verger_service;

-- As before, and of what is archived the shelf is kept, with the tokens that are for it. What was archived
-- is deleted for good as if it were there. Ends a session whose newest event is this one: leaves a stub,
-- and deletes all else that is kept of it. Gives false where its newest event is another one by now; VG002
-- where it has forks.
CREATE OR REPLACE FUNCTION end_session(
    of_session uuid, at_version bigint, at_hash bytea, with_code text, by_whom text
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    its_tokens uuid[];
    held record;
    is_kept boolean;
BEGIN
    -- A fork that is being made is waited for; one that comes later finds nothing to follow.
    LOCK TABLE public.forks IN SHARE ROW EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM public.forks WHERE parent = of_session) THEN
        RAISE EXCEPTION 'the session has forks' USING ERRCODE = 'VG002';
    END IF;
    -- Two who end it wait for each other here.
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
    is_kept := with_code = 'session_archived'
        AND NOT EXISTS (SELECT FROM public.imports WHERE session = of_session);
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
    DELETE FROM public.feed WHERE session = of_session;
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

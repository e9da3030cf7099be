-- A session can be ended: its rows go, all of them and at once, and a stub stays that says what it was.
-- One function does it; for everybody else the log is written once, as before.

-- migrate:up

-- stubs: what is left of sessions that were ended.
CREATE TABLE stubs (
    session uuid PRIMARY KEY,
    code text NOT NULL CHECK (code IN ('session_archived', 'session_deleted')),
    version bigint NOT NULL CHECK (version > 0), -- the last one that it had
    hash bytea NOT NULL CHECK (octet_length(hash) = 32), -- of that version
    by text NOT NULL, -- a seat of the session, or 'operator'
    at timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT ON stubs TO verger_service;

-- Whether a stub of this very transaction stands for a session.
CREATE FUNCTION is_ending(of_session uuid) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM public.stubs
        WHERE session = of_session AND xmin = pg_current_xact_id_if_assigned()::xid
    )
$$;

CREATE FUNCTION refuse_deleting_what_is_not_ended() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    is_allowed boolean;
BEGIN
    IF TG_WHEN = 'BEFORE' THEN
        -- A statement on no row at all is refused too.
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

-- As before, and with deletes allowed to the end of a session alone.
CREATE OR REPLACE FUNCTION guard_events(of_table regclass) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format(
        'CREATE OR REPLACE TRIGGER events_follow AFTER INSERT ON %s'
        ' REFERENCING NEW TABLE AS appended'
        ' FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_what_does_not_follow()', of_table);
    EXECUTE format(
        'CREATE OR REPLACE TRIGGER events_are_immutable BEFORE TRUNCATE ON %s'
        ' FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting()', of_table);
    EXECUTE format(
        'CREATE OR REPLACE TRIGGER events_are_deleted_only_at_the_end BEFORE DELETE ON %s'
        ' FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_deleting_what_is_not_ended()', of_table);
    EXECUTE format(
        'CREATE OR REPLACE TRIGGER events_are_deleted_with_a_stub AFTER DELETE ON %s'
        ' REFERENCING OLD TABLE AS deleted'
        ' FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_deleting_what_is_not_ended()', of_table);
    EXECUTE format(
        'CREATE OR REPLACE TRIGGER events_are_updated_only_by_redaction BEFORE UPDATE ON %s'
        ' FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_all_but_redaction()', of_table);
    EXECUTE format(
        'CREATE OR REPLACE TRIGGER events_are_redacted_by_name AFTER UPDATE ON %s'
        ' REFERENCING NEW TABLE AS changed'
        ' FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_what_no_redaction_names()', of_table);
    -- A partition has the triggers for rows from its parent.
    IF NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = of_table AND tgname = 'events_are_only_redacted'
    ) THEN
        EXECUTE format(
            'CREATE TRIGGER events_are_only_redacted BEFORE UPDATE ON %s'
            ' FOR EACH ROW EXECUTE FUNCTION public.refuse_all_but_redaction()', of_table);
    END IF;
END
$$;

SELECT guard_events('events');

DROP TRIGGER forks_are_immutable ON forks;
CREATE TRIGGER forks_are_immutable
    BEFORE UPDATE OR TRUNCATE ON forks
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER forks_are_deleted_only_at_the_end BEFORE DELETE ON forks
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_what_is_not_ended();
CREATE TRIGGER forks_are_deleted_with_a_stub AFTER DELETE ON forks
    REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_what_is_not_ended();

-- A stub goes only when its session is back: the log then ends with the event that the stub names.
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
    RAISE EXCEPTION 'what was ended stays on record: % on % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER stubs_stay BEFORE UPDATE OR DELETE ON stubs
    FOR EACH ROW EXECUTE FUNCTION refuse_forgetting();
CREATE TRIGGER stubs_are_not_truncated BEFORE TRUNCATE ON stubs
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

GRANT DELETE ON stubs TO verger_service;

-- Ends a session whose newest event is this one: leaves a stub, and deletes all else that is kept of
-- it. Gives false where its newest event is another one by now; VG002 where it has forks.
CREATE FUNCTION end_session(
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
    DELETE FROM public.requests WHERE answer LIKE ANY (
        SELECT '%' || id || '%' FROM unnest(array_append(its_tokens, of_session)) AS named (id)
    );
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

REVOKE ALL ON FUNCTION end_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_session TO verger_service;

-- migrate:down

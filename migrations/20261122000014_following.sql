-- An event follows the one before it, or the database does not take it: a process that remembers a
-- log as it no longer is cannot go on where it believes to be.

-- migrate:up

-- The hash at a version that a fork has from its parent; nothing unless it was forked there.
CREATE FUNCTION inherited_hash(of_session uuid, at_version bigint) RETURNS bytea LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
    WITH RECURSIVE line AS (
        SELECT parent FROM public.forks WHERE session = of_session AND version = at_version
        UNION ALL
        -- A parent may be a fork itself, made at this version or later.
        SELECT fork.parent FROM line
        JOIN public.forks AS fork ON fork.session = line.parent AND fork.version >= at_version
    )
    SELECT event.hash FROM line
    JOIN public.events AS event ON event.session = line.parent AND event.version = at_version
$$;

-- Once a statement, however many rows it has. The link is computed as service/log/chain.py does, so
-- it is refused whether the event before is missing, is another one, or the link itself is wrong.
-- Its plan is kept by a connection, perhaps from when the log was so small that a scan was cheap.
CREATE FUNCTION refuse_what_does_not_follow() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
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
            || coalesce(event.digest, sha256(
                event.salt
                || CASE WHEN event.request_key IS NULL AND event.request_print IS NULL THEN ''
                    ELSE sha256(
                        coalesce(event.request_key, '') || coalesce(event.request_print, '')
                    ) END
                || convert_to(event.data, 'UTF8')
            ))
        )
    ) THEN
        RAISE EXCEPTION 'an event does not follow the one before it' USING ERRCODE = 'VG001';
    END IF;
    RETURN NULL;
END
$$;

-- Puts every guard of the log on a table: on `events`, and on each of its partitions if it is ever
-- partitioned, as its own triggers for statements do not fire for what is written to one directly.
CREATE FUNCTION guard_events(of_table regclass) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format(
        'CREATE OR REPLACE TRIGGER events_follow AFTER INSERT ON %s'
        ' REFERENCING NEW TABLE AS appended'
        ' FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_what_does_not_follow()', of_table);
    EXECUTE format(
        'CREATE OR REPLACE TRIGGER events_are_immutable BEFORE DELETE OR TRUNCATE ON %s'
        ' FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting()', of_table);
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

-- migrate:down

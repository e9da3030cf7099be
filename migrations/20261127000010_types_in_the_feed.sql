-- The feed says of what type an event is by itself: to look each up in the log cost more than all else
-- that a look at the feed takes.

-- migrate:up

ALTER TABLE feed ADD COLUMN type text;

UPDATE feed SET type = events.type FROM events
WHERE events.session = feed.session AND events.version = feed.version;

ALTER TABLE feed ALTER COLUMN type SET NOT NULL;

CREATE OR REPLACE FUNCTION place_in_feed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO public.feed (place, session, version, type)
    SELECT pg_current_xact_id()::text::bigint, event.session, event.version, event.type
    FROM appended AS event;
    RETURN NULL;
END
$$;

-- migrate:down

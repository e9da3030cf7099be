-- A webhook that is deleted while a session comes to be covered by it is waited for, and covers nothing
-- more: who took a seat just then was answered with an error of ours.

-- migrate:up

CREATE OR REPLACE FUNCTION cover_by_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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

-- migrate:down

-- Tokens that may do less than their seats may, that end by themselves, and that say which program
-- acts with them. Tokens from before may do all that their seats may.

-- migrate:up

ALTER TABLE tokens
    ADD COLUMN scopes text[] NOT NULL DEFAULT ARRAY['read', 'play', 'gm', 'webhooks']
        CHECK (cardinality(scopes) > 0),
    ADD COLUMN via text, -- what acts with it; the log names it in each event
    ADD COLUMN expires_at timestamptz,
    ADD COLUMN used_at timestamptz; -- about when it was used last: never later than it was

-- A new token's are always said.
ALTER TABLE tokens ALTER COLUMN scopes DROP DEFAULT;

GRANT UPDATE (used_at) ON tokens TO verger_service;

-- As redact_labels does with what a token is called.
CREATE FUNCTION redact_vias(of_session uuid, ids uuid[], left_vias text[])
RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
    UPDATE public.tokens AS token SET via = now_left.via
    FROM unnest(ids, left_vias) AS now_left (id, via)
    WHERE token.id = now_left.id AND public.is_redacting(of_session)
        AND EXISTS (
            SELECT FROM public.token_seats AS held
            WHERE held.token = token.id AND held.session = of_session
        )
$$;

REVOKE ALL ON FUNCTION redact_vias FROM PUBLIC;
GRANT EXECUTE ON FUNCTION redact_vias TO verger_service;

-- migrate:down

-- What operators do by command is on record, as what seats do is in the log.

-- migrate:up

-- operator_actions: each command that changed something, written in the transaction that did.
CREATE TABLE operator_actions (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    command text NOT NULL,
    session uuid, -- null where it is about none, or about all
    detail text NOT NULL, -- versions, ids of keys, numbers; never a text or a secret
    system_user_name text NOT NULL, -- as the command says
    database_user text NOT NULL DEFAULT session_user -- as the database knows
);

CREATE TRIGGER operator_actions_are_immutable
    BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_actions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- Not its time and its role: nobody says these of himself.
GRANT SELECT, INSERT (command, session, detail, system_user_name) ON operator_actions
    TO verger_service;

-- migrate:down

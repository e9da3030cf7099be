-- What apps use, so that they and the operator see it beside what they may.

-- migrate:up

-- app_use: what an app has asked of all processes today.
CREATE TABLE app_use (
    app uuid NOT NULL REFERENCES apps,
    day date NOT NULL, -- by UTC; only the newest is kept
    requests bigint NOT NULL,
    moves bigint NOT NULL,
    work double precision NOT NULL, -- as limits count it
    PRIMARY KEY (app, day)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON app_use TO verger_service;

-- migrate:down

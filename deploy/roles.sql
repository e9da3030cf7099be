-- The database and its roles, each with only the rights that it needs. A superuser runs this file with
-- psql. If you run it again, it only sets the passwords again.
--
--   verger_owner    owns the tables and migrates them; the serving processes do not have its password
--   verger_service  has the rights for serving, which the migrations grant; nobody can log in as this role
--   verger          the processes log in as this role; it is only a member of verger_service

\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD

SELECT format('CREATE ROLE %I', role)
FROM unnest(ARRAY['verger_owner', 'verger_service', 'verger']) AS role
WHERE role NOT IN (SELECT rolname FROM pg_roles)
\gexec

ALTER ROLE verger_owner LOGIN NOCREATEDB NOCREATEROLE PASSWORD :'owner_password';
ALTER ROLE verger_service NOLOGIN;
ALTER ROLE verger LOGIN NOCREATEDB NOCREATEROLE PASSWORD :'service_password';
-- verger_owner is also a member, because commands such as verify act as verger_service.
GRANT verger_service TO verger, verger_owner;

-- Name the encoding, because a server that was made without a locale uses another one by default.
SELECT $$CREATE DATABASE verger OWNER verger_owner TEMPLATE template0 ENCODING 'UTF8'$$
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'verger')
\gexec

REVOKE ALL ON DATABASE verger FROM PUBLIC;
GRANT CONNECT ON DATABASE verger TO verger_service;

\connect verger
-- Before PostgreSQL 15, every user may create tables in this schema.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT CREATE, USAGE ON SCHEMA public TO verger_owner;

/** Words that a search does without, if there are others. */
export const SMALL = new Set(
  "a an and are be can do does for from get how i if in is it me my of on or that the this to use using what when where which with".split(
    " ",
  ),
);

/** Words of these pages, with words that people type for the same. */
export const SYNONYMS = {
  "undo the last move": "undo, revert, rollback, roll back, take back, mistake, ctrl z",
  "undo a move from ten moves ago": "undo an old move, selective undo, remove a move, cherry pick",
  "find out whose turn is next": "whose turn, turn order, next player, active player, initiative, waiting for",
  "retry a request safely": "retry, retrying, idempotent, idempotency, idempotency key, double post, duplicate request, exactly once",
  "find out why a move was refused": "refused, rejected, rejection, illegal move, move failed, why refused",
  "make a bot": "ai, bot, npc, agent, automation, automate, computer player",
  "subscribe from a browser": "subscribe, subscription, realtime, real time, live update, push event",
  "draw the network": "image, svg, graph, visualize, visualise, visualization, diagram, graphviz, dot, draw, render, picture",
  "read the state at a version": "time travel, previous state, past state, point in time, old version, as of, state at",
  "fork a session at a version": "branch, clone, fork, copy a session, duplicate a session, alternate timeline",
  "ask a what-if question": "what if, what-if, simulate, simulation, counterfactual, hypothetical",
  "prove that nobody changed the log": "proof, prove, tamper, tampering, tamper proof, tamper evident, integrity, immutable",
  "verify the dice": "provably fair, fair, fairness, cheat, cheating, check dice, verify dice",
  "dispute a ruling": "dispute, appeal, challenge, objection, contest, complain, wrong ruling",
  "get back in after losing a token": "forgot password, lost password, lost access, locked out, recover access, login problem",
  "redact a text": "gdpr, privacy, personal data, right to be forgotten, erase, anonymize, anonymise, pii, delete text",
  "back up and restore": "backup, backups, restore, recover, recovery, disaster recovery, pg_dump",
  "upgrade the server": "upgrade, update, migrate, migration, new version, release upgrade",
  "run behind a proxy": "reverse proxy, proxy, nginx, caddy, haproxy, traefik, load balancer, apache, tls, ssl, https, certificate",
  "monitor the server": "monitoring, monitor, prometheus, grafana, alert, alerting, observability, dashboard, health check",
  "awaited seats": "whose turn, turn order, next player, active player, initiative, waiting for",
  "retries idempotency-key": "retry, retrying, idempotent, idempotency, double post, duplicate request, exactly once, timeout",
  "versions retries simultaneous":
    "concurrency, optimistic concurrency, optimistic locking, locking, lock, race condition, conflict detection, stale, if-match",
  "keeping answers": "etag, cache, caching, cached, conditional request, 304, if-none-match",
  "one number the version": "revision, sequence number, stream position",
  "following a session":
    "stream, cursor, pagination, paging, page through, subscribe, subscription, realtime, real time, live, live update, tail, listen, poll, polling, long polling, push event, reconnect, offset",
  "server-sent events": "sse, eventsource, event source",
  websocket: "ws, socket, sockets",
  webhooks: "notification, notify, reminder, email, e-mail, push, callback, discord, slack, push notification, alert me",
  tokens:
    "authentication, authenticate, authorization, auth, login, log in, sign in, signin, logout, sign up, register, account, user, password, credential, bearer, jwt, oauth, session cookie, cookie, identity, api key",
  scopes: "permission, access control, role, rbac, acl, privilege",
  "get a token": "invite, invitation, join, claim code, join link",
  onlookers: "spectator, spectate, observer, observe, viewer, read only, guest, anonymous, public",
  apps: "api key, service account, integration, multi tenant, tenant",
  limits: "rate limit, rate limiting, quota, throttle, throttling, 429, too many requests, payload size, size limit, maximum",
  errors:
    "error handling, exception, troubleshooting, troubleshoot, debug, debugging, problem details, rfc 9457, status code, failure, rejected, refused",
  problems: "error code, error codes, error list, error message",
  "python client": "sdk, client library, library, package, pip, pypi, mcp, model context protocol",
  "typescript client": "sdk, client library, javascript, js, npm, node, react, browser client",
  "an assistant at the table": "mcp, model context protocol, llm, chatgpt, claude, copilot, ai assistant",
  "a bot and clients that are generated":
    "ai, bot, npc, agent, automation, automate, computer player, artificial intelligence, code generator, codegen, generated client",
  "rewind undo and redo": "undo, redo, revert, rollback, roll back, take back, mistake, ctrl z, correct a mistake",
  "replay undo forks":
    "time travel, history, replay, playback, previous state, past state, point in time, old version, as of, snapshot, event replay, diff, compare, restore a version",
  forks: "branch, clone, copy a session, duplicate a session, fork, alternate timeline",
  "simulate a change": "what if, what-if, simulate, simulation, counterfactual, hypothetical, leave out, remove a move",
  "leave out a move": "leave out, selective undo, undo an old move, remove a move, cherry pick",
  glossary:
    "glossary, terms, terminology, definition, vocabulary, concept, event sourcing, cqrs, event store, aggregate, read model, projection, command, domain event, ddd, snapshot, house rules",
  compatibility:
    "upcaster, upcasting, schema evolution, versioning, api version, semver, deprecation, deprecated, breaking change, backward compatible, backwards compatibility, stability, sunset",
  "pictures and graphs":
    "image, svg, png, graph, visualize, visualise, visualization, diagram, graphviz, dot, mermaid, graphml, draw, render, chart, plot, map, export a graph",
  "for auditors": "audit, audit log, audit trail, forensic, investigate",
  "hash chain":
    "proof, tamper, tampering, tamper proof, tamper evident, integrity, immutable, immutability, blockchain, checksum, digest, sha256, hash",
  statements: "merkle, merkle tree, transparency log, signed tree head",
  "archives verifying checkpoints":
    "export, import, download, upload, signature, sign, verify, verification, save game, save, load game, save file, jsonl, dump, backup of a session, public key, ed25519",
  "dice and fairness": "random, randomness, rng, random number, seed, provably fair, fair, fairness, cheat, cheating, roll",
  disputes: "dispute, appeal, challenge, objection, contest, complain, wrong ruling",
  "back up": "backup, backups, disaster recovery, pg_dump, data loss",
  "high availability and restoring an earlier moment":
    "restore, recovery, point in time recovery, pitr, failover, replication, replica, standby, patroni",
  restore: "recover, disaster recovery",
  upgrading: "upgrade, update, migrate, migration, new version, release upgrade",
  "running a server":
    "install, installation, setup, set up, self host, hosting, deploy, deployment, migration, tls, ssl, https, certificate, requirements, linux, windows, mac, production",
  verger_origins: "cors, cross origin, allowed origins",
  settings: "configuration, configure, config, environment variable, env, env var, option, parameter, database_url, port",
  "behind a proxy": "reverse proxy, proxy, nginx, caddy, haproxy, traefik, load balancer, apache, base path, x-forwarded-for",
  "containers compose": "docker, container, compose, docker compose, podman, dockerfile, image registry",
  kubernetes: "k8s, helm, kustomize, pod, ingress",
  metrics:
    "monitoring, monitor, prometheus, grafana, alert, alerting, observability, opentelemetry, otel, tracing, trace, statistics, dashboard",
  "health readiness and figures": "health check, healthcheck, liveness, heartbeat, uptime, probe",
  "on a phone": "mobile, smartphone, tablet, ipad, android",
  "in another language": "i18n, l10n, localization, localisation, locale, translate, translation, german, accept-language",
  "start a session": "create session, new session, create game, new game, start game, host a game, open a table, create table",
  "size limits": "upload limit, size limit, payload too large, 413, max players",
  "fields of a request": "logging, log level, log file, json log, structured log",
  "all cores": "scaling, scale, cluster, horizontal scaling, multiple processes, worker, workers, cpu",
  cells: "shard, sharding, partition, scaling, multi region",
  performance: "performance, benchmark, latency, throughput, speed, load test, capacity",
  "the end of a session":
    "delete, delete a session, close a session, remove a session, archive a session, retention, expire, ttl, cleanup, purge",
  redaction:
    "gdpr, privacy, personal data, right to be forgotten, erase, erasure, anonymize, anonymise, pii, data protection, forget, censor, delete text, moderation, moderate",
  lobby: "matchmaking, matching, find players, find a game, looking for group, lfg, open games, public games",
  "quick start":
    "tutorial, getting started, get started, example, hello world, introduction, beginner, first steps, curl, sample, demo, walkthrough, code example",
  "play a first scene": "tutorial, walkthrough, learn",
  verger: "faq, help, overview, about, home, index, what is verger, documentation, support",
  reference: "openapi, swagger, api reference, endpoint, endpoints, rest, api docs, specification, spec, schema, postman, asyncapi",
  "dry runs": "dry run, validate, validation, test a move, check a move, preview",
  moves: "action, legal moves, turn order, send a move, command, submit",
  "lost token": "forgot, forgot password, lost password, reset, recover access, locked out, lost access, new device",
  "sealed notes": "secret, hidden information, hidden, private message, whisper, fog of war, blind",
  "threat model": "security, attack, attacker, vulnerability, encryption, encrypt, pentest, secure, trust, abuse",
  "write a ruleset": "plugin, custom game, new game, mod, modding, extension, add a game, write a game, module",
  "house rules": "variant, house rules, optional rules, game settings, customize",
  "lost events": "corruption, corrupted, damaged, data loss, repair, missing events",
  story: "transcript, minutes, summary, chat log, narrative, print, pdf",
  changelog: "release notes, changes, what's new, news, roadmap",
  decisions: "architecture, adr, design, rationale, why",
};

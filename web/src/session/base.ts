// The path below which people reach this server, such as `/games/verger`; empty for most servers.

/** The page's files are below it, at this path. */
const FILES = "/watch/assets/";

const path = new URL(import.meta.url).pathname;

export const BASE = path.slice(0, Math.max(path.lastIndexOf(FILES), 0));

/** The beginning of the names of stored tokens. A browser has one store for all servers of a host. */
export const STORE = BASE ? `${BASE}:verger` : "verger";

/** The address of the page about a rule. */
export const rulePage = (ruleset: string, rule: string) => `${BASE}/docs/rulesets/${ruleset}#${rule}`;

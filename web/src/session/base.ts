// The path below which people reach this server, such as `/games/verger`; empty for most servers.

/** The path of the page's files, below the base path. */
const FILES = "/watch/assets/";

const path = new URL(import.meta.url).pathname;

export const BASE = path.slice(0, Math.max(path.lastIndexOf(FILES), 0));

/** The beginning of the names in the browser's storage. All servers at one host share this storage. */
export const STORE = BASE ? `${BASE}:verger` : "verger";

/** The address of the page about a rule. */
export const rulePage = (ruleset: string, rule: string) => `${BASE}/docs/rulesets/${ruleset}#${rule}`;

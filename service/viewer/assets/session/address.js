// The page's address: which session, version and panel it shows; and the secrets that it was opened with.

/** The session that the page is about; empty at the bare address. */
export const session = () => location.pathname.split("/")[2] ?? "";

/**
 * The version that the address names, or null where it follows the head.
 * @returns {number | null}
 */
export function version() {
  const named = Number(query().get("at"));
  return Number.isSafeInteger(named) && named > 0 ? named : null;
}

/** The panel that the address names, if it names one. */
export const panel = () => query().get("panel");

/**
 * Name what is shown now, so that the address is a link to exactly this.
 * @param {{at?: number | null, panel?: string}} shown what is left out stays
 * @param {{isStep?: boolean}} [how] a step of its own can be gone back from
 */
export function show(shown, { isStep = false } = {}) {
  const next = query();
  if (shown.at !== undefined) shown.at === null ? next.delete("at") : next.set("at", String(shown.at));
  if (shown.panel !== undefined) next.set("panel", shown.panel);
  const there = `${location.pathname}${next.size ? `?${next}` : ""}`;
  if (there !== location.pathname + location.search) history[isStep ? "pushState" : "replaceState"](null, "", there);
}

/**
 * The page of a session at a version.
 * @param {string} of
 * @param {number} [at]
 */
export const page = (of, at) => `/watch/${of}${at === undefined ? "" : `?at=${at}`}`;

/**
 * A link to a version, to pass on: it holds no secret.
 * @param {number} at
 */
export const linkTo = (at) => location.origin + page(session(), at);

/**
 * The token or claim code that the address was opened with; it leaves the address at once, since addresses are passed on.
 * @param {"token" | "claim"} name
 * @returns {string | null}
 */
export function takeSecret(name) {
  const secret = hinted(name);
  if (secret !== null) history.replaceState(null, "", location.pathname + location.search);
  return secret;
}

/**
 * A link by which somebody takes a seat. What follows the `#` reaches no server, and no log.
 * @param {string} of the session
 * @param {string} code
 * @param {string} name whom the seat is for
 */
export const invitation = (of, code, name) => `${location.origin}/watch/${of}#${new URLSearchParams({ claim: code, for: name })}`;

/**
 * The token of this window alone, as four windows may be four players; or else the one that the browser was asked to keep.
 * @returns {string | null}
 */
export const token = () => sessionStorage.getItem(kept()) ?? localStorage.getItem(kept());

/** Whether the browser keeps this window's token, closed or not. */
export const isRemembered = () => localStorage.getItem(kept()) !== null && localStorage.getItem(kept()) === token();

/**
 * Have the browser keep this window's token, or forget what it keeps; the window has it in either case.
 * @param {boolean} wanted
 */
export function remember(wanted) {
  const secret = token();
  if (secret !== null) sessionStorage.setItem(kept(), secret);
  if (wanted && secret !== null) localStorage.setItem(kept(), secret);
  else localStorage.removeItem(kept());
}

/**
 * @param {string | null} secret null forgets it
 * @param {string} [of] the session that it opens
 */
export function keepToken(secret, of = session()) {
  if (secret === null) {
    if (localStorage.getItem(kept(of)) === token()) localStorage.removeItem(kept(of));
    sessionStorage.removeItem(kept(of));
  } else sessionStorage.setItem(kept(of), secret);
}

/**
 * The seat to act as, where a token holds several: of this window too.
 * @returns {string | null}
 */
export const seat = () => sessionStorage.getItem(`verger.seat.${session()}`);

/** @param {string} chosen */
export const keepSeat = (chosen) => sessionStorage.setItem(`verger.seat.${session()}`, chosen);

const kept = (of = session()) => `verger.token.${of}`;

/**
 * What stands behind the `#` of the address under a name.
 * @param {string} name
 */
export const hinted = (name) => new URLSearchParams(location.hash.slice(1)).get(name);

const query = () => new URLSearchParams(location.search);

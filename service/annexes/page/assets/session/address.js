// The page's address: which session, version and panel it shows; and the secrets that it was opened with.

import { BASE, STORE } from "./base.js";

/** The session that the page is about; empty at the bare address. */
export const session = () => location.pathname.slice(BASE.length).split("/")[2] ?? "";

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
export const page = (of, at) => `${BASE}/watch/${of}${at === undefined ? "" : `?at=${at}`}`;

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
 * What a link of an invitation says of itself, so that no read has to say it of a code: hints, and nothing more.
 * @typedef {{for: string, title: string, game: string, host: string}} Hints
 */

/** Characters of a hint that are shown: as many as a name has at most. */
const HINT = 100;

/**
 * A link by which somebody takes a seat. What follows the `#` reaches no server, and no log.
 * @param {string} of the session
 * @param {string} code
 * @param {Hints} hints
 */
export const invitation = (of, code, hints) => `${location.origin}${page(of)}#${new URLSearchParams({ claim: code, ...hints })}`;

/**
 * The invitation that the address was opened with, which this window keeps until it is taken or put away; else the one that it keeps.
 * @returns {{code: string} & Hints | null}
 */
export function takeInvitation() {
  const said = (/** @type {string} */ name) => (hinted(name) ?? "").slice(0, HINT);
  const hints = { for: said("for"), title: said("title"), game: said("game"), host: said("host") };
  const code = takeSecret("claim");
  if (code !== null) sessionStorage.setItem(invited(session()), JSON.stringify({ code, ...hints }));
  else if (token() !== null) return null;
  return JSON.parse(sessionStorage.getItem(invited(session())) ?? "null");
}

/**
 * The invitations that this window was opened with, by their sessions.
 * @returns {[string, {code: string} & Hints][]}
 */
export const invitations = () => under(sessionStorage, invited("")).map(([of, kept]) => [of, JSON.parse(kept)]);

/** @param {string} of the session that one is invited to no more */
export const putAway = (of) => sessionStorage.removeItem(invited(of));

/** What this window has asked for in the lobby, with the token of each. */
export const asks = () => under(sessionStorage, asked(""));

/**
 * @param {string} ask its id
 * @param {string | null | undefined} secret nothing forgets it
 */
export const keepAsk = (ask, secret) => (secret ? sessionStorage.setItem(asked(ask), secret) : sessionStorage.removeItem(asked(ask)));

/**
 * The token of this window alone, as four windows may be four players; or else the one that the browser was asked to keep.
 * @returns {string | null}
 */
export const token = (of = session()) => sessionStorage.getItem(kept(of)) ?? localStorage.getItem(kept(of));

/** Every token that this window has or the browser keeps, by the session that it opens; one of no session alone has an empty name. */
export const tokens = () => new Map([...under(localStorage, kept("")), ...under(sessionStorage, kept(""))]);

/** Whether the browser keeps this window's token, closed or not. */
export const isRemembered = (of = session()) => localStorage.getItem(kept(of)) !== null && localStorage.getItem(kept(of)) === token(of);

/**
 * Have the browser keep this window's token, or forget what it keeps; the window has it in either case.
 * @param {boolean} wanted
 * @param {string} [of] the session that it opens
 */
export function remember(wanted, of = session()) {
  const secret = token(of);
  if (secret !== null) sessionStorage.setItem(kept(of), secret);
  if (wanted && secret !== null) return localStorage.setItem(kept(of), secret);
  for (const name of [kept(of), seen(of), pictured(of)]) localStorage.removeItem(name);
}

/** @param {string} of */
const seen = (of) => `${STORE}.seen.${of}`;

/** The newest version when the page was left last, at a seat: by this window, or by the browser if it keeps the seat; else 0. */
export const seenUntil = (of = session()) => Number(own(seen(of), of));

/**
 * @param {number} version the newest now that the page is left
 * @param {string} [of] the session
 */
export function keepSeen(version, of = session()) {
  if (token(of) !== null) keepOwn(seen(of), String(version), of);
}

/**
 * @param {string | null} secret null forgets it
 * @param {string} [of] the session that it opens
 */
export function keepToken(secret, of = session()) {
  if (secret === null) {
    if (isRemembered(of)) remember(false, of);
    for (const name of [kept(of), seen(of), pictured(of)]) sessionStorage.removeItem(name);
  } else sessionStorage.setItem(kept(of), secret);
}

/**
 * The seat to act as, where a token holds several: of this window too.
 * @returns {string | null}
 */
export const seat = () => sessionStorage.getItem(`${STORE}.seat.${session()}`);

/** @param {string} chosen */
export const keepSeat = (chosen) => sessionStorage.setItem(`${STORE}.seat.${session()}`, chosen);

/** Whether this window has put off the end of its token. */
export const isRenewed = () => sessionStorage.getItem(renewedBy()) !== null;

export const renewed = () => sessionStorage.setItem(renewedBy(), "1");

const renewedBy = () => `${STORE}.renewed.${session()}`;

/**
 * What makes a session one to try, in this window alone: nothing else has its bots' tokens.
 * @param {unknown} trial
 * @param {string} [of] the session
 */
export const keepTrial = (trial, of = session()) => sessionStorage.setItem(trying(of), JSON.stringify(trial));

/** @returns {any} what was kept so, or nothing */
export const trial = () => JSON.parse(sessionStorage.getItem(trying(session())) ?? "null");

/** How the picture was kept: by this window, or by the browser if it keeps the seat. */
export const pictureKept = () => JSON.parse(own(pictured(session())) ?? "{}");

/** @param {unknown} how versions and places, and no word that somebody wrote */
export const keepPicture = (how) => keepOwn(pictured(session()), JSON.stringify(how));

/**
 * What was kept for the seat of this window: the browser may keep another one's.
 * @param {string} name
 * @param {string} [of] the session
 */
const own = (name, of = session()) => (isRemembered(of) ? localStorage.getItem(name) : null) ?? sessionStorage.getItem(name);

/**
 * @param {string} name
 * @param {string} value
 * @param {string} [of] the session
 */
const keepOwn = (name, value, of = session()) => (isRemembered(of) ? localStorage : sessionStorage).setItem(name, value);

const pictured = (/** @type {string} */ of) => `${STORE}.picture.${of}`;
const trying = (/** @type {string} */ of) => `${STORE}.trial.${of}`;
const kept = (/** @type {string} */ of) => `${STORE}.token.${of}`;
const asked = (/** @type {string} */ ask) => `${STORE}.ask.${ask}`;
const invited = (/** @type {string} */ of) => `${STORE}.invited.${of}`;

/**
 * What is kept under names that begin so, each with the rest of its name.
 * @param {Storage} store
 * @param {string} prefix
 * @returns {[string, string][]}
 */
const under = (store, prefix) =>
  Object.keys(store)
    .filter((name) => name.startsWith(prefix))
    .map((name) => [name.slice(prefix.length), store.getItem(name) ?? ""]);

/**
 * What stands behind the `#` of the address under a name.
 * @param {string} name
 */
export const hinted = (name) => new URLSearchParams(location.hash.slice(1)).get(name);

const query = () => new URLSearchParams(location.search);

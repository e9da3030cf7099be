// The page's address, which names the session, the version and the panel; and the tokens and invitations that the browser stores.

import { BASE, STORE } from "./base";

/** The id of the session in the address; empty in the lobby. */
export const session = () => location.pathname.slice(BASE.length).split("/")[2] ?? "";

/** The version in the address, or null if the page follows the head. */
export function version(): number | null {
  const named = Number(query().get("at"));
  return Number.isSafeInteger(named) && named > 0 ? named : null;
}

/** The panel in the address; null if there is none. */
export const panel = () => query().get("panel");

/**
 * Put the shown version and panel into the address, so that others can open the same view.
 * @param shown the version and the panel; one that is left out stays as it is
 * @param how with `isStep`, the browser's back button returns to the view before
 */
export function show(shown: { at?: number | null; panel?: string }, { isStep = false }: { isStep?: boolean } = {}) {
  const next = query();
  if (shown.at !== undefined) shown.at === null ? next.delete("at") : next.set("at", String(shown.at));
  if (shown.panel !== undefined) next.set("panel", shown.panel);
  const there = `${location.pathname}${next.size ? `?${next}` : ""}`;
  if (there !== location.pathname + location.search) history[isStep ? "pushState" : "replaceState"](null, "", there);
}

/** The address of the page of a session, at a version if one is given. */
export const page = (of: string, at?: number) => `${BASE}/watch/${of}${at === undefined ? "" : `?at=${at}`}`;

/** A link to a version. It contains no token, so it can be sent to anybody. */
export const linkTo = (at: number) => location.origin + page(session(), at);

/** Take the token or claim code out of the address, because people share addresses. Returns null if there is none. */
export function takeSecret(name: "token" | "claim"): string | null {
  const secret = hinted(name);
  if (secret !== null) history.replaceState(null, "", location.pathname + location.search);
  return secret;
}

/** The names and titles in the link of an invitation. They are only hints: the server does not confirm them for a claim code. */
export type Hints = { for: string; title: string; game: string; host: string };

/** The maximum length of a hint, in characters, which is that of a name. */
const HINT = 100;

/**
 * A link for somebody to take a seat. The browser does not send the part after the `#`, so it is in no log of a server.
 * @param of the id of the session
 */
export const invitation = (of: string, code: string, hints: Hints) =>
  `${location.origin}${page(of)}#${new URLSearchParams({ claim: code, ...hints })}`;

/**
 * The invitation in the address, or else the one that this window keeps for the session. The window keeps an invitation until the seat is
 * taken or the invitation is dismissed.
 */
export function takeInvitation(): ({ code: string } & Hints) | null {
  const said = (name: string) => (hinted(name) ?? "").slice(0, HINT);
  const hints = { for: said("for"), title: said("title"), game: said("game"), host: said("host") };
  const code = takeSecret("claim");
  if (code !== null) sessionStorage.setItem(invited(session()), JSON.stringify({ code, ...hints }));
  else if (token() !== null) return null;
  return JSON.parse(sessionStorage.getItem(invited(session())) ?? "null");
}

/** The invitations that this window keeps, each with the id of its session. */
export const invitations = (): [string, { code: string } & Hints][] =>
  under(sessionStorage, invited("")).map(([of, kept]) => [of, JSON.parse(kept)]);

/** Forget the invitation to a session. */
export const putAway = (of: string) => sessionStorage.removeItem(invited(of));

/** The ids of this window's requests for a seat, each with its token. */
export const asks = () => under(sessionStorage, asked(""));

/**
 * Keep or forget a request for a seat.
 * @param ask the id of the request
 * @param secret the token of the request; null or undefined forgets the request
 */
export const keepAsk = (ask: string, secret: string | null | undefined) =>
  secret ? sessionStorage.setItem(asked(ask), secret) : sessionStorage.removeItem(asked(ask));

/** This window's own token, because each window can belong to another player; or else the token that the browser keeps. */
export const token = (of = session()): string | null => sessionStorage.getItem(kept(of)) ?? localStorage.getItem(kept(of));

/**
 * Every token that this window has or the browser keeps, by the id of its session. A token that can open several sessions has an empty
 * id.
 */
export const tokens = () => new Map([...under(localStorage, kept("")), ...under(sessionStorage, kept(""))]);

/** Whether the browser keeps this window's token after the window is closed. */
export const isRemembered = (of = session()) => localStorage.getItem(kept(of)) !== null && localStorage.getItem(kept(of)) === token(of);

/**
 * Have the browser keep this window's token, or forget the kept token. The window itself has the token in either case.
 * @param of the id of the session
 */
export function remember(wanted: boolean, of: string = session()) {
  const secret = token(of);
  if (secret !== null) sessionStorage.setItem(kept(of), secret);
  if (wanted && secret !== null) return localStorage.setItem(kept(of), secret);
  for (const name of [kept(of), seen(of), pictured(of)]) localStorage.removeItem(name);
}

const seen = (of: string) => `${STORE}.seen.${of}`;

/** The newest version when a player last left the page, from the browser if it keeps the seat, or else from this window. 0 if unknown. */
export const seenUntil = (of = session()) => Number(own(seen(of), of));

/**
 * Keep the newest version when a player leaves the page.
 * @param of the id of the session
 */
export function keepSeen(version: number, of: string = session()) {
  if (token(of) !== null) keepOwn(seen(of), String(version), of);
}

/**
 * Keep a token in this window.
 * @param secret the token; null forgets the token of the session
 * @param of the id of the session
 */
export function keepToken(secret: string | null, of: string = session()) {
  if (secret === null) {
    if (isRemembered(of)) remember(false, of);
    for (const name of [kept(of), seen(of), pictured(of)]) sessionStorage.removeItem(name);
  } else sessionStorage.setItem(kept(of), secret);
}

/** The seat that the player has chosen in this window, if the token holds several; null before a choice. */
export const seat = (): string | null => sessionStorage.getItem(`${STORE}.seat.${session()}`);

export const keepSeat = (chosen: string) => sessionStorage.setItem(`${STORE}.seat.${session()}`, chosen);

/** Whether this window has renewed its token. */
export const isRenewed = () => sessionStorage.getItem(renewedBy()) !== null;

export const renewed = () => sessionStorage.setItem(renewedBy(), "1");

const renewedBy = () => `${STORE}.renewed.${session()}`;

/**
 * Keep the trial of a session, with the tokens of its bots, only in this window.
 * @param of the id of the session
 */
export const keepTrial = (trial: unknown, of: string = session()) => sessionStorage.setItem(trying(of), JSON.stringify(trial));

/** The kept trial of the session; null if there is none. */
export const trial = (): any => JSON.parse(sessionStorage.getItem(trying(session())) ?? "null");

/** The kept settings of the picture, from the browser if it keeps the seat, or else from this window. */
export const pictureKept = () => JSON.parse(own(pictured(session())) ?? "{}");

/** @param how versions and places, without any text of people */
export const keepPicture = (how: unknown) => keepOwn(pictured(session()), JSON.stringify(how));

/**
 * A kept value of this window's seat. The browser's value counts only if the browser keeps this seat, because it can belong to another one.
 * @param of the id of the session
 */
const own = (name: string, of: string = session()) =>
  (isRemembered(of) ? localStorage.getItem(name) : null) ?? sessionStorage.getItem(name);

/** @param of the id of the session */
const keepOwn = (name: string, value: string, of: string = session()) =>
  (isRemembered(of) ? localStorage : sessionStorage).setItem(name, value);

const pictured = (of: string) => `${STORE}.picture.${of}`;
const trying = (of: string) => `${STORE}.trial.${of}`;
const kept = (of: string) => `${STORE}.token.${of}`;
const asked = (ask: string) => `${STORE}.ask.${ask}`;
const invited = (of: string) => `${STORE}.invited.${of}`;

/** The stored values whose names begin with a prefix, each with the rest of its name. */
const under = (store: Storage, prefix: string): [string, string][] =>
  Object.keys(store)
    .filter((name) => name.startsWith(prefix))
    .map((name) => [name.slice(prefix.length), store.getItem(name) ?? ""]);

/** A value after the `#` of the address. */
const hinted = (name: string) => new URLSearchParams(location.hash.slice(1)).get(name);

const query = () => new URLSearchParams(location.search);

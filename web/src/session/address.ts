// The page's address: which session, version and panel it shows; and the secrets that it was opened with.

import { BASE, STORE } from "./base";

/** The session that the page is about; empty at the bare address. */
export const session = () => location.pathname.slice(BASE.length).split("/")[2] ?? "";

/** The version in the address, or null if the page follows the head. */
export function version(): number | null {
  const named = Number(query().get("at"));
  return Number.isSafeInteger(named) && named > 0 ? named : null;
}

/** The panel that the address names, if it names one. */
export const panel = () => query().get("panel");

/**
 * Put the shown version and panel into the address, so that it is a link to exactly this.
 * @param shown parts that are left out stay as they are
 * @param how whether the browser can go back from it
 */
export function show(shown: { at?: number | null; panel?: string }, { isStep = false }: { isStep?: boolean } = {}) {
  const next = query();
  if (shown.at !== undefined) shown.at === null ? next.delete("at") : next.set("at", String(shown.at));
  if (shown.panel !== undefined) next.set("panel", shown.panel);
  const there = `${location.pathname}${next.size ? `?${next}` : ""}`;
  if (there !== location.pathname + location.search) history[isStep ? "pushState" : "replaceState"](null, "", there);
}

/** The page of a session at a version. */
export const page = (of: string, at?: number) => `${BASE}/watch/${of}${at === undefined ? "" : `?at=${at}`}`;

/** A link to a version, to pass on: it holds no secret. */
export const linkTo = (at: number) => location.origin + page(session(), at);

/** The token or claim code that the address was opened with; it leaves the address at once, since addresses are passed on. */
export function takeSecret(name: "token" | "claim"): string | null {
  const secret = hinted(name);
  if (secret !== null) history.replaceState(null, "", location.pathname + location.search);
  return secret;
}

/** The hints in the link of an invitation. No read reveals these for a code, so they are only hints. */
export type Hints = { for: string; title: string; game: string; host: string };

/** Characters of a hint that are shown: as many as a name has at most. */
const HINT = 100;

/**
 * A link for somebody to take a seat. The part after the `#` reaches no server, and no log.
 * @param of the session
 */
export const invitation = (of: string, code: string, hints: Hints) =>
  `${location.origin}${page(of)}#${new URLSearchParams({ claim: code, ...hints })}`;

/** The invitation that the address was opened with, which this window keeps until it is taken or put away; else the one that it keeps. */
export function takeInvitation(): ({ code: string } & Hints) | null {
  const said = (name: string) => (hinted(name) ?? "").slice(0, HINT);
  const hints = { for: said("for"), title: said("title"), game: said("game"), host: said("host") };
  const code = takeSecret("claim");
  if (code !== null) sessionStorage.setItem(invited(session()), JSON.stringify({ code, ...hints }));
  else if (token() !== null) return null;
  return JSON.parse(sessionStorage.getItem(invited(session())) ?? "null");
}

/** The invitations that this window was opened with, by their sessions. */
export const invitations = (): [string, { code: string } & Hints][] =>
  under(sessionStorage, invited("")).map(([of, kept]) => [of, JSON.parse(kept)]);

/** @param of the session of the invitation */
export const putAway = (of: string) => sessionStorage.removeItem(invited(of));

/** The requests of this window in the lobby, with the token of each. */
export const asks = () => under(sessionStorage, asked(""));

/**
 * @param ask its id
 * @param secret nothing forgets it
 */
export const keepAsk = (ask: string, secret: string | null | undefined) =>
  secret ? sessionStorage.setItem(asked(ask), secret) : sessionStorage.removeItem(asked(ask));

/** The token of this window only, because four windows may be four players; or else the one that the browser was asked to keep. */
export const token = (of = session()): string | null => sessionStorage.getItem(kept(of)) ?? localStorage.getItem(kept(of));

/**
 * Every token that this window has or the browser keeps, by the session that it opens. A token that opens several sessions has an empty
 * name.
 */
export const tokens = () => new Map([...under(localStorage, kept("")), ...under(sessionStorage, kept(""))]);

/** Whether the browser keeps this window's token, closed or not. */
export const isRemembered = (of = session()) => localStorage.getItem(kept(of)) !== null && localStorage.getItem(kept(of)) === token(of);

/**
 * Have the browser keep this window's token, or forget the kept one. The window has it in either case.
 * @param of the session that it opens
 */
export function remember(wanted: boolean, of: string = session()) {
  const secret = token(of);
  if (secret !== null) sessionStorage.setItem(kept(of), secret);
  if (wanted && secret !== null) return localStorage.setItem(kept(of), secret);
  for (const name of [kept(of), seen(of), pictured(of)]) localStorage.removeItem(name);
}

const seen = (of: string) => `${STORE}.seen.${of}`;

/** The newest version when the page was left last, at a seat: by this window, or by the browser if it keeps the seat; else 0. */
export const seenUntil = (of = session()) => Number(own(seen(of), of));

/**
 * @param version the newest now that the page is left
 * @param of the session
 */
export function keepSeen(version: number, of: string = session()) {
  if (token(of) !== null) keepOwn(seen(of), String(version), of);
}

/**
 * @param secret null forgets it
 * @param of the session that it opens
 */
export function keepToken(secret: string | null, of: string = session()) {
  if (secret === null) {
    if (isRemembered(of)) remember(false, of);
    for (const name of [kept(of), seen(of), pictured(of)]) sessionStorage.removeItem(name);
  } else sessionStorage.setItem(kept(of), secret);
}

/** The seat to act as, where a token holds several: of this window too. */
export const seat = (): string | null => sessionStorage.getItem(`${STORE}.seat.${session()}`);

export const keepSeat = (chosen: string) => sessionStorage.setItem(`${STORE}.seat.${session()}`, chosen);

/** Whether this window has put off the end of its token. */
export const isRenewed = () => sessionStorage.getItem(renewedBy()) !== null;

export const renewed = () => sessionStorage.setItem(renewedBy(), "1");

const renewedBy = () => `${STORE}.renewed.${session()}`;

/**
 * Mark a session as a trial, only in this window: nothing else has its bots' tokens.
 * @param of the session
 */
export const keepTrial = (trial: unknown, of: string = session()) => sessionStorage.setItem(trying(of), JSON.stringify(trial));

/** @returns the kept trial, or null */
export const trial = (): any => JSON.parse(sessionStorage.getItem(trying(session())) ?? "null");

/** How the picture was kept: by this window, or by the browser if it keeps the seat. */
export const pictureKept = () => JSON.parse(own(pictured(session())) ?? "{}");

/** @param how versions and places, and no word that somebody wrote */
export const keepPicture = (how: unknown) => keepOwn(pictured(session()), JSON.stringify(how));

/**
 * A kept value of the seat of this window: the browser may keep a value of another seat.
 * @param of the session
 */
const own = (name: string, of: string = session()) =>
  (isRemembered(of) ? localStorage.getItem(name) : null) ?? sessionStorage.getItem(name);

/** @param of the session */
const keepOwn = (name: string, value: string, of: string = session()) =>
  (isRemembered(of) ? localStorage : sessionStorage).setItem(name, value);

const pictured = (of: string) => `${STORE}.picture.${of}`;
const trying = (of: string) => `${STORE}.trial.${of}`;
const kept = (of: string) => `${STORE}.token.${of}`;
const asked = (ask: string) => `${STORE}.ask.${ask}`;
const invited = (of: string) => `${STORE}.invited.${of}`;

/** The kept values under names that begin so, each with the rest of its name. */
const under = (store: Storage, prefix: string): [string, string][] =>
  Object.keys(store)
    .filter((name) => name.startsWith(prefix))
    .map((name) => [name.slice(prefix.length), store.getItem(name) ?? ""]);

/** The value of a name behind the `#` of the address. */
const hinted = (name: string) => new URLSearchParams(location.hash.slice(1)).get(name);

const query = () => new URLSearchParams(location.search);

// Your tables: every session that a token of this window or this browser opens, with the current turn and the last event.

import { el, words } from "../kit/dom";
import { listed } from "../kit/text";
import * as address from "../session/address";
import { Api, Problem } from "../session/api";
import { asked, others, turnsOf } from "../session/awaited";
import { BASE } from "../session/base";
import type { Schemas } from "../session/watch";
import { hosting } from "./hosting";

type Session = Schemas["SessionView"];

/** A session with the token that opens it. */
type Own = { session: Session; token: string };

/** The number of sessions in one request. */
const PAGE = 50;
const AGO = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
/** Units of time with their lengths in seconds, the largest first. */
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

export function tables(games: Promise<Schemas["RulesetSummary"][]>): { element: HTMLElement; refresh: () => Promise<void> } {
  const list = el("ul", { class: "tables" });
  const none = el("p", { class: "faint", hidden: true }, "None yet. Open an invitation, or start a table below.");
  const element = el("section", { "aria-labelledby": "tables-heading" }, el("h2", { id: "tables-heading" }, "Your tables"), list, none);
  const refresh = async () => {
    const titles = new Map((await games).map(({ name, title }) => [name, title]));
    const found = await everywhere();
    list.replaceChildren(...found.own.map((one) => card(one, titles)), ...found.lost.map((one) => lostCard(one, refresh)));
    none.hidden = list.childElementCount > 0;
  };
  document.addEventListener("visibilitychange", () => !document.hidden && refresh());
  refresh();
  return { element, refresh };
}

/** The tables that the tokens open, first those that wait for you; and the problems of tokens that open nothing. */
async function everywhere() {
  const tokens = address.tokens();
  const own: Map<string, Own> = new Map();
  const lost: { of: string; problem: Problem }[] = [];
  for (const token of new Set(tokens.values()))
    for (const session of await opened(token)) own.set(session.session, { session, token: tokens.get(session.session) ?? token });
  for (const [of, token] of tokens) {
    if (of && own.has(of)) continue;
    const api = new Api(of, token);
    const problem = await (of ? api.read("") : api.get("/v1/sessions?limit=1")).then(
      (session) => void (of && own.set(of, { session, token })),
      ofProblem,
    );
    if (problem) lost.push({ of, problem });
  }
  return { own: [...own.values()].toSorted((one, other) => Number(isMine(other)) - Number(isMine(one))), lost };
}

/** The sessions that a token opens; empty if it opens none. */
async function opened(token: string): Promise<Session[]> {
  const api = new Api("", token);
  const found = [];
  let after: string | null = "";
  do {
    const page: Schemas["SessionsView"] = await api.get(`/v1/sessions?limit=${PAGE}${after && `&after=${after}`}`).catch(ofProblem);
    if (page instanceof Problem) return found;
    found.push(...page.sessions);
    after = page.next_after;
  } while (after);
  return found;
}

function ofProblem(error: unknown) {
  if (error instanceof Problem) return error;
  throw error;
}

const waits = (session: Session) => session.awaited.filter(({ seats }) => session.your_seats.some((seat) => seats.includes(seat)));

const isMine = ({ session }: Own) => turnsOf(waits(session)).length > 0;

/** @param titles the titles of games by name */
function card(own: Own, titles: Map<string, string>) {
  const { session, token } = own;
  const { session: of, title, ruleset, seats, your_seats: mine } = session;
  const keep = () => address.keepToken(token, of);
  const names = seats.filter(({ id }) => mine.includes(id)).map(({ name }) => name);
  const last = el("p", { class: "faint last" }, " ");
  newest(own).then((nodes) => last.replaceChildren(...nodes));
  return el(
    "li",
    { class: isMine(own) ? "card mine" : "card" },
    el("h3", {}, el("a", { href: address.page(of), onclick: keep, onauxclick: keep }, words(title))),
    el("p", {}, titles.get(ruleset) ?? ruleset, names.length ? [", as ", words(listed(names))] : ", looking on"),
    el("p", { class: isMine(own) ? "turn" : null }, words(asked(waits(session)) || others(session))),
    last,
    remembering(own),
    seats.some(({ id, kind }) => kind === "gm" && mine.includes(id)) && hosting(new Api(of, token), title),
  );
}

/** The last event of a table, with its age; empty if it cannot be read. */
async function newest({ session, token }: Own): Promise<(Node | string)[]> {
  const api = new Api(session.session, token);
  const page: Schemas["EventsView"] | Problem = await api.read("/events", { before: session.version + 1, limit: 1 }).catch(ofProblem);
  const [event] = page instanceof Problem ? [] : page.events;
  if (!event) return [];
  const { at, ruling } = event.event;
  return [el("time", { datetime: at }, ago(at)), ": ", words(ruling.sentence)];
}

function ago(at: string) {
  const seconds = (Date.parse(at) - Date.now()) / 1000;
  const [unit, many] = UNITS.find(([, many]) => -seconds >= many) ?? [];
  return unit && many ? AGO.format(Math.round(seconds / many), unit) : "just now";
}

function remembering({ session: { session: of, title }, token }: Own) {
  const box = el("input", { type: "checkbox", checked: address.isRemembered(of), "aria-label": `Keep ${title} in this browser` });
  box.addEventListener("change", () => {
    address.keepToken(token, of);
    address.remember(box.checked, of);
  });
  return el("label", { class: "pair hint" }, box, "Keep in this browser");
}

/** The card of a table whose token no longer opens it. */
function lostCard({ of, problem }: { of: string; problem: Problem }, refresh: () => void) {
  const forget = () => {
    address.keepToken(null, of);
    refresh();
  };
  const why = problem.status === 401 ? "Its token has ended or was revoked." : problem.message;
  const gone = problem.status === 0 ? null : el("button", { type: "button", onclick: forget }, "Forget the table");
  const back = problem.status === 401 || problem.status === 404 ? el("a", { href: `${BASE}/docs/lost-token` }, "Get back in") : null;
  return el(
    "li",
    { class: "card lost" },
    el("h3", {}, "A table that you cannot open"),
    el("p", {}, words(why)),
    el("p", { class: "actions" }, gone, back),
  );
}

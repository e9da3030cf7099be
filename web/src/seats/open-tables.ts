// Tables that look for players: ask for a seat, and see the answers to your requests.

import { el, words } from "../kit/dom";
import * as address from "../session/address";
import { Api, Problem } from "../session/api";
import { Sending } from "../session/sending";
import type { Schemas } from "../session/watch";
import { asking } from "./form";
import { languageOf } from "./languages";

type OpenTable = Schemas["OpenTableView"];
type Ask = Schemas["AskView"];

export function openTables(games: Promise<Schemas["RulesetSummary"][]>) {
  const own = el("ul", { class: "tables" });
  const list = el("ul", { class: "tables" });
  const more = el("button", { type: "button", hidden: true }, "More tables");
  const heading = el("h2", { id: "open-heading" }, "Tables that look for players");
  const section = el("section", { "aria-labelledby": "open-heading", hidden: true }, heading, own, list, more);
  const show = () => {
    section.hidden = own.childElementCount + list.childElementCount === 0;
  };
  const refreshOwn = async () => {
    own.replaceChildren(...(await asked()).map((one) => ownCard(one, refreshOwn)));
    show();
  };
  const read = async (after: string) => {
    const titles = new Map((await games).map(({ name, title }) => [name, title]));
    const page: Schemas["OpenTablesView"] = await new Api("", null).get(`/v1/tables${after && `?after=${encodeURIComponent(after)}`}`);
    list.append(...page.tables.map((table) => card(table, titles, refreshOwn)));
    more.hidden = page.next_after === null;
    more.onclick = () => read(page.next_after ?? "");
    show();
  };
  read("");
  refreshOwn();
  return section;
}

/**
 * A listed table with a form to ask for a seat there.
 * @param titles the titles of games by name
 * @param refresh reads and shows the requests of this window again
 */
function card(table: OpenTable, titles: Map<string, string>, refresh: () => Promise<void>) {
  const { title, ruleset, host, free_seats: free, seats, language, plays, about } = table;
  const form = el("details", {}, el("summary", {}, "Ask for a seat"), asks(table, refresh));
  return el(
    "li",
    { class: "card", dir: "auto" },
    el("h3", {}, words(title)),
    el("p", {}, titles.get(ruleset) ?? ruleset, host ? [", hosted by ", words(host)] : ""),
    el("p", {}, `${free} of ${seats} seats free, in ${languageOf(language)}`, plays ? [". Plays: ", words(plays)] : ""),
    about && el("p", {}, words(about)),
    form,
  );
}

function asks({ table, title }: OpenTable, refresh: () => Promise<void>) {
  const name = el("input", { id: `ask-name-${table}`, required: true, maxlength: 100, dir: "auto", autocomplete: "nickname" });
  const note = el("input", { id: `ask-note-${table}`, maxlength: 100, dir: "auto", autocomplete: "off" });
  const sending = new Sending(new Api("", null));
  const fields = [
    el("label", { for: `ask-name-${table}` }, "Your name at the table"),
    name,
    el("label", { for: `ask-note-${table}` }, "A note for the host"),
    note,
    el("p", { class: "hint" }, "You can leave the note empty. This window keeps your request. The host accepts or declines it."),
  ];
  const form = asking(`Ask for a seat at ${title}`, fields, "Ask", `ask-said-${table}`, async () => {
    const body = { name: name.value.trim(), ...(note.value.trim() && { note: note.value.trim() }) };
    const { ask, token }: Schemas["AskedView"] = await sending.post(`/v1/tables/${table}/asks`, body);
    address.keepAsk(ask, token);
    form.replaceWith(el("p", { role: "status" }, "You have asked for a seat. The answer will be shown above."));
    await refresh();
  });
  form.querySelector("h3")?.remove();
  return form;
}

/** The requests of this window, each with its token. The window forgets ended requests, but keeps requests that cannot be read now. */
async function asked(): Promise<{ ask: Ask; token: string }[]> {
  const found = [];
  for (const [id, token] of address.asks()) {
    try {
      const { asks }: Schemas["OwnAsksView"] = await new Api("", token).get("/v1/asks");
      const ask = asks.find(({ ask }) => ask === id);
      if (ask) found.push({ ask, token });
      else address.keepAsk(id, null);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status === 401) address.keepAsk(id, null);
    }
  }
  return found;
}

/** The card of a request of this window, with its state. */
function ownCard({ ask, token }: { ask: Ask; token: string }, refresh: () => Promise<void>) {
  const forget = () => {
    address.keepAsk(ask.ask, null);
    return refresh();
  };
  const withdraw = () => new Api("", token).ask("DELETE", `/v1/asks/${ask.ask}`).then(forget, refresh);
  const enter = () => {
    address.keepToken(token, ask.session ?? "");
    address.keepAsk(ask.ask, null);
    location.assign(address.page(ask.session ?? ""));
  };
  const [said, label, does] = {
    waiting: ["Your request waits for the host.", "Withdraw the request", withdraw],
    let_in: ["The host has given you a seat.", "Go to the table", enter],
    declined: ["The host has no seat for you.", "Dismiss", forget],
  }[ask.state];
  return el(
    "li",
    { class: ask.state === "let_in" ? "card mine" : "card" },
    el("h3", {}, words(ask.title)),
    el("p", { class: "turn", role: "status" }, String(said)),
    el("p", { class: "actions" }, el("button", { type: "button", onclick: does }, String(label))),
  );
}

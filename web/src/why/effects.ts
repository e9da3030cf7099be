// Effects: the changes of an event. Moved tokens have their own table.

import { el, words } from "../kit/dom";
import { list } from "../kit/list";
import { inWords } from "../kit/text";
import { rulePage } from "../session/base";
import type { Reading } from "../session/fields";
import { told } from "../session/fields";
import type { Schemas } from "../session/watch";

type Entry = Schemas["EntryView"];

/** The name of the effect that moves tokens. */
const TOKENS = "tokens_moved";
const ROWS = 30;

export function changed(reading: Reading, view: Schemas["EventView"]): HTMLElement {
  const { effects } = view.event;
  const part = el("section", {}, el("h3", {}, "Changes"));
  const others = effects.filter(({ effect }) => effect !== TOKENS);
  const moved = effects.filter(({ effect }) => effect === TOKENS) as unknown as Entry[];
  if (others.length) part.append(list(others, (effect) => one(reading, effect), { first: 8, class: "effects" }));
  else if (!moved.length) part.append(el("p", { class: "faint" }, "Nothing else: the event is only recorded."));
  if (moved.length) part.append(tokens(reading, moved));
  return part;
}

function one(reading: Reading, { effect, ...fields }: { effect: string }) {
  return el("li", {}, el("strong", {}, inWords(effect)), told(reading, fields));
}

function tokens({ watch, names }: Reading, moved: Entry[]) {
  const rule = (id: string) => el("a", { href: rulePage(watch.ruleset.name, id) }, el("code", {}, id));
  const rows = moved
    .slice(0, ROWS)
    .map(({ source, target, amount, token, reason, rule: id }) =>
      el(
        "tr",
        {},
        el("td", {}, names.tag(source), " → ", names.tag(target)),
        el("td", {}, `${amount} ${inWords(token)}`),
        el("td", {}, words(reason), " ", rule(id)),
      ),
    );
  const heads = ["From → to", "Tokens", "Why"].map((head) => el("th", { scope: "col" }, head));
  const table = el("table", {}, el("caption", {}, "Tokens moved"), el("thead", {}, el("tr", {}, heads)), el("tbody", {}, rows));
  const left = moved.length - rows.length;
  return el("div", {}, table, left > 0 ? el("p", { class: "faint" }, `${left} more: all of them are in the ledger.`) : null);
}

// The panel of banks: the tokens of each account, their history, and the ledger's entries for each number.

import { el } from "../kit/dom";
import { listed } from "../kit/list";
import { table } from "../kit/table";
import { signed } from "../kit/text";
import type { Names } from "../session/names";
import { namesAt } from "../session/names";
import { panel } from "../session/panel";
import type { Schemas, Watch } from "../session/watch";
import { behind } from "./entries";
import { Ledger } from "./ledger";
import { History } from "./over-time";

/** The banks at a version and at the one before, and the movements between them. */
export type Held = {
  version: number;
  now: Schemas["BanksView"];
  before: Schemas["BanksView"] | null;
  moved: Schemas["EntryView"][];
  names: Names;
};

/** A number that somebody has chosen to see its entries. */
export type Chosen = { account: string; token: string };

export function banks(place: HTMLElement, watch: Watch) {
  const ledger = new Ledger(watch.api);
  const history = new History(ledger, watch);
  const holdings = el("div");
  const made = el("div", { id: "behind", tabindex: -1 });
  const parts = [el("h2", {}, "Banks"), holdings, made, history.place];
  let chosen: Chosen | null = null;
  let shown: Held | null = null;

  const explain = () => {
    const hadFocus = made.contains(document.activeElement);
    if (shown) made.replaceChildren(...(chosen ? [behind(ledger, chosen, shown, watch)] : []));
    if (hadFocus) made.focus();
  };
  const choose = (next: Chosen) => {
    chosen = isSame(chosen, next) ? null : next;
    for (const button of holdings.querySelectorAll("button"))
      button.setAttribute("aria-expanded", String(chosen !== null && button.dataset.key === keyOf(chosen)));
    explain();
    if (chosen) made.focus();
  };

  panel(place, watch, async ({ version }, signal) => {
    const held = await read(watch, version, signal);
    if (signal.aborted) return;
    shown = held;
    if (!parts[0]?.isConnected) place.replaceChildren(...parts);
    const hadFocus = holdings.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    holdings.replaceChildren(...holding(held, chosen, choose), ...moves(held));
    if (hadFocus) (holdings.querySelector(`[data-key="${CSS.escape(hadFocus)}"]`) as HTMLElement | null)?.focus();
    await ledger.upTo(watch.head, (read) => history.waits(read, watch.head));
    if (signal.aborted) return;
    await history.show(held);
    explain();
  });
}

async function read(watch: Watch, version: number, signal: AbortSignal): Promise<Held> {
  const [now, before, ledger, names] = await Promise.all([
    watch.api.read("/banks", { at: version }, signal),
    version > 1 ? watch.api.read("/banks", { at: version - 1 }, signal) : null,
    watch.api.read("/ledger", { at: version, after: version - 1, limit: 1 }, signal),
    namesAt(watch, version),
  ]);
  return { version, now, before, moved: ledger.entries, names };
}

/** The tokens of each account. Each number is a button that shows its entries. */
function holding({ version, now, before, names }: Held, chosen: Chosen | null, choose: (chosen: Chosen) => void) {
  const rows = [...now.accounts, ...(Object.keys(now.bank).length ? [{ account: "bank", tokens: now.bank }] : [])];
  const kinds = [...new Set(rows.flatMap(({ tokens }) => Object.keys(tokens)))];
  if (!kinds.length) return [el("p", {}, "Nobody holds any tokens at this version.")];
  const was = (account: string, token: string) =>
    (account === "bank" ? before?.bank : before?.accounts.find((one) => one.account === account)?.tokens)?.[token] ?? 0;
  const cell = (account: string, token: string, amount: number | undefined) => {
    if (amount === undefined) return null;
    const own = { account, token };
    const label = `${names.of(account)}: ${amount} ${token}`;
    const state = { "aria-label": label, "aria-expanded": isSame(chosen, own), "aria-controls": "behind" };
    const button = el("button", { type: "button", class: "amount", "data-key": keyOf(own), ...state, onclick: () => choose(own) }, amount);
    return el("span", {}, button, change(before ? amount - was(account, token) : 0));
  };
  const lines = rows.map(({ account, tokens }) => [names.tag(account), ...kinds.map((kind) => cell(account, kind, tokens[kind]))]);
  return [table(`Tokens of each account at version ${version}`, ["Account", ...kinds], lines)];
}

/** The change of a number at this step; null if there is none. */
const change = (by: number) => (by ? el("strong", { class: "news" }, ` ${signed(by)}`) : null);

/** The movements of this step, with their reasons. */
function moves({ moved, names }: Held) {
  if (!moved.length) return [el("p", { class: "faint" }, "No tokens moved at this step.")];
  const told = moved.map(({ amount, token, source, target, reason }) => [
    `${amount} ${token}: `,
    names.tag(source),
    " → ",
    names.tag(target),
    `, ${reason}`,
  ]);
  return [el("h3", {}, "At this step"), listed(told) ?? ""];
}

const keyOf = ({ account, token }: Chosen) => `${account} ${token}`;

const isSame = (one: Chosen | null, other: Chosen) => one !== null && keyOf(one) === keyOf(other);

// Banks: who holds what, how that came to be, and the ledger behind each number.

import { el } from "../kit/dom.js";
import { listed } from "../kit/list.js";
import { table } from "../kit/table.js";
import { signed } from "../kit/text.js";
import { namesAt } from "../session/names.js";
import { panel } from "../session/panel.js";
import { behind } from "./entries.js";
import { Ledger } from "./ledger.js";
import { History } from "./over-time.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/names.js").Names} Names */

/**
 * The banks at a version and at the one before, and what moved between them.
 * @typedef {{version: number, now: Schemas["BanksView"], before: Schemas["BanksView"] | null, moved: Schemas["EntryView"][], names: Names}} Held
 */

/**
 * A number that somebody has chosen, to see what it is made of.
 * @typedef {{account: string, token: string}} Chosen
 */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function banks(place, watch) {
  const ledger = new Ledger(watch.api);
  const history = new History(ledger, watch);
  const holdings = el("div");
  const made = el("div", { id: "behind", tabindex: -1 });
  const parts = [el("h2", {}, "Banks"), holdings, made, history.place];
  /** @type {Chosen | null} */
  let chosen = null;
  /** @type {Held | null} */
  let shown = null;

  const explain = () => {
    const hadFocus = made.contains(document.activeElement);
    if (shown) made.replaceChildren(...(chosen ? [behind(ledger, chosen, shown, watch)] : []));
    if (hadFocus) made.focus();
  };
  const choose = (/** @type {Chosen} */ next) => {
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
    if (hadFocus) /** @type {HTMLElement | null} */ (holdings.querySelector(`[data-key="${CSS.escape(hadFocus)}"]`))?.focus();
    await ledger.upTo(watch.head, (read) => history.waits(read, watch.head));
    if (signal.aborted) return;
    await history.show(held);
    explain();
  });
}

/**
 * @param {Watch} watch
 * @param {number} version
 * @param {AbortSignal} signal
 * @returns {Promise<Held>}
 */
async function read(watch, version, signal) {
  const [now, before, ledger, names] = await Promise.all([
    watch.api.read("/banks", { at: version }, signal),
    version > 1 ? watch.api.read("/banks", { at: version - 1 }, signal) : null,
    watch.api.read("/ledger", { at: version, after: version - 1, limit: 1 }, signal),
    namesAt(watch, version),
  ]);
  return { version, now, before, moved: ledger.entries, names };
}

/**
 * Who holds what; each number is a button that shows what it is made of.
 * @param {Held} held
 * @param {Chosen | null} chosen
 * @param {(chosen: Chosen) => void} choose
 */
function holding({ version, now, before, names }, chosen, choose) {
  const rows = [...now.accounts, ...(Object.keys(now.bank).length ? [{ account: "bank", tokens: now.bank }] : [])];
  const kinds = [...new Set(rows.flatMap(({ tokens }) => Object.keys(tokens)))];
  if (!kinds.length) return [el("p", {}, "Nobody holds any tokens at this version.")];
  const was = (/** @type {string} */ account, /** @type {string} */ token) =>
    (account === "bank" ? before?.bank : before?.accounts.find((one) => one.account === account)?.tokens)?.[token] ?? 0;
  const cell = (/** @type {string} */ account, /** @type {string} */ token, /** @type {number | undefined} */ amount) => {
    if (amount === undefined) return null;
    const own = { account, token };
    const label = `${names.of(account)}: ${amount} ${token}`;
    const state = { "aria-label": label, "aria-expanded": isSame(chosen, own), "aria-controls": "behind" };
    const button = el("button", { type: "button", class: "amount", "data-key": keyOf(own), ...state, onclick: () => choose(own) }, amount);
    return el("span", {}, button, change(before ? amount - was(account, token) : 0));
  };
  const lines = rows.map(({ account, tokens }) => [names.tag(account), ...kinds.map((kind) => cell(account, kind, tokens[kind]))]);
  return [table(`Who holds what at version ${version}`, ["Account", ...kinds], lines)];
}

/**
 * How a number changed at this step.
 * @param {number} by
 */
const change = (by) => (by ? el("strong", { class: "news" }, ` ${signed(by)}`) : null);

/**
 * What moved at this step, and why.
 * @param {Held} held
 */
function moves({ moved, names }) {
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

/** @param {Chosen} chosen */
const keyOf = ({ account, token }) => `${account} ${token}`;

/**
 * @param {Chosen | null} one
 * @param {Chosen} other
 */
const isSame = (one, other) => one !== null && keyOf(one) === keyOf(other);

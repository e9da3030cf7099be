// Banks over time: a plot of the tokens of each account, for one kind of tokens or for all, with the same data as a table.

import { el } from "../kit/dom";
import { table } from "../kit/table";
import { versionLink } from "../session/links";
import type { Names } from "../session/names";
import { namesAt } from "../session/names";
import type { Watch } from "../session/watch";
import type { Held } from "./banks";
import type { Ledger, Step } from "./ledger";
import { amountAt, together } from "./ledger";
import type { Line } from "./plot";
import { Plot, sample } from "./plot";

/** The maximum number of lines that readers can distinguish. All other accounts share one more line. */
const LINES = 8;
/** Accounts that belong to nobody, such as escrows, have separate lines if there are at most so many of a sort. */
const FEW = 2;
const ALL = "all kinds together";
/** The shared name of all accounts of a sort. */
const SORTS = { fnol: "GM's budgets", escrow: "escrows", bribe: "bribes", aspect: "aspects", hits: "banks of hits" };
/** The sorts of accounts that have their own lines, in this order. */
const OWN = ["seat", "character", "bank"];

export class History {
  drawn = "";
  lines: Line[] = [];
  kind: HTMLSelectElement;
  chart = el("div", { class: "plot" });
  note = el("p", { class: "faint" });
  table = el("div");
  legend = el("ul", { class: "series-names" });
  rows: HTMLDetailsElement;
  place: HTMLElement;
  plot: Plot;
  held: Held | null = null;

  constructor(
    readonly ledger: Ledger,
    readonly watch: Watch,
  ) {
    this.kind = el("select", { id: "plot-kind", onchange: () => this.held && this.show(this.held) });
    this.rows = el("details", { ontoggle: () => this.tell() }, el("summary", {}, "The plot as a table"), this.table);
    this.place = el(
      "section",
      { hidden: true, "aria-label": "Banks over time" },
      el("h3", {}, "Over time"),
      el("div", { class: "choice" }, el("label", { for: "plot-kind" }, "Tokens"), this.kind),
      this.chart,
      this.legend,
      this.note,
      this.rows,
    );
    this.plot = new Plot(this.chart);
  }

  waits(read: number, head: number) {
    if (read < head) this.note.textContent = `Reading the ledger: ${read} of ${head} versions.`;
  }

  async show(held: Held) {
    this.held = held;
    const moved = new Set(this.ledger.entries.map(({ token }) => token));
    const kinds = [...new Set([...Object.keys(held.now.accounts[0]?.tokens ?? {}), ...moved])].filter((kind) => moved.has(kind));
    this.place.hidden = !kinds.length;
    if (!kinds.length) return;
    const options = kinds.length > 1 ? [...kinds, ALL] : kinds;
    if (this.kind.options.length !== options.length) this.kind.replaceChildren(...options.map((kind) => el("option", {}, kind)));
    const wanted = `${this.ledger.version} ${this.kind.value}`;
    if (wanted !== this.drawn) this.draw(await namesAt(this.watch, this.ledger.version));
    this.drawn = wanted;
    this.plot.mark(held.version);
  }

  /** @param names at the newest version, which has the names of all accounts */
  draw(names: Names) {
    const { ledger, kind, watch } = this;
    this.lines = lines(ledger, kind.value === ALL ? null : kind.value, names);
    const rewinds = [...ledger.rewinds.keys()];
    const go = (version: number) => watch.go(version);
    this.plot.show(
      { lines: this.lines, head: ledger.version, left: ledger.branches, rewinds, go },
      `${kind.value} of each account, version 1 to ${ledger.version}`,
    );
    this.legend.replaceChildren(...this.lines.map((line, n) => el("li", {}, sample(line, n), " ", el("bdi", {}, line.name))));
    this.note.textContent = rewinds.length ? "Upright dashes are rewinds. Undone versions are shaded." : "";
    this.tell();
  }

  /** Fill the table if it is open. */
  tell() {
    if (!this.rows.open) return;
    const versions = [...new Set(this.lines.flatMap(({ steps }) => steps.map(({ version }) => version)))].sort((one, other) => one - other);
    const rows = versions.map((version) => () => [
      versionLink(this.watch, version),
      ...this.lines.map(({ steps }) => amountAt(steps, version)),
    ]);
    this.table.replaceChildren(table(`Versions that moved ${this.kind.value}`, ["Version", ...this.lines.map(({ name }) => name)], rows));
  }
}

/**
 * A line for each account: seats and characters first, then those that held the most. Accounts below zero, which are only sources of
 * tokens, are left out.
 */
function lines(ledger: Ledger, token: string | null, names: Names): Line[] {
  const found = [...ledger.held.keys()]
    .map((account) => ({ account, steps: ledger.steps(account, token) }))
    .filter(({ steps }) => steps.length && steps.every(({ amount }) => amount >= 0));
  const sorts = Map.groupBy(found, ({ account }) => account.split(":")[0] ?? "");
  const shown = [...sorts].flatMap(([sort, accounts]) => {
    if (OWN.includes(sort) || accounts.length <= FEW)
      return accounts.map(({ account, steps }) => ({ account, name: names.of(account), colour: names.colour(account), steps }));
    return [
      {
        account: sort,
        name: `${accounts.length} ${SORTS[(sort as keyof typeof SORTS)] ?? `of ${sort}`}`,
        colour: "",
        steps: together(accounts.map(({ steps }) => steps)),
      },
    ];
  });
  shown.sort((one, other) => rank(one.account) - rank(other.account) || most(other.steps) - most(one.steps));
  const rest = shown.length > LINES + 1 ? shown.splice(LINES) : [];
  return rest.length ? [...shown, { name: `${rest.length} others`, colour: "", steps: together(rest.map(({ steps }) => steps)) }] : shown;
}

function rank(account: string) {
  const [kind = "", id = ""] = account.split(":");
  const place = OWN.indexOf(kind);
  return (place < 0 ? 9 : place) * 1000 + Number(id.slice(1) || 0);
}

const most = (steps: Step[]) => steps.reduce((found, { amount }) => Math.max(found, amount), 0);

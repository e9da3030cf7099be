// The ledger: every movement of tokens, and the tokens of each account at any version.

import type { Api } from "../session/api";
import type { Schemas } from "../session/watch";

export type Entry = Schemas["EntryView"];
/** From a version on an account holds this much, until the next step. */
export type Step = { version: number; amount: number };

/** Events that one request reads through; the server takes no more. */
const PAGE = 5000;
/** Requests at once: a long log is read in a moment, and nobody else is kept waiting. */
const AT_ONCE = 2;
const NONE = [] as Step[];

/**
 * The tokens in a whole log. A rewind makes the play of an earlier version current again: every account has its tokens of that version, and
 * the entries between do not count. `rewinds` holds the targets.
 */
export class Ledger {
  /** In the order of the log. */
  entries: Entry[] = [];
  /** Which version each rewind went to, by its own. */
  rewinds: Map<number, number> = new Map();
  /** Branches that were left, as the newest version sees them. */
  branches: Schemas["Branch"][] = [];
  /** The newest version that was read. */
  version = 0;
  /** By account and kind of token. */
  held: Map<string, Map<string, Step[]>> = new Map();
  reading = Promise.resolve();

  constructor(readonly api: Api) {}

  /**
   * Read on to a version. Several callers wait for the same requests.
   * @param told receives the progress
   */
  upTo(head: number, told: (version: number) => void) {
    this.reading = this.reading.catch(() => {}).then(() => (head > this.version ? this.read(head, told) : undefined));
    return this.reading;
  }

  async read(head: number, told: (version: number) => void) {
    const timeline: Schemas["TimelineView"] = await this.api.read("/timeline", { at: head });
    const found: Entry[] = [];
    for (let after = this.version; after < head; after += PAGE * AT_ONCE) {
      const starts = Array.from({ length: AT_ONCE }, (_, n) => after + n * PAGE).filter((start) => start < head);
      const pages = await Promise.all(starts.map((start) => this.api.read("/ledger", { at: head, after: start, limit: PAGE })));
      for (const page of pages) found.push(...page.entries);
      told(Math.min(after + PAGE * AT_ONCE, head));
    }
    const rewinds = timeline.rewinds.filter(({ version }) => version > this.version);
    this.branches = timeline.branches;
    this.fold(found, rewinds);
    this.version = head;
  }

  fold(entries: Entry[], rewinds: Schemas["Rewinding"][]) {
    const left = [...rewinds];
    for (const entry of entries) {
      while (left[0] && left[0].version <= entry.version) this.goBack(left.shift());
      this.entries.push(entry);
      this.move(entry.source, entry, -entry.amount);
      this.move(entry.target, entry, entry.amount);
    }
    for (const rewind of left) this.goBack(rewind);
  }

  goBack(rewind: Schemas["Rewinding"] | undefined) {
    if (!rewind) return;
    this.rewinds.set(rewind.version, rewind.to);
    for (const kinds of this.held.values()) {
      for (const steps of kinds.values()) change(steps, rewind.version, amountAt(steps, rewind.to));
    }
  }

  move(account: string, { version, token }: Entry, by: number) {
    const kinds = this.held.get(account) ?? new Map();
    const steps = kinds.get(token) ?? [];
    this.held.set(account, kinds.set(token, steps));
    change(steps, version, (steps.at(-1)?.amount ?? 0) + by);
  }

  /** How many tokens of a kind, or with null of all kinds, an account held over time. */
  steps(account: string, token: string | null): Step[] {
    const kinds = this.held.get(account);
    return token === null ? together([...(kinds?.values() ?? [])]) : (kinds?.get(token) ?? NONE);
  }

  /** The entries that a number is the sum of, the newest first: those on the way of play to a version. */
  behind(account: string, token: string, version: number): Entry[] {
    const ways = this.ways(version);
    const counts = (entry: Entry) => ways.some(([first, last]) => first <= entry.version && entry.version <= last);
    const own = this.entries.filter((entry) => entry.token === token && (entry.source === account || entry.target === account));
    return own.filter(counts).reverse();
  }

  /** The versions on the way of play to a version, rewinds among them, as [first, last], the newest first. */
  ways(version: number) {
    const rewinds = [...this.rewinds.keys()];
    const found: [number, number][] = [];
    for (let last = version; last > 0; ) {
      const own = rewinds.findLast((rewind) => rewind <= last);
      found.push([own ?? 1, last]);
      last = own === undefined ? 0 : (this.rewinds.get(own) ?? 0);
    }
    return found;
  }
}

/** Several accounts, or kinds, taken together. */
export function together(parts: Step[][]): Step[] {
  const changes = parts.flatMap((steps) => steps.map(({ version, amount }, n) => ({ version, by: amount - (steps[n - 1]?.amount ?? 0) })));
  const sum: Step[] = [];
  for (const { version, by } of changes.sort((one, other) => one.version - other.version)) {
    change(sum, version, (sum.at(-1)?.amount ?? 0) + by);
  }
  return sum;
}

export function amountAt(steps: Step[], version: number) {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.version ?? 0) <= version) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1]?.amount ?? 0;
}

function change(steps: Step[], version: number, amount: number) {
  const last = steps.at(-1);
  if (last?.version === version) last.amount = amount;
  else if (amount !== (last?.amount ?? 0)) steps.push({ version, amount });
}

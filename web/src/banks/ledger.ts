// The ledger: every movement of tokens, and the tokens of each account at any version.

import type { Api } from "../session/api";
import type { Schemas } from "../session/watch";

export type Entry = Schemas["EntryView"];
/** The amount that an account holds from this version on, until the next step. */
export type Step = { version: number; amount: number };

/** The number of events that one request covers, which is the server's maximum. */
const PAGE = 5000;
/** The number of parallel requests: enough to read a long log quickly, without delaying other people's requests. */
const AT_ONCE = 2;
const NONE = [] as Step[];

/**
 * The tokens in a whole log. A rewind makes the play of an earlier version current again: every account has its tokens of that version. The
 * entries between that version and the rewind do not count.
 */
export class Ledger {
  /** In the order of the log. */
  entries: Entry[] = [];
  /** The target version of each rewind, keyed by the rewind's own version. */
  rewinds: Map<number, number> = new Map();
  /** The branches that rewinds left, at the newest version. */
  branches: Schemas["Branch"][] = [];
  /** The newest version that was read. */
  version = 0;
  /** The amounts over time, by account and kind of token. */
  held: Map<string, Map<string, Step[]>> = new Map();
  reading = Promise.resolve();

  constructor(readonly api: Api) {}

  /**
   * Read the entries up to a version. Callers at the same time share the requests.
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

  /**
   * How many tokens an account held over time.
   * @param token the kind; null for all kinds together
   */
  steps(account: string, token: string | null): Step[] {
    const kinds = this.held.get(account);
    return token === null ? together([...(kinds?.values() ?? [])]) : (kinds?.get(token) ?? NONE);
  }

  /** The entries whose sum is an account's number at a version, the newest first. Undone entries are left out. */
  behind(account: string, token: string, version: number): Entry[] {
    const ways = this.ways(version);
    const counts = (entry: Entry) => ways.some(([first, last]) => first <= entry.version && entry.version <= last);
    const own = this.entries.filter((entry) => entry.token === token && (entry.source === account || entry.target === account));
    return own.filter(counts).reverse();
  }

  /** The ranges of versions that led to a version and are not undone, as [first, last], the newest first. They include rewinds. */
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

/** The sum of several accounts or kinds over time. */
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

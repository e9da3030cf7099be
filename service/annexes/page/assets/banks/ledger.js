// The ledger: every movement of tokens, and what each account held at any version because of them.

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {Schemas["EntryView"]} Entry */
/** @typedef {import("../session/api.js").Api} Api */

/**
 * From a version on an account holds this much, until the next step.
 * @typedef {{version: number, amount: number}} Step
 */

/** Events that one request reads through; the server takes no more. */
const PAGE = 5000;
/** Requests at once: a long log is read in a moment, and nobody else is kept waiting. */
const AT_ONCE = 2;
const NONE = /** @type {Step[]} */ ([]);

/**
 * What a whole log says of tokens. A rewind makes the play of an earlier version current again, so every
 * account holds again what it held then, and what came between counts no more; `rewinds` says where to.
 */
export class Ledger {
  /** @param {Api} api */
  constructor(api) {
    this.api = api;
    /** In the order of the log. @type {Entry[]} */
    this.entries = [];
    /** Which version each rewind went to, by its own. @type {Map<number, number>} */
    this.rewinds = new Map();
    /** Branches that were left, as the newest version sees them. @type {Schemas["Branch"][]} */
    this.branches = [];
    /** The version up to which all is read. */
    this.version = 0;
    /** By account and kind of token. @type {Map<string, Map<string, Step[]>>} */
    this.held = new Map();
    this.reading = Promise.resolve();
  }

  /**
   * Read on to a version; several who ask wait for the same requests.
   * @param {number} head
   * @param {(version: number) => void} told how far it has come
   */
  upTo(head, told) {
    this.reading = this.reading.catch(() => {}).then(() => (head > this.version ? this.read(head, told) : undefined));
    return this.reading;
  }

  /**
   * @param {number} head
   * @param {(version: number) => void} told
   */
  async read(head, told) {
    /** @type {Schemas["TimelineView"]} */
    const timeline = await this.api.read("/timeline", { at: head });
    /** @type {Entry[]} */
    const found = [];
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

  /**
   * @param {Entry[]} entries
   * @param {Schemas["Rewinding"][]} rewinds
   */
  fold(entries, rewinds) {
    const left = [...rewinds];
    for (const entry of entries) {
      while (left[0] && left[0].version <= entry.version) this.goBack(left.shift());
      this.entries.push(entry);
      this.move(entry.source, entry, -entry.amount);
      this.move(entry.target, entry, entry.amount);
    }
    for (const rewind of left) this.goBack(rewind);
  }

  /** @param {Schemas["Rewinding"] | undefined} rewind */
  goBack(rewind) {
    if (!rewind) return;
    this.rewinds.set(rewind.version, rewind.to);
    for (const kinds of this.held.values()) {
      for (const steps of kinds.values()) change(steps, rewind.version, amountAt(steps, rewind.to));
    }
  }

  /**
   * @param {string} account
   * @param {Entry} entry
   * @param {number} by
   */
  move(account, { version, token }, by) {
    const kinds = this.held.get(account) ?? new Map();
    const steps = kinds.get(token) ?? [];
    this.held.set(account, kinds.set(token, steps));
    change(steps, version, (steps.at(-1)?.amount ?? 0) + by);
  }

  /**
   * How many tokens of a kind, or with null of all kinds, an account held over time.
   * @param {string} account
   * @param {string | null} token
   * @returns {Step[]}
   */
  steps(account, token) {
    const kinds = this.held.get(account);
    return token === null ? together([...(kinds?.values() ?? [])]) : (kinds?.get(token) ?? NONE);
  }

  /**
   * The entries that a number is the sum of, the newest first: those on the way of play to a version.
   * @param {string} account
   * @param {string} token
   * @param {number} version
   * @returns {Entry[]}
   */
  behind(account, token, version) {
    const ways = this.ways(version);
    const counts = (/** @type {Entry} */ entry) => ways.some(([first, last]) => first <= entry.version && entry.version <= last);
    const own = this.entries.filter((entry) => entry.token === token && (entry.source === account || entry.target === account));
    return own.filter(counts).reverse();
  }

  /**
   * The versions on the way of play to a version, rewinds among them, as [first, last], the newest first.
   * @param {number} version
   */
  ways(version) {
    const rewinds = [...this.rewinds.keys()];
    /** @type {[number, number][]} */
    const found = [];
    for (let last = version; last > 0; ) {
      const own = rewinds.findLast((rewind) => rewind <= last);
      found.push([own ?? 1, last]);
      last = own === undefined ? 0 : (this.rewinds.get(own) ?? 0);
    }
    return found;
  }
}

/**
 * Several accounts, or kinds, taken together.
 * @param {Step[][]} parts
 * @returns {Step[]}
 */
export function together(parts) {
  const changes = parts.flatMap((steps) => steps.map(({ version, amount }, n) => ({ version, by: amount - (steps[n - 1]?.amount ?? 0) })));
  /** @type {Step[]} */
  const sum = [];
  for (const { version, by } of changes.sort((one, other) => one.version - other.version)) {
    change(sum, version, (sum.at(-1)?.amount ?? 0) + by);
  }
  return sum;
}

/**
 * @param {Step[]} steps
 * @param {number} version
 */
export function amountAt(steps, version) {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.version ?? 0) <= version) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1]?.amount ?? 0;
}

/**
 * @param {Step[]} steps
 * @param {number} version
 * @param {number} amount
 */
function change(steps, version, amount) {
  const last = steps.at(-1);
  if (last?.version === version) last.amount = amount;
  else if (amount !== (last?.amount ?? 0)) steps.push({ version, amount });
}

// Names: what ids, moves and fields are called by people.

/** @typedef {import("./watch.js").Watch} Watch */
/** @typedef {import("./watch.js").Schemas} Schemas */
/** @typedef {string | number | boolean} Plain */

/** Under which of its fields a thing has its name, the best first. */
const NAMED = ["label", "name", "title", "overview", "statement", "condition", "grounds", "text", "reason"];
const NAME_AT_MOST = 60;

/**
 * A name of the API as people say it: `add_limit` is "Add limit".
 * @param {string} name
 */
export const spoken = (name) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("_", " ");

/** @param {Record<string, number> | null | undefined} price */
export const priced = (price) =>
  Object.entries(price ?? {})
    .filter(([, amount]) => amount)
    .map(([token, amount]) => `${amount} ${token}`)
    .join(", ");

/** What everything at the table is called, by its id. */
export class Names {
  /** @type {Map<string, string>} */
  #known = new Map();

  /**
   * Read the names at a version out of all that the seat sees there.
   * @param {Watch} watch
   * @param {number} at
   * @param {AbortSignal} [signal]
   */
  static async at(watch, at, signal) {
    const reads = ["state", "disputes", ...watch.ruleset.reads.filter((read) => read === "network" || read === "sheets")];
    const names = new Names();
    const found = await Promise.all(reads.map((read) => watch.api.read(`/${read}`, { at }, signal)));
    found.forEach((part) => names.#learn(part));
    for (const edge of found.flatMap((part) => part.edges ?? [])) names.#join(edge);
    for (const { id, name } of watch.session.seats) names.#known.set(id, name);
    return names;
  }

  /**
   * What something is called; nothing where it has no name.
   * @param {unknown} id
   * @returns {string | undefined}
   */
  of(id) {
    return typeof id === "string" ? this.#known.get(id) : undefined;
  }

  /**
   * A value in words: the name of what it is the id of, or itself.
   * @param {Plain | null} value
   * @returns {string}
   */
  say(value) {
    if (typeof value === "boolean") return value ? "yes" : "no";
    return this.of(value) ?? String(value ?? "nothing").replaceAll("_", " ");
  }

  /**
   * A choice in words, with its price.
   * @param {Schemas["Choice"]} choice
   */
  choice({ value, label, price }) {
    const name = this.of(value);
    // An edge's label alone does not say which it is; its name, which has its ends too, does.
    const said = name && label && name.startsWith(label) ? name : label || this.say(value);
    return price ? `${said} – ${priced(price) || "free"}` : said;
  }

  /**
   * Take in the names of whatever has an id in what was read.
   * @param {any} part
   */
  #learn(part) {
    if (typeof part !== "object" || part === null) return;
    const id = part.id ?? part.dispute;
    if (typeof id === "string" && !this.#known.has(id)) {
      const name = part.subject?.subject ? subject(part.subject) : NAMED.map((key) => part[key]).find((value) => value && typeof value === "string");
      if (name) this.#known.set(id, short(name));
    }
    // A house rule is known by its id.
    for (const [key, inner] of Object.entries(part)) if (key !== "house_rules") this.#learn(inner);
  }

  /** @param {{id: string, label: string, source: string, target: string}} edge */
  #join({ id, label, source, target }) {
    this.#known.set(id, `${label} (${this.of(source) ?? source} → ${this.of(target) ?? target})`);
  }
}

/**
 * A proposal's subject in words.
 * @param {{subject: string} & Record<string, unknown>} subject
 */
function subject({ subject, ...rest }) {
  const said = Object.values(rest).filter((value) => typeof value === "string" || typeof value === "number");
  return [spoken(subject), ...said].join(" ").trim();
}

/** @param {string} name */
const short = (name) => (name.length > NAME_AT_MOST ? `${name.slice(0, NAME_AT_MOST - 1)}…` : name);

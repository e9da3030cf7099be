// The words of a ruleset: what the JSON Schema of its moves says of each, and of its fields.

/** @typedef {any} Json a JSON Schema, or a part of one */

/** A move or a part of one, as its schema describes it. Where the schema has nothing, there are no words. */
export class Described {
  /**
   * @param {Json} root the whole document, which `$ref` points into
   * @param {Json} [at] the part that this is
   */
  constructor(root, at = root) {
    this.root = root;
    this.at = this.#resolved(at);
  }

  /** Whether it takes any id or text, and not only what it lists. */
  get isOpen() {
    const kinds = [this.at, ...(this.at?.anyOf ?? [])].map((one) => this.#resolved(one));
    return !kinds.some((one) => one?.enum);
  }

  /** What a text has to match. @returns {string | undefined} */
  get pattern() {
    return this.at?.pattern ?? this.at?.anyOf?.find((/** @type {Json} */ one) => one.pattern)?.pattern;
  }

  /**
   * What is said of a field.
   * @param {string} name
   */
  property(name) {
    return new Described(this.root, this.at?.properties?.[name] ?? {});
  }

  /**
   * The shape, out of several, that has these values: of a list's entries where this is a list.
   * @param {Record<string, unknown>} fixed
   * @returns {Described}
   */
  shape(fixed) {
    const here = this.at?.items ? this.#resolved(this.at.items) : this.at;
    const shapes = (here?.anyOf ?? here?.oneOf ?? [here]).map((/** @type {Json} */ one) => this.#resolved(one));
    const fits = (/** @type {Json} */ one) =>
      Object.entries(one?.properties ?? {}).every(([name, { const: is }]) => is === undefined || fixed[name] === is);
    const found = shapes.filter((/** @type {Json} */ one) => one?.properties && fits(one));
    return new Described(this.root, found[0] ?? {});
  }

  /**
   * @param {Json} part
   * @returns {Json}
   */
  #resolved(part) {
    const name = part?.$ref?.split("/").pop();
    if (!name) return part;
    const { $ref: _, ...beside } = part;
    return { ...this.root.$defs[name], ...beside };
  }
}

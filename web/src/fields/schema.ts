// The words of a ruleset: the descriptions of moves and fields in the JSON Schema.

/** a JSON Schema, or a part of one */
type Json = any;

/** A move or a part of one, with its description in the schema. If the schema has none, the words are empty. */
export class Described {
  at: Json;

  /**
   * @param root the whole document, which `$ref` points into
   * @param at the part that this is
   */
  constructor(
    readonly root: Json,
    at: Json = root,
  ) {
    this.at = this.#resolved(at);
  }

  /** Whether it takes any id or text, and not only the listed ones. */
  get isOpen() {
    const kinds = [this.at, ...(this.at?.anyOf ?? [])].map((one) => this.#resolved(one));
    return !kinds.some((one) => one?.enum);
  }

  /** The pattern that a text must match. */
  get pattern(): string | undefined {
    return this.at?.pattern ?? this.at?.anyOf?.find((one: Json) => one.pattern)?.pattern;
  }

  /** The description of a field. */
  property(name: string) {
    return new Described(this.root, this.at?.properties?.[name] ?? {});
  }

  /** The shape, out of several, that has these values. For a list, it is a shape of its entries. */
  shape(fixed: Record<string, unknown>): Described {
    const here = this.at?.items ? this.#resolved(this.at.items) : this.at;
    const shapes = (here?.anyOf ?? here?.oneOf ?? [here]).map((one: Json) => this.#resolved(one));
    const fits = (one: Json) =>
      Object.entries<Json>(one?.properties ?? {}).every(([name, { const: is }]) => is === undefined || fixed[name] === is);
    const found = shapes.filter((one: Json) => one?.properties && fits(one));
    return new Described(this.root, found[0] ?? {});
  }

  #resolved(part: Json): Json {
    const name = part?.$ref?.split("/").pop();
    if (!name) return part;
    const { $ref: _, ...beside } = part;
    return { ...this.root.$defs[name], ...beside };
  }
}

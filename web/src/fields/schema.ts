// The descriptions of a ruleset's moves and fields, from its JSON Schema.

/** A JSON Schema, or a part of one. */
type Json = any;

/** A move or a part of one in the schema. If the schema does not have it, all its properties are empty. */
export class Described {
  at: Json;

  /**
   * @param root the whole schema, which `$ref` points into
   * @param at the described part of the schema
   */
  constructor(
    readonly root: Json,
    at: Json = root,
  ) {
    this.at = this.#resolved(at);
  }

  /** Whether any id or text is accepted, and not only listed ones. */
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

  /** The description of the shape that has these fixed values. For a list, it is a shape of its entries. */
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

// Finds properties that the parts of an allOf give types of which none is common to all.

const typesOf = (schema) => (schema.type === undefined ? null : [schema.type].flat());

export default function allOfConflicts(parts) {
  const common = new Map();
  const results = [];
  for (const part of parts) {
    for (const [name, schema] of Object.entries(part.properties ?? {})) {
      const own = typesOf(schema);
      if (own === null) continue;
      const before = common.get(name) ?? own;
      const both = before.filter((type) => own.includes(type));
      if (both.length === 0) results.push({ message: `no value of \`${name}\` fits all parts` });
      common.set(name, both);
    }
  }
  return results;
}

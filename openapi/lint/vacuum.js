// The rules of vacuum's recommended set that Redocly's strict one has not, written anew from what
// vacuum says of each, under its names. They are all that a media type, a schema or an operation can
// be asked for without a second linter; what vacuum tells as information only is not among them, nor
// that a schema has an example: examples stand at operations, as the document would be a quarter larger.
// Rules that the generator of the document cannot break, such as that every operation has a tag, are left out.

const VERBS = new Set(["get", "head", "post", "put", "patch", "delete", "trace", "connect"]);
// `options` is one of ours: what a seat may do. It is no method there.

const PLAIN = new Set(["string", "number", "integer", "boolean"]);
const CHOICES = ["allOf", "anyOf", "oneOf"];

const typesOf = (schema) => [schema?.type ?? []].flat();
const isPlain = (schema) => typesOf(schema).some((type) => PLAIN.has(type));
const hasExample = (part) => part?.example !== undefined || part?.examples !== undefined;
const saysItself = (part) => hasExample(part) || part?.const !== undefined || part?.default !== undefined;

const everyComponent = (check) => () => ({
  Components(components, { report, location, resolve }) {
    for (const [kind, named] of Object.entries(components)) {
      for (const [name, part] of Object.entries(named)) {
        const { node } = resolve(part);
        const message = check(kind, node ?? part, resolve);
        if (message) report({ message, location: location.child([kind, name]).key() });
      }
    }
  },
});

const componentDescription = everyComponent((_kind, part) => (part.description ? null : "A component says what it is."));

const missingExample = () => ({
  MediaType(media, { report, location, resolve }) {
    const schema = media.schema && (resolve(media.schema).node ?? media.schema);
    if (hasExample(media) || saysItself(schema) || isPlain(schema)) return;
    report({ message: "What is sent and answered has an example.", location });
  },
});

const operationDescription = () => ({
  Operation(operation, { report, location }) {
    if (operation.requestBody && !operation.requestBody.description)
      report({ message: "A body is described.", location: location.child(["requestBody"]) });
  },
});

const noRequestBody = () => ({
  PathItem(item, { report, location }) {
    for (const method of ["get", "head", "delete"])
      if (item[method]?.requestBody) report({ message: "Reads and removals take no body.", location: location.child([method]) });
  },
});

const noVerbsInPath = () => ({
  PathItem(_item, { report, location, key }) {
    if (key.split("/").some((part) => VERBS.has(part.toLowerCase())))
      report({ message: "A path names things, not methods.", location: location.key() });
  },
});

const noRefSiblings = () => ({
  ref(node, { report, location }) {
    const beside = Object.keys(node).filter((name) => !["$ref", "description", "summary"].includes(name));
    if (beside.length) report({ message: `Beside a reference stands ${beside}.`, location });
  },
});

const everySchema = (check) => () => ({
  Schema(schema, { report, location, resolve }) {
    const message = check(schema, resolve);
    if (message) report({ message, location });
  },
});

const noUnnecessaryCombinator = everySchema((schema) =>
  CHOICES.some((name) => schema[name]?.length === 1) ? "A choice or a sum is of several." : null,
);

// vacuum's own option for what Verger does is `type: snake`.
const caseOfProperties = everySchema((schema) => {
  const names = Object.keys(schema.properties ?? {});
  const odd = names.filter((name) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name));
  return odd.length ? `Properties are snake_case: ${odd}.` : null;
});

const nullableEnum = everySchema((schema) =>
  schema.enum && typesOf(schema).includes("null") && !schema.enum.includes(null) ? "An enumeration that takes null lists it." : null,
);

const RULES = {
  "camel-case-properties": caseOfProperties,
  "component-description": componentDescription,
  "no-http-verbs-in-path": noVerbsInPath,
  "no-request-body": noRequestBody,
  "no-unnecessary-combinator": noUnnecessaryCombinator,
  "nullable-enum": nullableEnum,
  "oas3-missing-example": missingExample,
  "oas3-no-ref-siblings": noRefSiblings,
  "operation-description": operationDescription,
};

export default function vacuum() {
  const rules = Object.fromEntries(Object.keys(RULES).map((name) => [`vacuum/${name}`, "error"]));
  return { id: "vacuum", rules: { oas3: RULES }, configs: { recommended: { rules } } };
}

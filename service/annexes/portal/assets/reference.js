// The operations of this server, to try out. A token that you enter stays until you remove it.

const COMPONENTS = "#/components/";

/**
 * @param {Record<string, any>} document an OpenAPI document
 * @param {unknown} start a part of it
 * @returns {Record<string, Record<string, unknown>>} its components that this part leads to
 */
function reached(document, start) {
  /** @type {Record<string, Record<string, unknown>>} */
  const found = {};
  const open = [start];
  while (open.length > 0) {
    const value = open.pop();
    if (value === null || typeof value !== "object") continue;
    open.push(...Object.values(value));
    const reference = /** @type {{ $ref?: unknown }} */ (value).$ref;
    if (typeof reference !== "string" || !reference.startsWith(COMPONENTS)) continue;
    const [kind, name] = reference.slice(COMPONENTS.length).split("/");
    found[kind] ??= {};
    if (name in found[kind]) continue;
    found[kind][name] = document.components[kind][name];
    open.push(found[kind][name]);
  }
  return found;
}

/**
 * @typedef {{fn: {resolveSubtree: (document: Record<string, any>, path: string[], options: unknown) => unknown},
 *   layoutSelectors: {isShown: (path: string[], otherwise: boolean) => boolean}}} System
 */

/**
 * For each operation that you open, Swagger UI reads its whole document and everything that it resolved before. So it receives
 * only the parts that this operation refers to, a tenth of the document, and keeps only the operations that are open.
 * @param {System} system
 */
const resolvesWhatIsOpened = ({ fn: { resolveSubtree } }) => ({
  fn: {
    /** @type {typeof resolveSubtree} */
    resolveSubtree: (document, path, options) => {
      const [at, address] = path;
      if ((at !== "paths" && at !== "webhooks") || address === undefined) return resolveSubtree(document, path, options);
      const opened = document[at][address];
      const { securitySchemes } = document.components;
      const components = { ...reached(document, opened), securitySchemes };
      return resolveSubtree({ ...document, paths: {}, webhooks: {}, [at]: { [address]: opened }, components }, path, options);
    },
  },
  statePlugins: {
    spec: {
      wrapActions: {
        updateResolvedSubtree:
          (/** @type {(path: string[], resolved: any) => unknown} */ update, /** @type {System} */ { layoutSelectors }) =>
          (/** @type {string[]} */ path, /** @type {any} */ resolved) => {
            // Webhooks have their own heading, which is not their tag.
            const isOpen = (/** @type {any} */ { operationId, tags = [] }) =>
              [...tags, "webhooks"].some((tag) => layoutSelectors.isShown(["operations", tag, operationId], false));
            for (const methods of Object.values({ ...resolved.paths, ...resolved.webhooks }))
              for (const method of Object.keys(methods)) if (!isOpen(methods[method])) delete methods[method];
            return update(path, resolved);
          },
      },
    },
  },
});

SwaggerUIBundle({
  // Without the games: Swagger UI resolves all that an operation leads to, and they are most of it.
  // The document comes from the server of this script, also below a base path.
  url: new URL("../../v1/openapi.json?rulesets=", /** @type {HTMLScriptElement} */ (document.currentScript).src).href,
  dom_id: "#api",
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  docExpansion: "list",
  // Each operation shows its own schemas; all of them laid out at once would take long.
  defaultModelsExpandDepth: -1,
  // Show the members of an answer. An example with invented values would take longer.
  defaultModelRendering: "model",
  defaultModelExpandDepth: 1,
  filter: true,
  requestSnippetsEnabled: true,
  validatorUrl: null,
  plugins: [resolvesWhatIsOpened],
});

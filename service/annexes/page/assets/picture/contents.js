// What a picture shows, as the API tells of it: nodes and edges, or zones and who stands there.

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */

/**
 * An element of a picture. `of` says of which sort it is, and so what is told of it.
 * @typedef {{id: string, label: string, about: string} & (
 *   | {of: "node", told: Schemas["NodeView"], edges: Schemas["EdgeView"][]}
 *   | {of: "edge", told: Schemas["EdgeView"]}
 *   | {of: "zone", told: Schemas["ZoneView"], borders: Schemas["BorderView"][]}
 *   | {of: "border", told: Schemas["BorderView"]}
 *   | {of: "person", told: Schemas["EdgerunnerSheetView"]}
 * )} Thing
 */

/**
 * Everything in the picture of a version.
 * @param {Watch} watch
 * @param {number} version
 * @param {AbortSignal} signal
 * @returns {Promise<Thing[]>}
 */
export async function things(watch, version, signal) {
  if (watch.ruleset.reads.includes("network")) return ofNetwork(await watch.api.read("/network", { at: version }, signal));
  return ofMap(await watch.api.read("/state", { at: version }, signal));
}

/**
 * @param {Schemas["NetworkView"]} network
 * @returns {Thing[]}
 */
function ofNetwork({ nodes, edges }) {
  const written = new Map(nodes.map(({ id, label }) => [id, label]));
  return [
    ...nodes.map((told) => ({
      ...{ of: /** @type {const} */ ("node"), id: told.id, label: told.label, about: about(told, told.kind ?? "node"), told },
      edges: edges.filter(({ source, target }) => source === told.id || target === told.id),
    })),
    ...edges.map((told) => ({
      ...{ of: /** @type {const} */ ("edge"), id: told.id, about: about(told, "edge"), told },
      label: `${written.get(told.source)} — ${told.label} → ${written.get(told.target)}`,
    })),
  ];
}

/**
 * @param {Schemas["NodeView"] | Schemas["EdgeView"]} told
 * @param {string} kind
 */
const about = ({ power, eliminated }, kind) => `${kind}, power ${power}${eliminated ? ", eliminated" : ""}`;

/**
 * @param {any} state a state of Edgerunner
 * @returns {Thing[]}
 */
function ofMap({ play }) {
  /** @type {Schemas["MapView"] | null} */
  const map = play.map;
  /** @type {Schemas["EdgerunnerSheetView"][]} */
  const sheets = play.sheets;
  const names = new Map(map?.zones.map(({ id, name }) => [id, name]));
  const there = new Set(map?.zones.flatMap((zone) => zone.there));
  return [
    ...(map?.zones ?? []).map((told) => ({
      ...{ of: /** @type {const} */ ("zone"), id: told.id, label: told.name, told },
      about: `zone, ${told.there.length} there`,
      borders: (map?.borders ?? []).filter(({ one, other }) => one === told.id || other === told.id),
    })),
    ...(map?.borders ?? []).map((told) => ({
      ...{ of: /** @type {const} */ ("border"), id: told.id, about: "border", told },
      label: `${names.get(told.one)} | ${names.get(told.other)}`,
    })),
    ...sheets
      .filter(({ character }) => there.has(character))
      .map((told) => ({
        of: /** @type {const} */ ("person"),
        id: told.character,
        label: told.name,
        about: told.is_out ? "taken out" : told.kind,
        told,
      })),
  ];
}

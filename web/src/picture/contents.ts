// The content of a picture, from the API: nodes and edges, or zones and the people in them.

import type { Schemas, Watch } from "../session/watch";

/** An element of a picture. `of` is its kind, and `told` is its data from the API. */
export type Thing = { id: string; label: string; about: string } & (
  | { of: "node"; told: Schemas["NodeView"]; edges: Schemas["EdgeView"][] }
  | { of: "edge"; told: Schemas["EdgeView"] }
  | { of: "zone"; told: Schemas["ZoneView"]; borders: Schemas["BorderView"][] }
  | { of: "border"; told: Schemas["BorderView"] }
  | { of: "person"; told: Schemas["EdgerunnerSheetView"] }
);

/** All elements in the picture of a version. */
export async function things(watch: Watch, version: number, signal: AbortSignal): Promise<Thing[]> {
  if (watch.ruleset.reads.includes("network")) return ofNetwork(await watch.api.read("/network", { at: version }, signal));
  return ofMap(await watch.api.read("/state", { at: version }, signal));
}

function ofNetwork({ nodes, edges }: Schemas["NetworkView"]): Thing[] {
  const written = new Map(nodes.map(({ id, label }) => [id, label]));
  return [
    ...nodes.map((told) => ({
      ...{ of: "node" as const, id: told.id, label: told.label, about: about(told, told.kind ?? "node"), told },
      edges: edges.filter(({ source, target }) => source === told.id || target === told.id),
    })),
    ...edges.map((told) => ({
      ...{ of: "edge" as const, id: told.id, about: about(told, "edge"), told },
      label: `${written.get(told.source)} — ${told.label} → ${written.get(told.target)}`,
    })),
  ];
}

const about = ({ power, eliminated }: Schemas["NodeView"] | Schemas["EdgeView"], kind: string) =>
  `${kind}, power ${power}${eliminated ? ", eliminated" : ""}`;

/** @param state a state of Edgerunner */
function ofMap({ play }: any): Thing[] {
  const map: Schemas["MapView"] | null = play.map;
  const sheets: Schemas["EdgerunnerSheetView"][] = play.sheets;
  const names = new Map(map?.zones.map(({ id, name }) => [id, name]));
  const there = new Set(map?.zones.flatMap((zone) => zone.there));
  return [
    ...(map?.zones ?? []).map((told) => ({
      ...{ of: "zone" as const, id: told.id, label: told.name, told },
      about: `zone, ${told.there.length} there`,
      borders: (map?.borders ?? []).filter(({ one, other }) => one === told.id || other === told.id),
    })),
    ...(map?.borders ?? []).map((told) => ({
      ...{ of: "border" as const, id: told.id, about: "border", told },
      label: `${names.get(told.one)} | ${names.get(told.other)}`,
    })),
    ...sheets
      .filter(({ character }) => there.has(character))
      .map((told) => ({
        of: "person" as const,
        id: told.character,
        label: told.name,
        about: told.is_out ? "taken out" : told.kind,
        told,
      })),
  ];
}

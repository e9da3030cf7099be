// Notes on events that change the log itself, such as rewinds, redactions and forks, in words with links.

import type { Child } from "../kit/dom";
import { el, words } from "../kit/dom";
import { BASE } from "../session/base";
import type { Reading } from "../session/fields";
import { showDispute, versionLink } from "../session/links";
import type { Schemas } from "../session/watch";

type Effect = { effect: string; [field: string]: any };

const BY_EFFECT: Record<string, (reading: Reading, effect: Effect) => Child[]> = {
  rewound: ({ watch }, { version, to, without }) => [
    "Play went from ",
    versionLink(watch, version - 1),
    " to the state at ",
    versionLink(watch, to),
    ". The log keeps both.",
    ...(without ? [" Later moves are made again, except the move of ", versionLink(watch, without), "."] : []),
  ],
  rewind_asked: ({ watch }, { to, without }) => [
    "Asks to go back to ",
    versionLink(watch, to),
    ...(without ? [" and to leave out the move of ", versionLink(watch, without)] : []),
    ".",
  ],
  redacted: ({ watch, names }, { versions, by, reason }) => [
    "Texts were removed from the log for good by ",
    by ? names.tag(by) : "the server's operator",
    ": ",
    words(reason),
    " They were removed from ",
    ...versions.flatMap((version: number, n: number) => [n ? ", " : "", versionLink(watch, version)]),
    ".",
  ],
  session_forked: (_, { parent, version }) => [
    "A fork begins here: everything before it is ",
    el("a", { href: `${BASE}/watch/${parent}?at=${version}` }, `another session up to its version ${version}`),
    ".",
  ],
};

/** The notes on an event that are not in its sentence; null if there are none. */
export function special(reading: Reading, view: Schemas["EventView"]): HTMLElement | null {
  const effects: Effect[] = view.event.effects as any;
  const said = effects.map((effect) => BY_EFFECT[effect.effect]?.(reading, effect)).filter((found) => found !== undefined);
  if (view.event.repeats) said.push(["Made again, after a rewind, as in ", versionLink(reading.watch, view.event.repeats), "."]);
  for (const one of view.event.missed ?? []) said.push([versionLink(reading.watch, one.version), " is not made again: ", words(one.now)]);
  if (view.type === "time_passes") said.push(["Nobody moved: a time limit of the table ended."]);
  if (view.kept)
    said.push(["Texts of this event were removed from the log. The log still shows that they existed, and keeps everything else."]);
  const disputes = [...new Set(effects.map(({ dispute }) => dispute).filter((id) => typeof id === "string"))];
  for (const id of disputes) said.push([showDispute(id)]);
  return said.length
    ? el(
        "div",
        { class: "special" },
        said.map((each) => el("p", {}, each)),
      )
    : null;
}

// Refused moves and disputes, up to the shown version.

import { el, words } from "../kit/dom";
import { list } from "../kit/list";
import { inWords, messageOf } from "../kit/text";
import type { Reading } from "../session/fields";
import { moment, raw, told } from "../session/fields";
import { versionLink } from "../session/links";
import type { Names } from "../session/names";
import { namesAt } from "../session/names";
import { panel } from "../session/panel";
import type { Schemas, Watch } from "../session/watch";
import { granting } from "../session/wishes";
import type { Ruling } from "./dispute-form";
import { disputing } from "./dispute-form";
import { about, disputed, disputesNow, placeOf } from "./disputes";
import { rule } from "./ruling";

type Refusal = Schemas["RefusalView"];

/** The number of refusals that the server keeps. */
const REFUSALS = 200;
const DISPUTES = 100;

export function refused(place: HTMLElement, watch: Watch) {
  const challenge = disputing(watch, "refused");
  const shown = el("div");
  place.append(el("h2", {}, "Refused and disputed"), challenge.place, shown);
  /** The id of the dispute that the reader wants to see; null if there is none. */
  let wanted: string | null = null;
  const show = async (version: number, signal: AbortSignal | undefined) => {
    const parts = await cases(watch, version, challenge.button, wanted, signal);
    const look = el("button", { type: "button", onclick: again }, "Look again");
    shown.replaceChildren(...parts, look);
    if (wanted) seek(shown, wanted);
    wanted = null;
  };
  const again = async () => {
    try {
      await show(watch.moment.version, undefined);
    } catch (error) {
      shown.prepend(el("p", { class: "problem", role: "alert" }, messageOf(error)));
    }
  };
  granting("dispute", (id) => {
    wanted = id;
    // If the panel is being filled, it will show this dispute without another request.
    if (shown.getAttribute("aria-busy") === "false") again();
  });
  place.addEventListener("shown", () => shown.dispatchEvent(new Event("shown")));
  panel(shown, watch, ({ version }, signal) => show(version, signal));
}

function seek(shown: HTMLElement, id: string) {
  const found = shown.querySelector(`#${placeOf(id)}`);
  if (!(found instanceof HTMLElement)) return;
  found.focus();
  found.scrollIntoView({ block: "start" });
}

/** The disputes at a version, later disputes, and the refused moves up to the version. */
async function cases(
  watch: Watch,
  version: number,
  button: (ruling: Ruling) => Node,
  wanted: string | null,
  signal?: AbortSignal,
): Promise<Node[]> {
  const [{ disputes: then }, now, { refusals }, names]: [
    Schemas["DisputesView"],
    Schemas["DisputeView"][],
    Schemas["RefusalsView"],
    Names,
  ] = await Promise.all([
    watch.api.read("/disputes", { at: version, limit: DISPUTES }, signal),
    disputesNow(watch, signal),
    watch.api.read("/refusals", { limit: REFUSALS }, signal),
    namesAt(watch, version),
  ]);
  const reading = { watch, names };
  const since = now.filter(({ dispute }) => !then.some((one) => one.dispute === dispute));
  return [
    el("h3", {}, "Disputes"),
    disputed(reading, then, wanted),
    ...(since.length ? [el("h3", {}, "Disputed since"), disputed(reading, since, wanted)] : []),
    el("h3", {}, "Refused moves"),
    refusedMoves(reading, refusals, now, version, button),
  ];
}

/** @param refusals the refusals, the newest first */
function refusedMoves(
  reading: Reading,
  refusals: Refusal[],
  disputes: Schemas["DisputeView"][],
  version: number,
  button: (ruling: Ruling) => Node,
) {
  const there = refusals.filter((one) => one.version <= version);
  if (!there.length) return el("p", { class: "faint" }, "No move was refused up to here. Dry runs are not counted.");
  const shown = (one: Refusal) => el("li", {}, refusal(reading, one, button), about(disputes, "refusal", one.number));
  return list(there, shown, { first: 10, class: "cases", name: "Refused moves" });
}

function refusal(reading: Reading, one: Refusal, button: (ruling: Ruling) => Node) {
  const { watch, names } = reading;
  const { number, version, at, type, seat, sentence, remedy } = one;
  return el(
    "article",
    {},
    el("h4", {}, `Refusal ${number}: `, seat ? names.tag(seat) : "somebody without a seat", ` asks for ${inWords(type)}`),
    el("p", { class: "faint" }, "At ", versionLink(watch, version), ", ", moment(at)),
    el("p", {}, words(sentence)),
    el("p", {}, el("strong", {}, "To be legal: "), words(remedy)),
    rule(reading, one.rule),
    asked(watch, one),
    watch.seat ? button({ about: { of: "refusal", number }, rules: [one.rule], version }) : null,
  );
}

/** The refused move and the facts for the rule, with the names at that version. The names are requested when the reader opens this part. */
function asked(watch: Watch, one: Refusal) {
  const inside = el("div");
  const open = async () => {
    if (inside.firstChild) return;
    const reading = { watch, names: await namesAt(watch, one.version) };
    const { move: _, ...fields } = (one.move ?? {}) as Record<string, unknown>;
    inside.replaceChildren(
      el("h5", {}, "The move as asked"),
      one.move ? told(reading, fields) : el("p", {}, "The move was too long to be kept."),
      el("h5", {}, "Facts for the rule"),
      told(reading, one.facts),
      raw(one, "Proof, as JSON"),
    );
  };
  return el("details", { ontoggle: open }, el("summary", {}, "The move, and the facts for the rule"), inside);
}

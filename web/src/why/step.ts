// This step: the event of the shown version, and the reasons why its move was accepted.

import { el, words } from "../kit/dom";
import { inWords } from "../kit/text";
import type { Reading } from "../session/fields";
import { moment, raw, told } from "../session/fields";
import type { Names } from "../session/names";
import { namesAt } from "../session/names";
import { panel } from "../session/panel";
import type { Schemas, Watch } from "../session/watch";
import { granting } from "../session/wishes";
import { thrown } from "./dice";
import { disputing } from "./dispute-form";
import { about, disputesNow } from "./disputes";
import { changed } from "./effects";
import { special } from "./log-changes";
import { unbroken } from "./record";
import { ruled } from "./ruling";

export function step(place: HTMLElement, watch: Watch) {
  const challenge = disputing(watch, "step");
  const shown = el("div");
  place.append(shown, challenge.place);
  granting("challenge", async (version) => {
    const { ruling }: Schemas["RulingView"] = await watch.api.read(`/events/${version}/ruling`);
    await challenge.open({ about: { of: "event", version }, rules: (ruling.rules ?? []).map(({ rule }) => rule), version });
  });
  const keep = keepOpen(shown);
  place.addEventListener("shown", () => shown.dispatchEvent(new Event("shown")));
  panel(shown, watch, async ({ version }, signal) => {
    const [view, ruling, names]: [Schemas["EventView"], Schemas["RulingView"], Names] = await Promise.all([
      watch.api.read(`/events/${version}`, {}, signal),
      watch.api.read(`/events/${version}/ruling`, {}, signal),
      namesAt(watch, version),
    ]);
    const reading = { watch, names };
    const dice = thrown(reading, view, signal);
    const [record, disputes, sign] = [el("div"), el("div"), el("span")];
    const raws = [raw(view.event.move, "Move as JSON"), raw(view.event.effects, "Effects as JSON")];
    const proof = el("details", { class: "proof" }, el("summary", {}, "Proof", sign), dice.proof, record, ...raws);
    const rules = (ruling.ruling.rules ?? []).map(({ rule }) => rule);
    const parts = [dice.part, ruled(reading, ruling), asked(reading, view), changed(reading, view), proof];
    const button = watch.seat && challenge.button({ about: { of: "event", version }, rules, version });
    shown.replaceChildren(...head(reading, view), disputes, ...parts.filter((part) => part !== null), button ?? "");
    keep();
    // Parts that need more requests are filled later, when the other parts are already readable.
    await Promise.all([
      dice.proved,
      unbroken(watch, version, signal).then(({ isIntact, shown }) => {
        sign.textContent = isIntact ? " – ✓ the record is intact here" : " – ✗ THE RECORD IS BROKEN HERE";
        record.replaceChildren(...shown);
      }),
      disputesNow(watch, signal).then((found) => disputes.append(about(found, "event", version) ?? "")),
    ]);
    keep();
  });
}

/** The event, its actor, and its time. */
function head(reading: Reading, view: Schemas["EventView"]) {
  const { event, version, type } = view;
  const by = event.seat ? reading.names.tag(event.seat) : el("span", {}, type === "time_passes" ? "Nobody" : "No seat named");
  const via = event.via ? [", by the program ", words(event.via)] : [];
  return [
    el("h2", { class: "sentence" }, words(event.ruling.sentence)),
    el("p", { class: "faint" }, by, ...via, ", ", moment(event.at), `, version ${version}`),
    special(reading, view) ?? "",
  ];
}

function asked(reading: Reading, { event }: Schemas["EventView"]) {
  const { move, ...fields } = event.move;
  const isBare = Object.values(fields).every((value) => value === null);
  return el(
    "section",
    {},
    el("h3", {}, "The move as asked"),
    isBare ? el("p", {}, `${inWords(move)}, without any values.`) : told(reading, fields),
  );
}

/**
 * Remember the parts that the reader has unfolded, so that they stay open at the next step.
 * @returns a function to call after the panel was filled again
 */
function keepOpen(shown: HTMLElement): () => void {
  const open: Set<string> = new Set();
  const name = (details: HTMLDetailsElement) => details.querySelector("summary")?.textContent ?? "";
  const remember = (event: Event) => {
    if (!(event.target instanceof HTMLDetailsElement)) return;
    open[event.target.open ? "add" : "delete"](name(event.target));
  };
  // The event `toggle` does not bubble, so it must be captured.
  shown.addEventListener("toggle", remember, true);
  return () => shown.querySelectorAll("details").forEach((details) => (details.open = open.has(name(details))));
}

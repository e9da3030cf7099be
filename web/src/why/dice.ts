// The dice of an event, and the proof that they come from their seed.

import { el, words } from "../kit/dom";
import { list } from "../kit/list";
import { BASE } from "../session/base";
import type { Reading } from "../session/fields";
import { versionLink } from "../session/links";
import type { Schemas } from "../session/watch";
import { readable } from "./dice-formula";
import { die } from "./die";
import type { Checked, Finding } from "./fairness";
import { fairness } from "./fairness";
import { hex, isNative, joined, sha256, unhex, utf8 } from "./sha256";

/** The faces of a fudge die. No game has other dice with three faces. */
const FUDGE = 3;
/** The faces of all dice whose values players can type in. */
const SIX = 6;

/** The verdicts in words. Each has its own sign, so that colour is never the only difference. */
const VERDICTS = {
  fair: "✓ Fair: checked in your browser.",
  sealed: "… Not yet: the seed is still sealed.",
  elsewhere: "… Not here: the seed stays with the session that this one was forked from.",
  wrong: "✗ WRONG: these dice are not those of the seed.",
};

/** The dice of an event, and the place of their proof, which is filled when it is known; null if the event has no dice. */
export function thrown(
  reading: Reading,
  view: Schemas["EventView"],
  signal: AbortSignal,
): { part: HTMLElement | null; proof: HTMLElement | null; proved: Promise<void> } {
  const rolls = view.event.dice ?? [];
  const typed = (view.event.move as { reported?: number[] }).reported ?? [];
  if (!rolls.length && !typed.length) return { part: null, proof: null, proved: Promise.resolve() };
  const [verdict, proof] = [el("div"), el("div")];
  const part = el(
    "section",
    { class: "thrown" },
    el("h3", {}, "Dice"),
    rolls.map((roll) => lying(reading, roll, null)),
    verdict,
  );
  if (typed.length) {
    part.append(
      el(
        "p",
        { class: "beside" },
        typed.map((value) => die(value, SIX)),
      ),
    );
    part.append(el("p", {}, "A player rolled these dice by hand and typed in the values, which nobody can check."));
  }
  const prove = async () => {
    const own = await Promise.all(rolls.map((roll) => seen(view, roll)));
    own.forEach((values, n) => values && rolls[n] && part.children[n + 1]?.replaceWith(lying(reading, rolls[n], values)));
    if (!rolls.length) return;
    const found = await fairness(reading.watch, view, signal);
    verdict.replaceChildren(...judged(reading, found));
    proof.replaceChildren(...because(reading, found), ...(found.steps.length ? [shownSteps(reading, found)] : []));
  };
  return { part, proof, proved: prove() };
}

/**
 * Show a roll. Some rolls lie face down for everybody except certain seats.
 * @param own the values of a face-down roll, if this reader may see them
 */
function lying({ names }: Reading, roll: Schemas["Roll"], own: number[] | null) {
  const values = own ?? roll.values;
  const drawn = el(
    "p",
    { class: "beside" },
    values.map((value) => die(value, roll.faces)),
  );
  const many = `${values.length} ${values.length === 1 ? "die" : "dice"} of ${roll.faces} faces, number ${roll.first} on`;
  const eyes = (roll.eyes ?? []).map((seat) => names.of(seat)).join(", ");
  const whose = eyes ? `; face down for everybody except ${eyes}${own ? " (you are among them)" : ""}` : "";
  const fudge = roll.faces === FUDGE ? " A 1 counts as -1, a 2 as 0, a 3 as +1." : "";
  return el("div", {}, drawn, el("p", { class: "faint" }, words(`${many}${whose}.${fudge}`)));
}

/** The values of a face-down roll, if this reader may see them and they match the sealed ones; or else null. */
async function seen(view: Schemas["EventView"], roll: Schemas["Roll"]): Promise<number[] | null> {
  for (const { name, eyes, salt, text } of view.sealed ?? []) {
    const digest = await sha256(joined(unhex(salt), utf8(JSON.stringify([name, eyes, text]))));
    if (name === "roll" && hex(digest) === roll.sealed) return JSON.parse(text);
  }
  return null;
}

/** The verdict. If it is still open, a sentence shows how to get a final one. */
function judged({ names }: Reading, found: Finding): Node[] {
  const said = el("strong", {}, VERDICTS[found.verdict]);
  const verdict = el("p", { class: `verdict ${found.verdict}` }, said, found.why ? ` ${found.why}` : "");
  if (found.verdict === "sealed") {
    const asked = "Any seat that plays may ask to see the seed (“Open the dice’s seed”). Later dice then come from another seed.";
    const lying = found.faceDown.map((note) => names.of(note)).join(", ");
    const first = lying ? ` Those dice lie face down, so ${lying} must be revealed first.` : "";
    return [verdict, el("p", {}, asked, words(first))];
  }
  if (found.verdict === "elsewhere" && found.parent) {
    const there = el("a", { href: `${BASE}/watch/${found.parent}?at=${found.thrown}` }, "Show this roll in its own session");
    return [verdict, el("p", {}, "A fork rolls from its own seed. ", there)];
  }
  return [verdict];
}

function because({ watch }: Reading, found: Finding): Node[] {
  const committed = el("code", {}, found.commitment);
  const at = versionLink(watch, found.committed);
  return [el("h3", {}, "The dice"), el("p", {}, "Committed to before the roll, at ", at, ": ", committed)];
}

/** The steps of the check, for readers who want to repeat it. */
function shownSteps({ watch }: Reading, found: Finding) {
  const by = isNative()
    ? "this browser's own SHA-256"
    : "this page's own SHA-256, because browsers do not let pages over plain HTTP use theirs";
  const revealed = found.revealed ? versionLink(watch, found.revealed) : "";
  const formula = el("a", { href: `${BASE}/docs/dice` }, "the formula, and a script");
  return el(
    "details",
    {},
    el("summary", {}, "How it was checked"),
    el("p", {}, "The seed, shown at ", revealed, ": ", el("code", {}, found.seed)),
    el("p", {}, "Its SHA-256 is the commitment. Each die comes from the first byte that is fair to all faces of"),
    el("p", {}, `HMAC-SHA-256(seed, session ‖ number ‖ nonces), where zero bytes join the parts. Computed by ${by}.`),
    list(found.steps, step, { ordered: true, class: "steps" }),
    el("p", {}, "This page came from the server whose dice it checks. If you trust neither, use ", formula, "."),
  );
}

function step({ number, message, digest, bytes, limit, faces, value, shown }: Checked) {
  const byte = bytes.at(-1) ?? 0;
  const passed = bytes.length > 1 ? `${bytes.slice(0, -1).join(", ")} not below ${limit}, skipped; ` : "";
  const lies = shown === null ? "face down" : shown === value ? `✓ shows ${shown}` : `✗ shows ${shown}`;
  return el(
    "li",
    {},
    el("div", {}, `Die ${number}: ${passed}byte ${byte} modulo ${faces} plus 1 is ${value}; ${lies}`),
    el("div", {}, "Message ", el("code", {}, words(readable(message)))),
    el("div", {}, "Digest ", el("code", {}, digest)),
  );
}

// The record: whether the log fits its hash chain, at this event or from the first event on.

import { el } from "../kit/dom";
import { messageOf } from "../kit/text";
import { BASE } from "../session/base";
import type { Watch } from "../session/watch";
import { firstBroken, link } from "./hash-chain";

export async function unbroken(watch: Watch, version: number, signal: AbortSignal): Promise<{ isIntact: boolean; shown: HTMLElement[] }> {
  const { previous, session, digest, found, needed, isRedacted } = await link(watch, version, signal);
  const isIntact = found === needed;
  const before = version > 1 ? `the hash of version ${version - 1}` : "32 zero bytes";
  const what = isRedacted ? "its facts and texts, and the digests of the removed texts" : "its text, byte for byte";
  const verdict = isIntact
    ? el("p", { class: "verdict fair" }, el("strong", {}, "✓ Intact here: "), `the hash follows from ${what}, and from ${before}.`)
    : el("p", { class: "verdict wrong" }, el("strong", {}, "✗ BROKEN: "), `the hash does not follow from ${what}, and from ${before}.`);
  const parts = { "Recorded hash": needed, "Computed hash": found, "Previous hash": previous, Session: session, Digest: digest };
  const rows = Object.entries(parts).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, el("code", {}, value))));
  const shown = el(
    "details",
    {},
    el("summary", {}, "How the record was checked"),
    el("dl", { class: "told" }, rows),
    el("p", {}, el("a", { href: `${BASE}/docs/hash-chain` }, "The hash chain")),
  );
  return { isIntact, shown: [el("h3", {}, "The record"), verdict, shown, whole(watch, version, signal)] };
}

function whole(watch: Watch, version: number, signal: AbortSignal) {
  const said = el("p", { role: "status" });
  const check = async () => {
    button.disabled = true;
    try {
      const broken = await firstBroken(watch, version, (far) => (said.textContent = `… ${far} of ${version}`), signal);
      said.textContent = broken === null ? `✓ Intact from version 1 to version ${version}.` : `✗ BROKEN at version ${broken}.`;
    } catch (error) {
      if (signal.aborted) return;
      said.textContent = messageOf(error);
    }
    button.disabled = false;
  };
  const button = el("button", { type: "button", onclick: check }, "Check the record from the start to here");
  return el("div", {}, button, said);
}

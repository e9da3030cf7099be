// Downloads: the picture and the graph of the version that is shown, as files.

import { el, sign } from "../kit/dom.js";
import { Problem } from "../session/api.js";

/** @typedef {import("../session/watch.js").Watch} Watch */

/** How long a file stays ready for the browser to take it, in milliseconds. */
const READY = 60_000;

/**
 * A menu of files.
 * @param {Watch} watch
 * @param {boolean} isNetwork
 */
export function downloads(watch, isNetwork) {
  const files = isNetwork ? ["network.svg", "network.dot", "network.graphml"] : ["map.svg"];
  const told = el("span", { role: "status" });
  const buttons = files.map((file) => el("button", { type: "button", onclick: () => take(watch, file, told) }, file));
  const summary = el("summary", {}, sign("M8 2v8M4.5 7 8 10.5 11.5 7M3 13.5h10"), el("span", { class: "word" }, "Download"));
  return el("details", { class: "downloads" }, summary, el("div", {}, ...buttons, told));
}

/**
 * Fetched by the page and not by a link, which would say who asks to nobody: the token is a header.
 * @param {Watch} watch
 * @param {string} file
 * @param {HTMLElement} told
 */
async function take(watch, file, told) {
  const { version } = watch.moment;
  try {
    const answer = await watch.api.ask(
      "GET",
      watch.api.address(`/${file}`, { at: version, laid_out: file.endsWith(".svg") ? watch.head : null }),
      {},
    );
    const made = URL.createObjectURL(await answer.blob());
    el("a", { href: made, download: file.replace(".", `-${version}.`) }).click();
    setTimeout(() => URL.revokeObjectURL(made), READY);
    told.textContent = "";
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    told.textContent = error.message;
  }
}

// Time: which version is shown, and how to get to another.

import { el } from "./dom.js";

/** @typedef {import("./watch.js").Watch} Watch */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function time(place, watch) {
  const slider = el("input", { type: "range", min: 1, "aria-label": "Version" });
  const shown = el("output");
  const step = (/** @type {number} */ by) => () => watch.go(watch.moment.version + by);
  const refresh = () => {
    const { version, isHead } = watch.moment;
    slider.max = String(watch.head);
    slider.value = String(version);
    shown.textContent = `${version} of ${watch.head}${isHead ? ", live" : ""}`;
  };
  slider.addEventListener("input", () => watch.go(Number(slider.value)));
  watch.addEventListener("moment", refresh);
  watch.addEventListener("grown", refresh);
  place.append(
    el("button", { type: "button", onclick: step(-1) }, "Back"),
    el("button", { type: "button", onclick: step(1) }, "On"),
    slider,
    shown,
    el("button", { type: "button", onclick: () => watch.go(null) }, "Now"),
  );
  refresh();
}

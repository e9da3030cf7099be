// A small form of the page's own, and what was wrong with what it was given.

import { el } from "../kit/dom.js";
import { Problem } from "../session/api.js";

/**
 * A form with its fields, and what the server says of them.
 * @param {string} title
 * @param {import("../kit/dom.js").Child[]} fields
 * @param {string} button
 * @param {string} id of what is said
 * @param {() => Promise<void>} enter
 */
export function asking(title, fields, button, id, enter) {
  const said = el("p", { id, class: "problem" });
  const submit = el("button", { class: "main" }, button);
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    submit.disabled = true;
    said.textContent = "";
    try {
      await enter();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      said.append(el("span", { role: "alert" }, [error.message, error.body.remedy].filter(Boolean).join(" ")));
    } finally {
      submit.disabled = false;
    }
  };
  return el("form", { "aria-label": title, class: "asking", onsubmit: send }, el("h3", {}, title), ...fields, submit, said);
}

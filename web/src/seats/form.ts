// A small form of the page, with the fault of its values.

import type { Child } from "../kit/dom";
import { el } from "../kit/dom";
import { Problem } from "../session/api";

/**
 * A form with its fields, and the answer of the server.
 * @param id of the answer
 */
export function asking(title: string, fields: Child[], button: string, id: string, enter: () => Promise<void>) {
  const said = el("p", { id, class: "problem" });
  const submit = el("button", { class: "main" }, button);
  const send = async (event: Event) => {
    event.preventDefault();
    submit.disabled = true;
    said.textContent = "";
    try {
      await enter();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      said.append(el("span", { role: "alert" }, error.advice));
    } finally {
      submit.disabled = false;
    }
  };
  return el("form", { "aria-label": title, class: "asking", onsubmit: send }, el("h3", {}, title), ...fields, submit, said);
}

// A small form, which shows the server's refusal of its values.

import type { Child } from "../kit/dom";
import { el } from "../kit/dom";
import { Problem } from "../session/api";

/**
 * Make a form with a title, fields, and a button.
 * @param id the id of the element that shows the refusal
 * @param enter sends the values
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

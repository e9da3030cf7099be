// The door: what somebody sees who has not said who they are, or whose token opens nothing here.

import * as address from "./address.js";
import { Api, Problem } from "./api.js";
import { el } from "./dom.js";

/**
 * @param {HTMLElement} place
 * @param {Problem} problem why the session is not shown
 */
export function door(place, problem) {
  const secret = el("input", { type: "password", id: "token", autocomplete: "off", spellcheck: "false", required: true });
  const said = el("p", { role: "alert" });
  const enter = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await new Api(address.session(), secret.value.trim()).read("");
      address.keepToken(secret.value.trim());
      location.reload();
    } catch (error) {
      said.textContent = error instanceof Problem ? error.message : String(error);
    }
  };
  const why = problem.status === 401 ? "This table shows itself to those who sit at it." : problem.message;
  place.replaceChildren(
    el("h2", {}, "Who is there?"),
    el("p", {}, why),
    el("form", { onsubmit: enter }, el("label", { for: "token" }, "Token of a seat"), secret, el("button", {}, "Enter"), said),
  );
}

// The door of a table: for visitors without a token, for invited players, and for visitors whose token does not open this table.

import { byId, el, words } from "../kit/dom";
import type { Hints } from "../session/address";
import * as address from "../session/address";
import { Api, type Problem } from "../session/api";
import { BASE } from "../session/base";
import { claiming } from "./claim";
import { asking } from "./form";

export type Invited = { code: string } & Hints;

/**
 * @param problem the reason why the session is not shown; null if there is none
 * @param invited the invitation that the page was opened with; null if there is none
 */
export function door(place: HTMLElement, problem: Problem | null, invited: Invited | null = null) {
  const heading = el("h2", { tabindex: -1 }, invited?.title ? words(invited.title) : invited ? "You are invited" : "Who is there?");
  const forms = invited ? [claiming(invited)] : [why(problem), entering(), claiming({})];
  const back = () => {
    place.hidden = true;
    byId("board").focus();
  };
  // If the reader came from the table, it is still there, with its unfinished texts.
  const table = !byId("table").hidden && el("button", { type: "button", onclick: back }, "Back to the table");
  const ways = el("p", { class: "actions" }, table, el("a", { href: `${BASE}/watch` }, "All your tables"));
  place.replaceChildren(heading, ...forms.filter((part) => part !== null), ways);
  place.hidden = false;
  // If something else on the page has the focus, move it to the door.
  if (document.activeElement !== document.body) heading.focus();
}

function why(problem: Problem | null) {
  if (!problem) return null;
  if (problem.status !== 401) return el("p", {}, problem.message);
  if (!address.token()) return el("p", {}, "Only people with a seat at this table can see it.");
  address.keepToken(null);
  return el(
    "p",
    { role: "alert" },
    "Your token has ended or was revoked, so this window has forgotten it. ",
    el("a", { href: `${BASE}/docs/lost-token` }, "How to get back in"),
  );
}

/** The form to enter with a token. */
function entering() {
  const secret = el("input", {
    type: "password",
    id: "token",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
    "aria-describedby": "token-said",
  });
  return asking("Enter", [el("label", { for: "token" }, "Token of a seat"), secret], "Enter", "token-said", async () => {
    const token = secret.value.trim();
    await new Api(address.session(), token).read("");
    address.keepToken(token);
    location.reload();
  });
}

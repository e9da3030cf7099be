// The door: what somebody sees who has not said who they are, who brings a claim code, or whose token opens nothing here.

import { el, words } from "../kit/dom.js";
import * as address from "../session/address.js";
import { Api, Problem } from "../session/api.js";
import { Sending } from "../session/sending.js";
import { asking } from "./form.js";
import { starting } from "./start.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */

/**
 * @param {HTMLElement} place
 * @param {Problem | null} problem why the session is not shown
 * @param {{claim?: string | null, invited?: string}} [brought] a claim code from the address, and whom the link says that it is for
 */
export function door(place, problem, { claim = null, invited = "" } = {}) {
  const session = address.session();
  const heading = el("h2", { tabindex: -1 }, claim ? "You are invited" : session ? "Who is there?" : "Verger");
  const parts = claim ? [claiming(claim, invited)] : [why(problem), entering(session), claiming("", "")];
  place.replaceChildren(heading, ...parts.filter((part) => part !== null));
  if (!session && !claim) {
    place.append(own(), starting());
  }
  place.hidden = false;
  // Whoever came here from elsewhere on the page is taken along.
  if (document.activeElement !== document.body) heading.focus();
}

/** @param {Problem | null} problem */
function why(problem) {
  if (!problem) return null;
  const had = address.token();
  if (problem.status === 401 && had) {
    address.keepToken(null);
    return el(
      "p",
      { role: "alert" },
      "Your token does not open anything any more: it has ended, or it was revoked. This window has forgotten it.",
    );
  }
  return el("p", {}, problem.status === 401 ? "This table shows itself to those who sit at it." : problem.message);
}

/**
 * Enter with a token.
 * @param {string} session
 */
function entering(session) {
  const secret = el("input", {
    type: "password",
    id: "token",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
    "aria-describedby": "token-said",
  });
  const label = session ? "Token of a seat" : "Token";
  return asking("Enter", [el("label", { for: "token" }, label), secret], "Enter", "token-said", async () => {
    const token = secret.value.trim();
    const api = new Api(session, token);
    await (session ? api.read("") : api.get("/v1/sessions"));
    address.keepToken(token);
    location.reload();
  });
}

/**
 * Take a seat by its claim code, which works once: not before it was asked for.
 * @param {string} brought the code, if the address had it
 * @param {string} invited
 */
function claiming(brought, invited) {
  const code = el("input", {
    id: "code",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
    value: brought,
    type: brought ? "password" : "text",
    "aria-describedby": "code-said",
  });
  const name = el("input", { id: "own-name", autocomplete: "nickname", dir: "auto", maxlength: 100, "aria-describedby": "own-name-hint" });
  const via = el("input", { id: "via", autocomplete: "off", dir: "auto", maxlength: 100 });
  const also = el("input", { id: "also", type: "checkbox" });
  const has = address.token();
  const fields = [
    brought &&
      el(
        "p",
        {},
        "This link is for taking a seat",
        invited ? [", the one of ", el("strong", {}, words(invited))] : null,
        ". It works once, and whoever takes the seat plays it.",
      ),
    el("label", { for: "code" }, "Claim code"),
    code,
    el("label", { for: "own-name" }, "Your name at the table"),
    name,
    el("p", { class: "hint", id: "own-name-hint" }, "Left empty, the seat keeps its name."),
    el(
      "details",
      {},
      el("summary", {}, "A program is to play it"),
      el("label", { for: "via" }, "Name of the program, as events tell it"),
      via,
    ),
    has && el("label", { class: "pair", for: "also" }, also, "Beside the seat that this window has now"),
  ];
  /** @type {Sending | null} */
  let sending = null;
  return asking("Take a seat", fields, "Take the seat", "code-said", async () => {
    const token = also.checked ? has : null;
    if (sending?.api.token !== token) sending = new Sending(new Api(address.session(), token));
    const body = {
      code: code.value.trim(),
      ...(name.value.trim() && { name: name.value.trim() }),
      ...(via.value.trim() && { via: via.value.trim() }),
    };
    /** @type {Schemas["ClaimedView"]} */
    const taken = await sending.post("/v1/seats/claim", body);
    address.keepToken(taken.token ?? has, taken.session);
    location.assign(address.page(taken.session));
  });
}

/** The sessions that this window's token may see. */
function own() {
  const list = el("ul");
  const more = el("button", { type: "button", hidden: true }, "More sessions");
  const section = el("section", { "aria-label": "Your sessions", hidden: true }, el("h3", {}, "Your sessions"), list, more);
  const token = address.token();
  if (!token) return section;
  const ask = async (/** @type {string | null} */ after) => {
    const view = await new Api("", token).get(`/v1/sessions${after ? `?after=${after}` : ""}`);
    /** @type {Schemas["SessionsView"]} */
    const { sessions, next_after: next } = view;
    const links = sessions.map(({ session, title, ruleset }) => {
      const keep = () => address.keepToken(token, session);
      return el("li", {}, el("a", { href: address.page(session), onclick: keep, onauxclick: keep }, words(title)), ` – ${ruleset}`);
    });
    list.append(...links);
    section.hidden = false;
    more.hidden = !next;
    more.onclick = () => ask(next);
  };
  ask(null).catch((error) => section.replaceChildren(el("p", { class: "problem" }, String(error.message))));
  return section;
}

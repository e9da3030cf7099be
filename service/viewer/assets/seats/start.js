// Starting a session: its ruleset, its seats, its house rules; and then the invitations.

import { el } from "../kit/dom.js";
import * as address from "../session/address.js";
import { Api } from "../session/api.js";
import { Sending } from "../session/sending.js";
import { asking } from "./form.js";
import { invitation } from "./invitation.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */

const KINDS = { player: "Player", observer: "Observer", gm: "GM" };

export function starting() {
  const api = new Api("", address.token());
  const sending = new Sending(api);
  const ruleset = el("select", { id: "ruleset", onchange: () => offer() });
  const title = el("input", { id: "title-of-session", required: true, maxlength: 100, dir: "auto", autocomplete: "off" });
  const seats = el("ol", { class: "seats" });
  const house = el("div");
  const add = el("button", { type: "button", onclick: () => seats.append(seat("player")) }, "Add a seat");
  seats.append(seat("gm"), seat("player"));
  const offer = async () => house.replaceChildren(...choices(await api.get(`/v1/rulesets/${ruleset.value}`)));
  api.get("/v1/rulesets").then((/** @type {Schemas["RulesetsView"]} */ { rulesets }) => {
    ruleset.append(...rulesets.map(({ name, title }) => el("option", { value: name }, title)));
    return offer();
  });
  const fields = [
    el("label", { for: "ruleset" }, "Game"),
    ruleset,
    el("label", { for: "title-of-session" }, "Title"),
    title,
    el("fieldset", {}, el("legend", {}, "Seats"), el("p", { class: "hint" }, "One is the GM's: it is yours."), seats, add),
    el("details", {}, el("summary", {}, "House rules"), house),
  ];
  const form = asking("Start a session", fields, "Start", "start-said", async () => {
    const house_rules = Object.fromEntries(
      [...house.querySelectorAll("select, input")].flatMap((input) => chosen(/** @type {any} */ (input))),
    );
    const body = { title: title.value.trim(), ruleset: ruleset.value, seats: [...seats.children].map(read), house_rules };
    form.replaceWith(started(await sending.post("/v1/sessions", body), api));
  });
  return form;
}

/**
 * What a session is after it has started: who is to be invited, and the way in.
 * @param {Schemas["StartedView"]} view
 * @param {Api} api
 */
function started({ session, token, seats }, api) {
  const enter = () => {
    address.keepToken(token ?? api.token, session);
    location.assign(address.page(session));
  };
  const open = seats.filter(({ claim_code: code }) => code);
  const section = el(
    "section",
    { "aria-label": "Invitations", tabindex: -1 },
    el("h3", {}, "The session has started"),
    open.length > 0 && el("p", {}, "Give each of the others their link; they are shown only now."),
    el("ul", { class: "invitations" }, ...open.map(({ name, claim_code: code }) => invitation(session, name, code ?? ""))),
    el("button", { class: "main", type: "button", onclick: enter }, "Go to the table"),
  );
  queueMicrotask(() => section.focus());
  return section;
}

/**
 * A seat to set.
 * @param {keyof typeof KINDS} kind
 */
function seat(kind) {
  const kinds = Object.entries(KINDS).map(([value, text]) => el("option", { value, selected: value === kind }, text));
  const row = el(
    "li",
    { class: "pair" },
    el("select", { "aria-label": "Kind of seat" }, ...kinds),
    el("input", { "aria-label": "Name", required: true, maxlength: 100, dir: "auto", autocomplete: "off" }),
    kind !== "gm" && el("button", { type: "button", "aria-label": "Remove this seat", onclick: () => row.remove() }, "Remove"),
  );
  return row;
}

/** @param {Element} row */
const read = (row) => ({ kind: row.querySelector("select")?.value, name: row.querySelector("input")?.value.trim() });

/**
 * The house rules of a game, each at its default.
 * @param {Schemas["RulesetView"]} ruleset
 */
function choices({ house_rules: rules }) {
  return rules.flatMap(({ id, statement, choices = [], default_number: number, least, most }) => {
    const marks = { id: `house-${id}`, name: id };
    const input = choices.length
      ? el("select", marks, ...choices.map((value, n) => el("option", { value, selected: n === 0 }, n ? value : `${value} (default)`)))
      : el("input", { ...marks, type: "number", min: least, max: most, placeholder: `${number} (default)` });
    return [el("label", { for: `house-${id}` }, statement), input];
  });
}

/**
 * What was chosen; defaults are left to the server.
 * @param {HTMLSelectElement | HTMLInputElement} input
 */
function chosen(input) {
  if (input instanceof HTMLSelectElement) return input.selectedIndex > 0 ? [[input.name, input.value]] : [];
  return input.value ? [[input.name, Number(input.value)]] : [];
}

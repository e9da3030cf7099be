// Starting a table: its game, its seats by their names, its house rules; and then the invitations.

import { el } from "../kit/dom.js";
import * as address from "../session/address.js";
import { Api } from "../session/api.js";
import { BASE } from "../session/base.js";
import { Sending } from "../session/sending.js";
import { asking } from "./form.js";
import { invitation } from "./invitation.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {Schemas["RulesetSummary"]} Game */

/** @param {Promise<Game[]>} games */
export function starting(games) {
  const api = new Api("", address.token());
  const sending = new Sending(api);
  const choice = el("fieldset", { class: "games" }, el("legend", {}, "Game"));
  const title = el("input", { id: "title-of-session", required: true, maxlength: 100, dir: "auto", autocomplete: "off" });
  const own = el("input", { id: "name-of-host", required: true, maxlength: 100, dir: "auto", autocomplete: "nickname" });
  const others = el("ol", { class: "seats" }, other());
  const add = el("button", { type: "button", onclick: () => addTo(others) }, "Add a seat");
  const house = el("div");
  const game = () => choice.querySelector("input:checked")?.getAttribute("value") ?? "";
  const offer = async () => house.replaceChildren(...choices(await api.get(`/v1/rulesets/${game()}`)));
  choice.addEventListener("change", offer);
  games.then((all) => {
    choice.append(...all.map((one, n) => gameCard(one, n === 0)));
    return offer();
  });
  const fields = [
    choice,
    el("label", { for: "title-of-session" }, "Title"),
    title,
    el("label", { for: "name-of-host" }, "Your name"),
    own,
    el("p", { class: "hint" }, "You have the GM's seat."),
    el("fieldset", {}, el("legend", {}, "Who else sits there"), others, add),
    el("details", {}, el("summary", {}, "House rules"), el("p", { class: "hint" }, "All may stay as they are."), house),
  ];
  const form = asking("Start a table", fields, "Start the table", "start-said", async () => {
    const house_rules = Object.fromEntries(
      [...house.querySelectorAll("select, input")].flatMap((input) => chosen(/** @type {any} */ (input))),
    );
    const seats = [{ kind: "gm", name: own.value.trim() }, ...[...others.children].map(read)];
    const body = { title: title.value.trim(), ruleset: game(), seats, house_rules };
    const called = (await games).find(({ name }) => name === game())?.title ?? game();
    const view = await sending.post("/v1/sessions", body);
    address.keepToken(view.token ?? api.token, view.session);
    form.replaceWith(started(view, { title: body.title, game: called, host: own.value.trim() }));
  });
  form.querySelector("h3")?.remove();
  return form;
}

/**
 * A game to choose: what it is like, in a picture and in a sentence.
 * @param {Game} game
 * @param {boolean} isFirst
 */
function gameCard({ name, title, about }, isFirst) {
  const picture = el("img", { src: `${BASE}/docs/pictures/game-${name}.webp`, alt: "", width: 320, height: 200, loading: "lazy" });
  // A game of somebody's own may have none.
  picture.addEventListener("error", () => picture.remove());
  const radio = el("input", { type: "radio", name: "game", value: name, checked: isFirst });
  return el("label", { class: "game" }, picture, el("span", {}, radio, " ", el("strong", {}, title)), el("span", { class: "hint" }, about));
}

/**
 * What a table is after it has started: who is to be invited, and the way in.
 * @param {Schemas["StartedView"]} view
 * @param {{title: string, game: string, host: string}} hints
 */
function started({ session, seats }, hints) {
  const open = seats.filter(({ claim_code: code }) => code);
  const keep = el("input", { type: "checkbox", id: "keep-started", onchange: () => address.remember(keep.checked, session) });
  const section = el(
    "section",
    { "aria-label": "The table has started", tabindex: -1, class: "asking" },
    el("h3", {}, "The table has started"),
    open.length > 0 && el("p", {}, "Give each of the others their link; they are shown only now."),
    el(
      "ul",
      { class: "invitations" },
      ...open.map(({ name, claim_code: code }) => invitation(session, code ?? "", { for: name, ...hints })),
    ),
    el("label", { class: "pair", for: "keep-started" }, keep, "Keep my seat in this browser"),
    el("p", { class: "hint" }, "Whoever uses this browser can then play it. Without this, closing the window forgets it."),
    el("button", { class: "main", type: "button", onclick: () => location.assign(address.page(session)) }, "Go to the table"),
  );
  queueMicrotask(() => section.focus());
  return section;
}

/** @param {HTMLElement} others */
function addTo(others) {
  const row = other();
  others.append(row);
  row.querySelector("input")?.focus();
}

/** A seat to set for somebody else. */
function other() {
  const row = el(
    "li",
    { class: "pair" },
    el("input", { "aria-label": "Name", placeholder: "Name", required: true, maxlength: 100, dir: "auto", autocomplete: "off" }),
    el(
      "select",
      { "aria-label": "Kind of seat" },
      el("option", { value: "player" }, "plays"),
      el("option", { value: "observer" }, "looks on"),
    ),
    el("button", { type: "button", "aria-label": "Remove this seat", onclick: () => row.remove() }, "Remove"),
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
  return rules.flatMap(({ id, statement, choices = [], labels = [], default_number = 0, least = 0, most, begins }) => {
    const marks = { id: `house-${id}`, name: id };
    const usual = begins ?? default_number;
    const named = labels.map((label, n) => ({ value: choices[n] ?? least + n, label }));
    const first = choices.length ? 0 : usual - least;
    const said = (/** @type {string} */ label, /** @type {number} */ n) => (n === first ? `${label} (as usual)` : label);
    const input = named.length
      ? el("select", marks, ...named.map(({ value, label }, n) => el("option", { value, selected: n === first }, said(label, n))))
      : el("input", { ...marks, type: "number", min: least, max: most, placeholder: `${usual} (as usual)` });
    return [el("label", { for: `house-${id}` }, statement), input];
  });
}

/**
 * What was chosen; defaults are left to the server.
 * @param {HTMLSelectElement | HTMLInputElement} input
 */
function chosen(input) {
  const isUsual = input instanceof HTMLSelectElement ? input.selectedOptions[0]?.defaultSelected : !input.value;
  const value = /^\d+$/.test(input.value) ? Number(input.value) : input.value;
  return isUsual ? [] : [[input.name, value]];
}

// Starting a table: choose its game, the names of its seats, and its house rules. Then the invitations are shown.

import { el } from "../kit/dom";
import * as address from "../session/address";
import { Api } from "../session/api";
import { BASE } from "../session/base";
import { Sending } from "../session/sending";
import type { Schemas } from "../session/watch";
import { asking } from "./form";
import { invitation } from "./invitation";

type Game = Schemas["RulesetSummary"];

export function starting(games: Promise<Game[]>) {
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
    el("fieldset", {}, el("legend", {}, "Other seats"), others, add),
    el("details", {}, el("summary", {}, "House rules"), el("p", { class: "hint" }, "You can keep all defaults."), house),
  ];
  const form = asking("Start a table", fields, "Start the table", "start-said", async () => {
    const house_rules = Object.fromEntries([...house.querySelectorAll("select, input")].flatMap((input) => chosen(input as any)));
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

/** A game to choose, with a picture and a sentence about it. */
function gameCard({ name, title, about }: Game, isFirst: boolean) {
  const picture = el("img", { src: `${BASE}/docs/pictures/game-${name}.webp`, alt: "", width: 320, height: 200, loading: "lazy" });
  // A game that somebody else has added to this server may have no picture.
  picture.addEventListener("error", () => picture.remove());
  const radio = el("input", { type: "radio", name: "game", value: name, checked: isFirst });
  return el("label", { class: "game" }, picture, el("span", {}, radio, " ", el("strong", {}, title)), el("span", { class: "hint" }, about));
}

/** The table after its start: the invitations, and a button to go to it. */
function started({ session, seats }: Schemas["StartedView"], hints: { title: string; game: string; host: string }) {
  const open = seats.filter(({ claim_code: code }) => code);
  const keep = el("input", { type: "checkbox", id: "keep-started", onchange: () => address.remember(keep.checked, session) });
  const section = el(
    "section",
    { "aria-label": "The table has started", tabindex: -1, class: "asking" },
    el("h3", {}, "The table has started"),
    open.length > 0 && el("p", {}, "Send each person their link. The links are shown only now."),
    el(
      "ul",
      { class: "invitations" },
      ...open.map(({ name, claim_code: code }) => invitation(session, code ?? "", { for: name, ...hints })),
    ),
    el("label", { class: "pair", for: "keep-started" }, keep, "Keep my seat in this browser"),
    el(
      "p",
      { class: "hint" },
      "Everybody who uses this browser can then play your seat. If you do not keep it, you lose access when you close this window.",
    ),
    el("button", { class: "main", type: "button", onclick: () => location.assign(address.page(session)) }, "Go to the table"),
  );
  queueMicrotask(() => section.focus());
  return section;
}

function addTo(others: HTMLElement) {
  const row = other();
  others.append(row);
  row.querySelector("input")?.focus();
}

/** The row for a seat of another person. */
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

const read = (row: Element) => ({ kind: row.querySelector("select")?.value, name: row.querySelector("input")?.value.trim() });

/** The fields for the house rules of a game, each with its default. */
function choices({ house_rules: rules }: Schemas["RulesetView"]) {
  return rules.flatMap(({ id, statement, choices = [], labels = [], default_number = 0, least = 0, most, begins }) => {
    const marks = { id: `house-${id}`, name: id };
    const usual = begins ?? default_number;
    const named = labels.map((label, n) => ({ value: choices[n] ?? least + n, label }));
    const first = choices.length ? 0 : usual - least;
    const said = (label: string, n: number) => (n === first ? `${label} (default)` : label);
    const input =
      named.length > 1
        ? el("select", marks, ...named.map(({ value, label }, n) => el("option", { value, selected: n === first }, said(label, n))))
        : el("input", { ...marks, type: "number", min: least, max: most, placeholder: `${labels[usual - least] ?? usual} (default)` });
    return [el("label", { for: `house-${id}` }, statement), input];
  });
}

/** The name and value of a chosen house rule; empty for a default, which the server knows. */
function chosen(input: HTMLSelectElement | HTMLInputElement) {
  const isUsual = input instanceof HTMLSelectElement ? input.selectedOptions[0]?.defaultSelected : !input.value;
  const value = /^\d+$/.test(input.value) ? Number(input.value) : input.value;
  return isUsual ? [] : [[input.name, value]];
}

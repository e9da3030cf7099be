// The panel of the table: its seats, invitations, limits, house rules and onlookers.

import { el, words } from "../kit/dom";
import { chosenValue, spoken } from "../kit/text";
import * as address from "../session/address";
import { Problem } from "../session/api";
import { BASE, rulePage } from "../session/base";
import { copying, draft } from "../session/links";
import { colourOf } from "../session/names";
import { panel } from "../session/panel";
import { Sending } from "../session/sending";
import type { Schemas, Watch } from "../session/watch";
import { asking } from "./form";
import { invitation } from "./invitation";
import { seenAs } from "./presence";

export function people(place: HTMLElement, watch: Watch) {
  const seats = el("ul", { class: "people" });
  const limits = el("div");
  const rules = el("dl", { class: "house-rules" });
  const sharing = el("div");
  const invitations = el("ul", { class: "invitations", "aria-live": "polite" });
  // The form for a new seat and the invitations stay unchanged while others move: a name may be half typed, and links are shown only once.
  const adding = setting(watch, invitations);
  /** Functions that each show the current presence of a listed seat. */
  let marks: (() => void)[] = [];
  watch.addEventListener("met", () => {
    for (const mark of marks) mark();
  });
  const parts = [
    el("h3", {}, "Limits"),
    limits,
    el("h3", {}, "House rules"),
    rules,
    el("h3", {}, "Onlookers"),
    sharing,
    ...remembering(),
    ...developers(watch),
  ];
  place.append(el("h2", {}, "Table"), seats, invitations, adding, ...parts);
  panel(place, watch, async ({ version, isHead }, signal) => {
    const { table }: Schemas["StateView"] = await watch.api.read("/state", { at: version }, signal);
    const isGm = isHead && table.seats.some(({ id, kind }) => kind === "gm" && id === watch.seat);
    adding.hidden = !isGm;
    const lines = table.seats.map((seat) => sitting(seat, watch, isGm ? invitations : null));
    marks = lines.map(({ mark }) => mark);
    seats.replaceChildren(...lines.map(({ line }) => line));
    limits.replaceChildren(kept(table.limits));
    rules.replaceChildren(...table.house_rules.flatMap((rule) => houseRule(rule, watch, isHead)));
    sharing.replaceChildren(...shared(table.house_rules, watch));
  });
}

/**
 * A seat with its player. If the seat is free, the GM gets a button to invite somebody.
 * @param invitations the list of invitations; null for readers who are not the GM
 */
function sitting({ id, kind, name, taken }: Schemas["SeatView"], watch: Watch, invitations: HTMLElement | null) {
  const trouble = el("span", { class: "problem" });
  const sending = new Sending(watch.api);
  const invite = async () => {
    try {
      const { claim_code: code }: Schemas["ClaimCodeView"] = await sending.post(watch.api.address(`/seats/${id}/code`), {});
      invitations?.append(invitation(watch.api.session, code ?? "", hinting(watch, name)));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      trouble.replaceChildren(el("span", { role: "alert" }, error.message));
    }
  };
  const button =
    !taken && invitations && el("button", { type: "button", onclick: invite, "aria-label": `New link for ${name}` }, "New link");
  const tag = el("span", { class: `name ${colourOf(id)}` }, words(name));
  const standing = el("span");
  const mark = () => {
    const seen = taken ? seenAs(id, watch) : null;
    if (seen) tag.dataset.presence = seen.how;
    else delete tag.dataset.presence;
    const there = taken ? (seen?.said ?? "taken") : "free";
    standing.textContent = ` – ${[kind === "gm" ? "GM" : kind, id === watch.seat && "you", there].filter(Boolean).join(", ")} `;
  };
  mark();
  return { line: el("li", {}, tag, standing, button, trouble), mark };
}

/**
 * The names and titles for the link of an invitation.
 * @param name the name of the seat
 */
const hinting = (watch: Watch, name: string) => ({
  for: name,
  title: watch.session.title,
  game: watch.ruleset.title,
  host: watch.nameOf(watch.seat),
});

/** The form for the GM to add one more seat. */
function setting(watch: Watch, invitations: HTMLElement) {
  const sending = new Sending(watch.api);
  const kind = el(
    "select",
    { id: "seat-kind" },
    el("option", { value: "player" }, "Player"),
    el("option", { value: "observer" }, "Observer"),
  );
  const name = el("input", {
    id: "seat-name",
    required: true,
    maxlength: 100,
    dir: "auto",
    autocomplete: "off",
    "aria-describedby": "seat-said",
  });
  const fields = [el("label", { for: "seat-kind" }, "Kind of seat"), kind, el("label", { for: "seat-name" }, "Name"), name];
  return asking("Add a seat", fields, "Add the seat", "seat-said", async () => {
    const added = name.value.trim();
    const { claim_code: code }: Schemas["SeatOfferedView"] = await sending.post(watch.api.address("/seats"), {
      kind: kind.value,
      name: added,
    });
    invitations.append(invitation(watch.api.session, code ?? "", hinting(watch, added)));
    name.value = "";
  });
}

/** The check box that has the browser keep or forget this window's token. */
function remembering() {
  if (address.token() === null) return [];
  const box = el("input", {
    id: "remembered",
    type: "checkbox",
    checked: address.isRemembered(),
    onchange: () => address.remember(box.checked),
    "aria-describedby": "remembered-hint",
  });
  return [
    el("h3", {}, "Your seat in this browser"),
    el("label", { class: "pair", for: "remembered" }, box, "Keep my seat in this browser"),
    el(
      "p",
      { class: "hint", id: "remembered-hint" },
      "Everybody who uses this browser can then play your seat. If you do not keep it, you lose access when you close this window.",
    ),
  ];
}

function kept(limits: Schemas["Limit"][]) {
  if (!limits.length) return el("p", { class: "faint" }, "The table has set no limits.");
  return el("ul", {}, ...limits.map(({ kind, text }) => el("li", {}, `${spoken(kind)}: `, words(text))));
}

function houseRule({ id, value, chosen, statement }: Schemas["HouseRuleView"], watch: Watch, isHead: boolean) {
  const change = () => draft(watch, { move: "propose", subject: { subject: "choose_house_rule", house_rule: id } });
  const button = el(
    "button",
    { type: "button", onclick: change, "aria-label": `Propose another value for ${spoken(id).toLowerCase()}` },
    "Propose another",
  );
  const page = el("a", { href: rulePage(watch.ruleset.name, id) }, spoken(id));
  const said = el(
    "dd",
    {},
    el("strong", {}, chosenValue(watch.ruleset, { id, value })),
    chosen ? " (chosen here) " : " (default) ",
    isHead && watch.seat !== null && button,
    el("p", { class: "hint" }, statement),
  );
  return [el("dt", {}, page), said];
}

function shared(rules: Schemas["HouseRuleView"][], watch: Watch) {
  const isOpen = rules.some(({ id, value }) => id === "onlookers" && value === "anyone");
  if (!isOpen) return [el("p", {}, "Only people with a seat can see this session. The house rule Onlookers can let others look on.")];
  return [
    el("p", {}, "Everybody who has this link may look on, without a seat."),
    copying(`${location.origin}${address.page(watch.api.session)}`, "Link for onlookers"),
  ];
}

function developers(watch: Watch) {
  const here = BASE + watch.api.address("");
  return [
    el("h3", {}, "For programs"),
    el(
      "p",
      {},
      "This page uses only the public API, as any other client can. The session is at ",
      el("code", {}, here),
      "; ",
      el("a", { href: `${BASE}/docs/moves` }, "how moves are offered and made"),
      ", ",
      el("a", { href: `${BASE}/docs/reference` }, "the reference"),
      ".",
    ),
  ];
}

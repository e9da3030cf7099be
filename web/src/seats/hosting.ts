// Looking for players: a host lists the table, sees the requests for a seat, and accepts or declines each.

import { el, words } from "../kit/dom";
import type { Api } from "../session/api";
import { Problem } from "../session/api";
import type { Schemas } from "../session/watch";
import { asking } from "./form";
import { languages } from "./languages";

type Lobby = Schemas["LobbyView"];

/**
 * The controls of the host, folded at first. The server is asked only after the host has opened them.
 * @param api the API with the token of the host's seat
 * @param title the title of the table
 */
export function hosting(api: Api, title: string) {
  const place = el("div");
  const refresh = async () => {
    try {
      show(await api.read("/listing"));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      place.replaceChildren(el("p", { class: "problem", role: "alert" }, error.message));
    }
  };
  const show = (lobby: Lobby) => place.replaceChildren(...waiting(api, lobby, refresh), ...listed(api, title, lobby, refresh));
  const details = el("details", { class: "hosting" }, el("summary", {}, "Look for players"), place);
  details.addEventListener("toggle", () => details.open && refresh());
  return details;
}

/** The requests for a seat, each with buttons to accept or decline it. */
function waiting(api: Api, { asks, listing }: Lobby, refresh: () => Promise<void>) {
  if (!asks.length) return listing ? [el("p", { class: "hint" }, "Nobody has asked for a seat yet.")] : [];
  const said = el("p", { class: "problem" });
  const answer = async (send: () => Promise<unknown>) => {
    try {
      await send();
      await refresh();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      said.replaceChildren(el("span", { role: "alert" }, error.message));
    }
  };
  const line = ({ ask, name, note }: Schemas["AskView"]) => {
    const letIn = () => answer(() => api.post(`/v1/asks/${ask}/seat`, {}));
    const decline = () => answer(() => api.ask("DELETE", `/v1/asks/${ask}`));
    return el(
      "li",
      {},
      el("p", {}, words(name), note ? [": ", words(note)] : " asks for a seat."),
      el(
        "p",
        { class: "actions" },
        el("button", { type: "button", class: "main", onclick: letIn, "aria-label": `Let ${name} in` }, "Let in"),
        el("button", { type: "button", onclick: decline, "aria-label": `Decline ${name}` }, "Decline"),
      ),
    );
  };
  return [el("ul", { class: "asks", "aria-label": "Requests for a seat" }, ...asks.map(line)), said];
}

/** The form to list the table, to change its listing, or to take the table off the list. */
function listed(api: Api, title: string, { listing, free_seats: free }: Lobby, refresh: () => Promise<void>) {
  if (!free) return [el("p", { class: "hint" }, "No seat is free: add one in the table's panel Table to look for players.")];
  const id = (name: string) => `${name}-${api.session}`;
  const options = languages().map(([tag, name]) => el("option", { value: tag, selected: tag === listing?.language }, name));
  const language = el("select", { id: id("language") }, ...options);
  const plays = el("input", { id: id("plays"), maxlength: 100, dir: "auto", autocomplete: "off", value: listing?.plays ?? "" });
  const about = el("textarea", { id: id("about"), maxlength: 2000, dir: "auto", rows: 2 }, listing?.about ?? "");
  const fields = [
    el(
      "p",
      { class: "hint" },
      "Everybody who opens this server's page then sees the title, the game, your name and how many seats are free.",
    ),
    el("label", { for: id("language") }, "Language"),
    language,
    el("label", { for: id("plays") }, "When you play"),
    plays,
    el("label", { for: id("about") }, "Note to new players"),
    about,
  ];
  const off = () => api.ask("DELETE", api.address("/listing")).then(refresh, refresh);
  const form = asking(`List ${title}`, fields, listing ? "Update the listing" : "List the table", id("listing-said"), async () => {
    const said = { plays: plays.value.trim(), about: about.value.trim() };
    const given = Object.fromEntries(Object.entries(said).filter(([, text]) => text));
    await api.ask("PUT", api.address("/listing"), { body: { language: language.value, ...given } });
    await refresh();
  });
  form.querySelector("h3")?.remove();
  const isListed = el(
    "p",
    { role: "status" },
    "The table is listed. ",
    el("button", { type: "button", onclick: off }, "Take the table off the list"),
  );
  return listing ? [isListed, form] : [form];
}

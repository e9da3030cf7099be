// The lobby: the tables of this window and this browser, who invites, a way in, an archive from one's disk, and a table to start.

import { archives } from "../archive/archive.js";
import { byId, el } from "../kit/dom.js";
import { Api } from "../session/api.js";
import { BASE } from "../session/base.js";
import { coming } from "./coming.js";
import { invitations } from "./invitations.js";
import { openTables } from "./open-tables.js";
import { sandbox } from "./sandbox.js";
import { starting } from "./start.js";
import { tables } from "./tables.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */

/** @param {HTMLElement} place */
export function lobby(place) {
  const games = new Api("", null).get("/v1/rulesets").then((/** @type {Schemas["RulesetsView"]} */ { rulesets }) => rulesets);
  const own = tables(games);
  const titles = games.then(
    (found) => new Map(found.map(({ name, title }) => [name, title])),
    () => new Map(),
  );
  byId("who").append(el("a", { href: `${BASE}/docs/players` }, "For players"), el("a", { href: `${BASE}/docs` }, "Documents"));
  place.classList.add("lobby");
  place.append(
    el("div", {}, own.element, invitations(), openTables(games)),
    el("div", {}, sandbox(), coming(own.refresh), archives(place, titles)),
    el("section", { id: "start", "aria-labelledby": "start-heading" }, el("h2", { id: "start-heading" }, "Start a table"), starting(games)),
  );
  place.hidden = false;
}

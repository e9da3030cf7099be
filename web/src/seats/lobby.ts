// The lobby: your tables, invitations, tables that look for players, a table to try; forms to come in, read an archive or start a table.

import { archives } from "../archive/archive";
import { byId, el } from "../kit/dom";
import { Api } from "../session/api";
import { BASE } from "../session/base";
import type { Schemas } from "../session/watch";
import { coming } from "./coming";
import { invitations } from "./invitations";
import { openTables } from "./open-tables";
import { sandbox } from "./sandbox";
import { starting } from "./start";
import { tables } from "./tables";

export function lobby(place: HTMLElement) {
  const games = new Api("", null).get("/v1/rulesets").then(({ rulesets }: Schemas["RulesetsView"]) => rulesets);
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

// Claiming: a player takes a seat with its claim code, which works once. The code is sent only when the player presses the button.

import { el } from "../kit/dom";
import type { Hints } from "../session/address";
import * as address from "../session/address";
import { Api } from "../session/api";
import { Sending } from "../session/sending";
import type { Schemas } from "../session/watch";
import { asking } from "./form";
import { told } from "./invitations";

/** @param brought the code, and the hints of the invitation's link, if the player came by one */
export function claiming({ code: brought = "", for: name = "", title = "", game = "", host = "" }: Partial<{ code: string } & Hints>) {
  const isLink = Boolean(name || title || host);
  const code = el("input", {
    id: "code",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
    value: brought,
    type: isLink ? "password" : "text",
    "aria-describedby": "code-said",
  });
  const own = el("input", { id: "own-name", autocomplete: "nickname", dir: "auto", maxlength: 100, "aria-describedby": "own-name-hint" });
  const via = el("input", { id: "via", autocomplete: "off", dir: "auto", maxlength: 100 });
  const also = el("input", { id: "also", type: "checkbox" });
  const has = address.token();
  const coding = [el("label", { for: "code" }, "Claim code"), code];
  const fields = [
    isLink && el("p", { class: "invited" }, ...told({ for: name, title, game, host })),
    isLink && el("p", { class: "hint" }, "These words are from the link, which works once. The first person to use it gets the seat."),
    isLink ? el("details", {}, el("summary", {}, "The claim code"), ...coding) : coding,
    el("label", { for: "own-name" }, "Your name at the table"),
    own,
    el("p", { class: "hint", id: "own-name-hint" }, "If this is empty, the seat keeps its name."),
    el("details", {}, el("summary", {}, "A program plays this seat"), el("label", { for: "via" }, "Name of the program in events"), via),
    has && el("label", { class: "pair", for: "also" }, also, "Also keep the seat that this window has now"),
  ].flat();
  let sending: Sending | null = null;
  return asking("Take a seat", fields, "Take the seat", "code-said", async () => {
    const token = also.checked ? has : null;
    if (sending?.api.token !== token) sending = new Sending(new Api(address.session(), token));
    const body = {
      code: code.value.trim(),
      ...(own.value.trim() && { name: own.value.trim() }),
      ...(via.value.trim() && { via: via.value.trim() }),
    };
    const taken: Schemas["ClaimedView"] = await sending.post("/v1/seats/claim", body);
    address.keepToken(taken.token ?? has, taken.session);
    address.putAway(taken.session);
    location.assign(address.page(taken.session));
  });
}

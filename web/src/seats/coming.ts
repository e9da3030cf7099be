// Coming in: one field for a link, a claim code, a token or the id of a session.

import { el } from "../kit/dom";
import * as address from "../session/address";
import { Api } from "../session/api";
import { BASE } from "../session/base";
import { claiming } from "./claim";
import { asking } from "./form";

const SESSION = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** The beginning of the addresses of tables. */
const PAGES = `${location.origin}${BASE}/watch/`;

/** @param entered is called after a token was entered, because it can open several tables */
export function coming(entered: () => Promise<void>) {
  const brought = el("input", {
    id: "brought",
    autocomplete: "off",
    spellcheck: "false",
    dir: "ltr",
    required: true,
    "aria-describedby": "brought-said",
  });
  const fields = [
    el("label", { for: "brought" }, "Link, claim code or token"),
    brought,
    el("p", { class: "hint" }, "An invitation, a link to look on, or the token that you noted down."),
  ];
  const form = asking("Come in", fields, "Go", "brought-said", async () => {
    const text = brought.value.trim();
    if (text.startsWith(PAGES) && /^[^/?#]/.test(text.slice(PAGES.length))) location.assign(text);
    else if (SESSION.test(text)) location.assign(address.page(text));
    else if (text.startsWith("vg_")) await bring(text);
    else form.replaceWith(claiming({ code: text }));
  });
  const bring = async (token: string) => {
    await new Api("", token).get("/v1/sessions?limit=1");
    address.keepToken(token);
    brought.value = "";
    await entered();
  };
  return form;
}

// An invitation: the link by which somebody takes a seat, to be passed on. It is shown this once.

import { el, words } from "../kit/dom.js";
import * as address from "../session/address.js";
import { copying } from "../session/links.js";

/**
 * @param {string} session
 * @param {string} name whom the seat is for
 * @param {string} code
 */
export function invitation(session, name, code) {
  return el(
    "li",
    {},
    el("strong", {}, words(name)),
    el("p", { class: "hint" }, "Claim code ", el("code", {}, code), ", in this link too. It works once, and is shown only now."),
    copying(address.invitation(session, code, name), `Invitation for ${name}`),
  );
}

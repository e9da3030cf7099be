// The menu to share the table: links to it and to this moment, its picture, its printed pages, and your own seat on another device.

import { el } from "../kit/dom";
import { downloaded } from "../picture/download";
import * as address from "../session/address";
import { Problem } from "../session/api";
import { moment } from "../session/fields";
import { copying, draft } from "../session/links";
import { Sending } from "../session/sending";
import type { Schemas, Watch } from "../session/watch";
import { printed } from "./print";

/** The reads of a session that have a picture. */
const PICTURES = ["network", "map"];

/** Fill the menu. It is filled again each time that it opens. */
export async function share(place: HTMLElement, watch: Watch) {
  const said = el("p", { role: "status", class: "hint" });
  const looking = el("div");
  const own = el("div");
  place.replaceChildren(
    el("h2", {}, "Share the table"),
    el("h3", {}, "The table"),
    copying(`${location.origin}${address.page(watch.api.session)}`, "Link to the table"),
    looking,
    el("h3", {}, "This moment"),
    copying(address.linkTo(watch.moment.version), "Link to this moment"),
    ...pictures(watch, said),
    own,
    said,
  );
  await Promise.all([onlooking(looking, watch), key(own, watch)]).catch((error) => tell(said, error));
}

function tell(said: HTMLElement, error: unknown) {
  if (!(error instanceof Problem)) throw error;
  said.textContent = error.message;
}

/** Whether people without a seat can open the link, with a button to propose this. */
async function onlooking(place: HTMLElement, watch: Watch) {
  const { table }: Schemas["StateView"] = await watch.api.read("/state", { at: watch.head });
  const isOpen = table.house_rules.some(({ id, value }) => id === "onlookers" && value === "anyone");
  if (isOpen) return place.replaceChildren(el("p", { class: "hint" }, "Everybody who has this link may look on, without a seat."));
  const subject = { subject: "choose_house_rule", house_rule: "onlookers", value: "anyone" };
  const propose = () => {
    (place.closest("[popover]") as HTMLElement | null)?.hidePopover();
    draft(watch, { move: "propose", subject });
  };
  place.replaceChildren(
    el("p", { class: "hint" }, "Only people with a seat can open this link: looking on is off at this table."),
    watch.seat === null ? "" : el("button", { type: "button", onclick: propose }, "Propose to let others look on"),
  );
}

/** The buttons that save the picture as a file, and print the table. */
function pictures(watch: Watch, said: HTMLElement) {
  const name = PICTURES.find((read) => watch.ruleset.reads.includes(read));
  const button = (label: string, does: () => Promise<void>) =>
    el("button", { type: "button", onclick: () => does().catch((error) => tell(said, error)) }, label);
  return [
    el("h3", {}, "To keep"),
    el(
      "p",
      { class: "actions" },
      name && button("Picture (SVG)", () => downloaded(watch, `${name}.svg`)),
      name && button("Picture (PNG)", () => downloaded(watch, `${name}.png`)),
      button("Print", () => printed(watch)),
    ),
  ];
}

/** The button that brings your seat to another device, and the date when this window's token ends. */
async function key(place: HTMLElement, watch: Watch) {
  if (watch.seat === null) return;
  const lasts = el("p", { class: "hint" });
  const code = el("div", { "aria-live": "polite" });
  const trouble = (error: unknown) => tell(lasts, error);
  const show = async () => code.replaceChildren(...device(await new Sending(watch.api).post(watch.api.address("/device-codes"), {})));
  const renew = async () => told(lasts, await watch.api.post("/v1/tokens/renewal", {}));
  place.replaceChildren(
    el("h3", {}, "Your seat"),
    el("button", { type: "button", onclick: () => show().catch(trouble) }, "On another device…"),
    code,
    lasts,
  );
  const { tokens }: Schemas["TokensView"] = await watch.api.read("/tokens");
  const own = tokens.find(({ is_own: isOwn }) => isOwn);
  if (!own?.expires_at) return;
  told(lasts, own);
  if (own.is_renewable) place.append(el("button", { type: "button", onclick: () => renew().catch(trouble) }, "Renew"));
}

const told = (place: HTMLElement, { expires_at: end }: { expires_at?: string | null }) =>
  place.replaceChildren(
    ...(end ? ["This window's token for your seat lasts until ", moment(end), "."] : ["This window's token for your seat never ends."]),
  );

/** A code for another device, as a QR code to photograph, as text, and as a link. */
function device({ code, address: link, picture, expires_at: end }: Schemas["DeviceCodeView"]) {
  return [
    el("img", {
      class: "code",
      alt: "The address as a QR code, for the camera of the other device",
      src: `data:image/svg+xml,${encodeURIComponent(picture ?? "")}`,
    }),
    el("p", {}, "Photograph this with the other device, or type this code there: ", el("code", {}, code), "."),
    copying(link ?? "", "Link for the other device"),
    el("p", { class: "hint" }, "The code works once, until ", moment(end), ". The first person to open it plays your seat."),
  ];
}

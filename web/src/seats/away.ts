// Notifications while the page is closed: the server pushes the questions to your seat to this browser (Web Push).

import { el } from "../kit/dom";
import * as address from "../session/address";
import type { Api } from "../session/api";
import { Problem } from "../session/api";
import { BASE } from "../session/base";
import { isPushed, KEPT_PUSH as KEPT } from "./calling";

const WORKER = `${BASE}/watch/assets/worker.js`;
const OPEN = "You are called while this page is open.";
const CLOSED = " Tell me when it is my turn, also when this page is closed";
const SHOWN = "The notification shows the table's title and the question for you. For that, this browser keeps your seat.";
const UNABLE = "This browser cannot receive notifications while the page is closed.";
const FORBIDDEN = "This browser does not let the page show notifications. You can allow them in its settings for this site.";

/** Fill the menu of the bell. It is filled again each time that it opens. */
export async function away(place: HTMLElement, api: Api) {
  const said = el("p", { role: "status" });
  const box = el("input", { type: "checkbox", checked: isPushed(api.session) });
  const hint = el("p", { class: "hint" }, SHOWN);
  box.addEventListener("change", async () => {
    box.disabled = true;
    said.textContent = await (box.checked ? begin(api) : end(api)).then(() => "", excuse);
    box.checked = isPushed(api.session);
    box.disabled = false;
    box.focus();
  });
  place.replaceChildren(el("p", {}, OPEN), el("label", { class: "pair" }, box, CLOSED), hint, said);
  if (!("serviceWorker" in navigator && "PushManager" in window)) {
    box.disabled = true;
    hint.textContent = UNABLE;
  } else if (box.checked) box.checked = await holds(api);
}

function excuse(error: unknown) {
  if (error instanceof Problem) return error.message;
  return Notification.permission === "granted" ? `This browser's push service does not answer. ${UNABLE}` : FORBIDDEN;
}

async function begin(api: Api) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("not allowed");
  const { web_push: key } = await api.get("/v1/keys");
  const { endpoint, keys } = (await subscribed(key)).toJSON();
  const body = { url: endpoint, keys, form: "web_push", awaits_me: true, description: "A browser, also when the page is closed." };
  const { id } = await api.post(api.address("/webhooks"), body);
  localStorage.setItem(KEPT + api.session, id);
  // A notification opens the table in a new window, which needs the token.
  address.remember(true);
}

/**
 * This browser's subscription, which all tables share.
 * @param key the server's public key for Web Push
 */
async function subscribed(key: string) {
  const registration = await navigator.serviceWorker.register(named());
  await active(registration);
  const { pushManager } = registration;
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  return pushManager.subscribe(wanted).catch(async (error) => {
    // An old subscription, made with a key that the server no longer has, is useless and blocks a new one.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(wanted);
  });
}

/** The worker's address. The policy returns no other address (Trusted Types). */
function named() {
  const policies = (window as any).trustedTypes;
  policy ??= policies?.createPolicy("worker", { createScriptURL: () => WORKER });
  return policy?.createScriptURL("") ?? WORKER;
}

let policy: any;

/** Wait until the worker is active, because only then it can subscribe. */
async function active(registration: ServiceWorkerRegistration) {
  const worker = registration.installing ?? registration.waiting;
  await new Promise((resolve) => {
    if (registration.active || !worker) resolve(null);
    else worker.addEventListener("statechange", () => registration.active && resolve(null));
  });
}

/** End the notifications of a table in this browser. */
export async function end(api: Api) {
  await api.ask("DELETE", webhook(api)).catch((error) => {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
  });
  localStorage.removeItem(KEPT + api.session);
}

/** Whether the server still notifies this browser of the table: its webhook can have ended. */
async function holds(api: Api) {
  const found = await api.get(webhook(api)).catch((error) => error);
  const isOver = found instanceof Problem ? found.status === 404 : found.disabled !== null;
  if (isOver) localStorage.removeItem(KEPT + api.session);
  return !isOver;
}

const webhook = ({ session }: Api) => `/v1/sessions/${session}/webhooks/${localStorage.getItem(KEPT + session)}`;

// Calling: the title and the icon of the tab show a player that it is their turn. On request, there is also a notification with a soft
// sound.

import { el, sign } from "../kit/dom";
import type { Api } from "../session/api";
import { notice, over } from "../session/notices";

/** The storage key of the choice to be called. */
const KEPT = "verger.call";
/** The storage key of the webhook that notifies this browser of a table when the page is closed. */
export const KEPT_PUSH = "verger.push.";
/** The end of the SVG of the page's icon, with a red dot. */
const DOT = "%3Ccircle cx='25' cy='7' r='6.5' fill='%23e0483e' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";
/** The frequencies of the two notes, in hertz. */
const NOTES = [660, 880];
const SOFTLY = 0.06;
const SECONDS = 0.35;
const ASKS = "Call me when it is my turn";
const BELL = "M8 2a4 4 0 0 0-4 4c0 3.5-1.5 5-1.5 5h11S12 9.5 12 6a4 4 0 0 0-4-4zM6.5 13.5a1.6 1.6 0 0 0 3 0";
const SILENT = "This browser does not let the page show notifications. The page plays a sound instead, and its tab has a dot.";

export const isPushed = (session: string) => localStorage.getItem(KEPT_PUSH + session) !== null;

/**
 * Make the bell and its menu. `tell` receives the sentence of the current turn, and `end` ends the notifications for the closed page.
 * @param title the title of the session
 */
export function calling(
  api: Api,
  title: string,
): { bell: HTMLElement; more: HTMLElement; tell: (sentence: string) => void; end: () => Promise<void> } {
  const icon = document.querySelector("link[rel=icon]") as HTMLLinkElement | null;
  const plain = icon?.href ?? "";
  const bell = el("button", { type: "button", class: "plain bell", "aria-label": ASKS, title: ASKS }, sign(BELL));
  let isWanted = localStorage.getItem(KEPT) === "yes";
  bell.ariaPressed = String(isWanted);
  let audio: AudioContext | null = null;
  bell.addEventListener("click", async () => {
    isWanted = !isWanted;
    bell.ariaPressed = String(isWanted);
    localStorage.setItem(KEPT, isWanted ? "yes" : "no");
    over("call");
    if (!isWanted) return end();
    more.showPopover();
    // Browsers allow sounds only after the reader has pressed something.
    audio ??= new AudioContext();
    chime(audio);
    const allowed = "Notification" in window ? await Notification.requestPermission() : "denied";
    if (allowed !== "granted") notice("call", SILENT, [["All right", () => over("call")]]);
  });
  const more = el("div", { id: "call", popover: "auto", role: "dialog", "aria-label": "Notifications of my turn" });
  more.addEventListener("toggle", async (event) => {
    if ((event as ToggleEvent).newState === "open") (await import("../later")).away(more, api);
  });
  const end = async () => {
    // If the server does not answer, the reader can still sign out.
    if (isPushed(api.session)) await (await import("../later")).end(api).catch(() => {});
  };
  let last = "";
  const tell = (sentence: string) => {
    document.title = sentence ? `● Your turn – ${title}` : title;
    if (icon) icon.href = sentence ? plain.replace("%3C/svg%3E", DOT) : plain;
    (sentence ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {});
    const isNews = sentence !== "" && sentence !== last;
    last = sentence;
    if (!isNews || !isWanted || !document.hidden) return;
    audio ??= new AudioContext();
    chime(audio);
    notify(title, sentence);
  };
  return { bell, more, tell, end };
}

function chime(audio: AudioContext) {
  NOTES.forEach((hertz, n) => {
    const [note, volume] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + n * (SECONDS / 2);
    note.frequency.value = hertz;
    volume.gain.setValueAtTime(SOFTLY, begin);
    volume.gain.exponentialRampToValueAtTime(SOFTLY / 100, begin + SECONDS);
    note.connect(volume).connect(audio.destination);
    note.start(begin);
    note.stop(begin + SECONDS);
  });
}

function notify(title: string, body: string) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(title, { body, tag: location.pathname });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Some phones let only installed pages show notifications.
  }
}

// Calling: whoever looks elsewhere learns that it is their turn: by the tab's title and sign, and, if they asked for it, by a
// notification and a soft sound.

import { el } from "../kit/dom.js";

/** Where it is kept that somebody wants to be called. */
const KEPT = "verger.call";
/** On the sign of the page, and on nothing else. */
const DOT = "%3Ccircle cx='25' cy='7' r='6.5' fill='%23e0483e' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";
/** The two notes, in hertz. */
const NOTES = [660, 880];
const SOFTLY = 0.06;
const SECONDS = 0.35;
const SILENT = "This browser lets the page show no notifications: it sounds, and its tab has a dot.";

/**
 * The choice, and what is told that play waits for the seat.
 * @param {string} title of the session
 * @returns {{choice: HTMLElement, tell: (sentence: string) => void}}
 */
export function calling(title) {
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const plain = icon?.href ?? "";
  const box = el("input", { type: "checkbox", checked: localStorage.getItem(KEPT) === "yes" });
  const said = el("span", { role: "status", class: "faint" });
  /** @type {AudioContext | null} */
  let audio = null;
  box.addEventListener("change", async () => {
    localStorage.setItem(KEPT, box.checked ? "yes" : "no");
    said.textContent = "";
    if (!box.checked) return;
    // Only what somebody pressed may make sounds later.
    audio ??= new AudioContext();
    chime(audio);
    const allowed = "Notification" in window ? await Notification.requestPermission() : "denied";
    if (allowed !== "granted") said.textContent = SILENT;
  });
  let last = "";
  const tell = (/** @type {string} */ sentence) => {
    document.title = sentence ? `● Your turn – ${title}` : title;
    if (icon) icon.href = sentence ? plain.replace("%3C/svg%3E", DOT) : plain;
    (sentence ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {});
    const isNews = sentence !== "" && sentence !== last;
    last = sentence;
    if (!isNews || !box.checked || !document.hidden) return;
    audio ??= new AudioContext();
    chime(audio);
    notify(title, sentence);
  };
  return { choice: el("label", { class: "pair" }, box, " Call me when it is my turn", said), tell };
}

/** @param {AudioContext} audio */
function chime(audio) {
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

/**
 * @param {string} title
 * @param {string} body
 */
function notify(title, body) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(title, { body, tag: location.pathname });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Some phones let only what is installed show any.
  }
}

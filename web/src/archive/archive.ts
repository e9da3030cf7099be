// Archives from the reader's own disk: this browser reads and checks them, and sends no part of them anywhere.

import type { Child } from "../kit/dom";
import { el, words } from "../kit/dom";
import type { Archive } from "./check";
import { checked } from "./check";
import { UnreadableError, WrongError } from "./form";
import { holds, played, section, story, unsaid, verdict } from "./shown";
import { held, kindOf, UnsaidError } from "./signature";

/** The maximum size of a checkpoint or of keys, in bytes. */
const SMALL = 2 ** 20;

/** The texts of the files that somebody opened together with the archive. */
type Brought = { checkpoint: string; keys: string };

/**
 * Open archives, and show one in place of the rest of the page.
 * @param place the lobby, which is hidden while an archive is shown
 * @param games the titles of games by name
 */
export function archives(place: HTMLElement, games: Promise<Map<string, string>>) {
  const input = el("input", { type: "file", id: "archive-file", multiple: true, class: "unseen", "aria-describedby": "archive-hint" });
  const open = (files: Iterable<File>) => opening.open([...files]);
  const opening = new Opening(place, games, () => input.focus());
  input.addEventListener("change", () => {
    open(input.files ?? []);
    input.value = "";
  });
  dropping(place, open);
  return el(
    "section",
    { class: "from-disk", "aria-labelledby": "archive-heading" },
    el("h2", { id: "archive-heading" }, "Read an archive"),
    input,
    el("label", { class: "choose", for: "archive-file" }, "Open an archive from your disk"),
    el(
      "p",
      { class: "hint", id: "archive-hint" },
      "Or drop the file anywhere here. It is read and checked in this browser, and sent nowhere.",
    ),
  );
}

function dropping(place: HTMLElement, open: (files: Iterable<File>) => void) {
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    place.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget ?? place.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    place.classList.remove("dropping");
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    open(event.dataTransfer.files);
  });
}

/** The archive that is being opened, and the files opened with it so far. */
class Opening {
  page = el("main", { class: "archive" });

  /** The texts of the files that somebody opened, one of each kind. */
  #brought: Brought = { checkpoint: "", keys: "" };
  #archive: Archive | null = null;
  #ended = new AbortController();

  constructor(
    readonly place: HTMLElement,
    readonly games: Promise<Map<string, string>>,
    readonly closed: () => void,
  ) {}

  async open(files: File[]) {
    this.#ended.abort();
    this.#ended = new AbortController();
    const { signal } = this.#ended;
    const archives = [];
    for (const file of files) {
      const text = file.size < SMALL ? await file.text() : "";
      const kind = kindOf(text);
      if (kind) this.#brought[kind] = text;
      else archives.push(file);
    }
    if (archives.length > 1) return this.#says(["One archive at a time: choose one, and the checkpoint and keys for it."]);
    if (archives[0]) await this.#read(archives[0], signal);
    else if (this.#archive) await this.#show(this.#archive);
    else this.#says(["This file is not an archive, but belongs to an archive: open the archive too."]);
  }

  async #read(file: File, signal: AbortSignal) {
    this.#archive = null;
    const bar = el("progress", { max: file.size, value: 0, "aria-label": "How much is read" });
    this.#says(["It is being read and checked."], bar);
    try {
      this.#archive = await checked(file, (read) => bar.setAttribute("value", String(read)), signal);
      await this.#show(this.#archive);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof UnreadableError) this.#says([error.message]);
      else if (error instanceof DOMException) this.#says(["The file could not be read from your disk: it is gone, or has changed."]);
      else throw error;
    }
  }

  async #show(archive: Archive) {
    const { signed, said, wrong } = await this.#signature(archive);
    archive.wrong ??= wrong;
    const games = await this.games;
    const isGood = archive.wrong === null;
    this.#fill(
      el("h2", { tabindex: -1 }, archive.told.title ? words(archive.told.title) : "An archive"),
      verdict(archive),
      played(archive, games),
      isGood && holds(archive),
      signed,
      isGood && unsaid(archive, signed !== null),
      isGood && !signed && this.#asks(said),
      story(archive),
    );
  }

  /** The result of the check of a signed checkpoint, if there is one. */
  async #signature(archive: Archive): Promise<{ signed: HTMLElement | null; said: string; wrong: WrongError | null }> {
    const { checkpoint, keys } = this.#brought;
    const none = { signed: null, said: "", wrong: null };
    if (archive.wrong || !(checkpoint || keys)) return none;
    if (!checkpoint) return { ...none, said: "The checkpoint is missing, which the keys are for." };
    if (!keys) return { ...none, said: "The server's keys are missing. A signature needs them." };
    try {
      const { version, key } = await held(archive, checkpoint, keys);
      const text = `The key ${key} signed for this record up to event ${version.toLocaleString()}. Only the person who kept the key can say that it is the server's.`;
      return { ...none, signed: section("Signature", [el("p", {}, text)]) };
    } catch (error) {
      if (error instanceof WrongError) return { ...none, wrong: error };
      if (error instanceof UnsaidError) return { ...none, said: error.message };
      throw error;
    }
  }

  /**
   * The form for a signed checkpoint.
   * @param said the result of the check of earlier files; empty if there were none
   */
  #asks(said: string) {
    const field = (name: keyof Brought) =>
      el("textarea", { id: `archive-${name}`, rows: 3, spellcheck: "false", dir: "ltr", required: true }, this.#brought[name]);
    const [checkpoint, keys] = [field("checkpoint"), field("keys")];
    const check = async (event: Event) => {
      event.preventDefault();
      this.#brought = { checkpoint: checkpoint.value, keys: keys.value };
      if (this.#archive) await this.#show(this.#archive);
    };
    return el(
      "details",
      { open: said !== "" },
      el("summary", {}, "I have a signed checkpoint"),
      el(
        "form",
        { "aria-label": "A signed checkpoint", onsubmit: check },
        el("p", { class: "hint" }, "Paste it here, or drop its file and that of the keys on this page."),
        el("label", { for: "archive-checkpoint" }, "Checkpoint"),
        checkpoint,
        el("label", { for: "archive-keys" }, "Keys of the server"),
        keys,
        el("button", { class: "main" }, "Check the signature"),
      ),
      el("p", { class: "problem", role: "alert" }, said),
    );
  }

  /** Show only a message, and no archive. */
  #says(said: string[], ...more: Node[]) {
    this.#fill(el("h2", { tabindex: -1 }, "An archive from your disk"), el("p", { role: "status" }, ...said), ...more);
  }

  #fill(...children: Child[]) {
    const close = el("button", { type: "button", onclick: () => this.#close() }, "Close the archive");
    this.page.replaceChildren(el("p", { class: "actions" }, close), ...children.filter((one) => one instanceof Node));
    this.place.after(this.page);
    this.place.hidden = true;
    this.page.querySelector("h2")?.focus();
  }

  #close() {
    this.#ended.abort();
    this.#archive = null;
    this.#brought = { checkpoint: "", keys: "" };
    this.page.remove();
    this.place.hidden = false;
    this.closed();
  }
}

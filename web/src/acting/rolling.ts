// Rolling: the player who rolls sees the best paths to the target on the board, each with its dice. The best one is already chosen.

import { unrolled } from "../board/pieces";
import type { Spec } from "../fields/part";
import { NO_DICE, rolls } from "../fields/path";
import { isNeeded } from "../fields/shape";
import { valued } from "../fields/values";
import { el, words } from "../kit/dom";
import type { Pictured } from "../picture/picture";
import { mark } from "../picture/sight";
import type { Offered } from "../play/offers";
import { offered } from "../play/offers";
import { awaitedOf, turnsOf } from "../session/awaited";
import { draft } from "../session/links";
import type { Names } from "../session/names";
import { namesAt } from "../session/names";
import { panel } from "../session/panel";
import type { Schemas, Watch } from "../session/watch";
import { aside } from "./aside";
import type { Fought } from "./fought";
import { fought, shown } from "./fought";
import type { Making } from "./making";

type Way = { path: string[]; pool: number };

/** The maximum number of paths that are shown, the best first. */
const SHOWN = 5;

export function rolling(place: HTMLElement, { canvas }: Pictured, watch: Watch, making: Making) {
  let open: Rolling | null = null;
  let seen: Fought | null = null;
  const light = () => {
    // Usually no element has to be lit, and none is lit.
    if (!open && !seen && !canvas.querySelector(".onway")) return;
    if (open) open.light();
    else mark(canvas, "onway", seen?.lit ?? []);
    aside(place, canvas);
    canvas.dispatchEvent(new Event("lit"));
  };
  canvas.addEventListener("drawn", light);
  panel(place, watch, async ({ version, isHead }, signal) => {
    const [{ play }, names, found] = await Promise.all([
      watch.api.read("/state", { at: version }, signal),
      namesAt(watch, version),
      isHead && watch.ruleset.reads.includes("conflicts") ? asked(watch, signal) : null,
    ]);
    if (signal.aborted || (found && open && open.key === found.key)) return;
    open = found && new Rolling(canvas, watch, making, found);
    seen = fought(play, names);
    canvas.classList.toggle("choosing", open !== null);
    canvas.classList.toggle("fought", open === null && seen !== null);
    place.replaceChildren(...(open ? [open.element] : seen ? [shown(seen)] : []));
    light();
  });
}

/** The roll that the seat is asked for: the option with a path field, and the paths to choose from. */
type Asked = { key: string; offered: Offered; field: Schemas["PathField"]; ways: Way[]; names: Names };

async function asked(watch: Watch, signal: AbortSignal): Promise<Asked | null> {
  const { api, seat, head } = watch;
  const session: Schemas["SessionView"] = await api.read("", { at: head }, signal);
  const waits = turnsOf(awaitedOf(session.awaited, seat)).filter(({ about }) => about);
  if (!waits.length) return null;
  const { options }: Schemas["OptionsView"] = await watch.options(signal);
  const names = await namesAt(watch, head);
  for (const one of offered(options, names)) {
    const field = one.option.fields?.find((field) => field.field === "path");
    const wait = waits.find(({ id }) => id === one.option.answers?.question);
    if (field?.field !== "path" || !wait) continue;
    const { paths }: Schemas["PathsView"] = await api.read(`/conflicts/${wait.about}/paths`, { at: head, limit: SHOWN }, signal);
    // If only longer paths lead to the target, the player enters one in the form with all fields.
    if (!paths.length) continue;
    return { key: JSON.stringify([one.option, paths]), offered: one, field, ways: paths, names };
  }
  return null;
}

/** The form that rolls. */
class Rolling {
  key: string;
  chosen: Way | undefined;
  /** Whether the player was asked to confirm a roll of no dice. */
  isSure = false;
  texts: Spec[];
  said = el("p", { role: "status" });
  button = el("button", { class: "main" });
  element: HTMLFormElement;

  constructor(
    readonly canvas: HTMLElement,
    readonly watch: Watch,
    readonly making: Making,
    readonly asked: Asked,
  ) {
    this.key = asked.key;
    this.chosen = asked.ways[0];
    const { field, names, offered } = asked;
    this.texts = (offered.option.fields ?? []).filter((one) => one.field === "text" && isNeeded(one));
    const target = el("legend", {}, "The way to ", words(valued(field.target, names)));
    this.element = el(
      "form",
      { "aria-label": offered.option.label, onsubmit: (event: Event) => this.#submit(event) },
      el("fieldset", {}, target, ...asked.ways.map((way) => this.#way(way))),
      ...this.texts.map((one) =>
        el("label", {}, one.label, el("input", { name: one.name, required: true, dir: "auto", autocomplete: "off" })),
      ),
      el("p", { class: "actions" }, this.button),
      this.said,
    );
    this.#show();
  }

  #way(way: Way) {
    const choose = () => {
      this.chosen = way;
      this.isSure = false;
      this.light();
      this.#show();
    };
    const { names } = this.asked;
    const box = el("input", { type: "radio", name: "way", checked: way === this.chosen, onchange: choose });
    const steps = way.path.filter((_, n) => n % 2 === 0).map((edge) => valued(edge, names));
    return el("label", { class: "way" }, box, words(steps.join(", then ") || "No way along edges"), unrolled(way.pool));
  }

  /** Light the chosen path on the board. */
  light() {
    const { start, target } = this.asked.field;
    mark(this.canvas, "onway", [start, target, ...(this.chosen?.path ?? [])]);
  }

  #show() {
    const { label = "" } = this.asked.offered.option;
    this.button.textContent = rolls(label, this.chosen?.pool ?? 0, this.isSure);
    this.said.textContent = this.isSure ? NO_DICE : "";
  }

  #submit(event: Event) {
    event.preventDefault();
    const { offered } = this.asked;
    const path = this.chosen?.path ?? [];
    const filled = this.texts.map(({ name }) => [name, String(new FormData(this.element).get(name))]);
    const move = { ...offered.option.fixed, ...Object.fromEntries(filled), ...(path.length ? { path } : {}) };
    // The values of real dice are typed into the form with all fields.
    if (offered.option.fields?.some(({ field }) => field === "dice")) return draft(this.watch, move);
    if (!this.chosen?.pool && !this.isSure) {
      this.isSure = true;
      return this.#show();
    }
    const same = JSON.stringify(offered.option);
    return this.making.make(move, (open) => Boolean(open?.offers.some(({ option }) => JSON.stringify(option) === same)));
  }
}

// The plot: a line with steps for each account shows its tokens at every version. Pointer and keys move a marker.

import { svg } from "../kit/dom";
import { cut } from "../kit/spelling";
import type { Step } from "./ledger";
import { amountAt } from "./ledger";

/** An account's line. `colour` is the class for the colour of its seat. */
export type Line = { name: string; colour: string; steps: Step[] };

/** The lines over the versions 1 to `head`, the undone branches, the rewinds, and the action for a chosen version. */
type Plotted = {
  lines: Line[];
  head: number;
  left: { first: number; last: number }[];
  rewinds: number[];
  go: (version: number) => void;
};

const HEIGHT = 240;
const TOP = 10;
const FOOT = 26;
const START = 34;
/** The minimum distance of two labels, in pixels. */
const APART = 15;
/** The dashes of lines. Lines also differ by these and by the shapes at their ends, not only by colour. */
const DASHES = ["", "8 4", "2 3", "10 3 2 3", "14 4", "4 4", "1 5", "12 3 3 3 3 3", "6 2"];
const SHAPES = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
  "M-4 -4h8v8h-8z",
  "M0 -5l5 9h-10z",
  "M0 -5l5 5l-5 5l-5 -5z",
  "M-5 -4h10l-5 9z",
  "M-5 0h10M0 -5v10",
  "M-4 -4l8 8M-4 4l8 -8",
  "M-5 -2h10v4h-10z",
  "M-2 -5h4v10h-4z",
];

/** A plot that is drawn again only when its room or its lines change. */
export class Plot {
  version = 1;
  plotted: Plotted | null = null;
  marker = svg("g");
  width = 0;
  title = "";
  x = scale(0, 1, 0, 1);
  y = scale(0, 1, 0, 1);

  constructor(readonly place: HTMLElement) {
    new ResizeObserver(() => {
      if (this.width !== place.clientWidth) this.draw();
    }).observe(place);
  }

  show(plotted: Plotted, title: string) {
    this.plotted = plotted;
    this.title = title;
    this.draw();
  }

  draw() {
    const { plotted, place } = this;
    this.width = place.clientWidth;
    if (!plotted || !this.width) return;
    const hadFocus = this.marker.contains(document.activeElement);
    const most = plotted.lines.flatMap(({ steps }) => steps).reduce((found, { amount }) => Math.max(found, amount), 1);
    const end = this.width - Math.min(130, this.width * 0.3);
    this.x = scale(1, Math.max(2, plotted.head), START, end);
    this.y = scale(0, most, HEIGHT - FOOT, TOP);
    this.marker = svg("g", {
      class: "marker",
      role: "slider",
      tabindex: 0,
      "aria-label": "Position on the plot",
      "aria-valuemin": 1,
      "aria-valuemax": plotted.head,
    });
    const drawn = svg(
      "g",
      { "aria-hidden": "true" },
      ...this.ground(plotted, most, end),
      ...plotted.lines.map((line, n) => this.line(line, n)),
      ...this.labels(plotted.lines, end),
    );
    const shown = svg(
      "svg",
      {
        width: this.width,
        height: HEIGHT,
        role: "group",
        "aria-label": this.title,
        onpointerdown: (event: PointerEvent) => this.point(event),
        onkeydown: (event: KeyboardEvent) => this.key(event),
      },
      drawn,
      this.marker,
    );
    place.replaceChildren(shown);
    this.mark(this.version);
    if (hadFocus) this.marker.focus();
  }

  /** Axes with their numbers, and the undone versions. */
  ground({ head, left, rewinds }: Plotted, most: number, end: number) {
    const { x, y } = this.scales();
    const across = ticks(1, head, Math.max(2, Math.floor((end - START) / 70)));
    const up = ticks(0, most, 5);
    return [
      ...left.map(({ first, last }) =>
        svg("rect", { class: "undone", x: x(first), y: TOP, width: Math.max(1, x(last + 1) - x(first)), height: HEIGHT - FOOT - TOP }),
      ),
      ...rewinds.map((version) => svg("line", { class: "rewind", x1: x(version), x2: x(version), y1: TOP, y2: HEIGHT - FOOT })),
      ...up.map((amount) => svg("line", { class: amount === 0 ? "axis" : "hair", x1: START, x2: end, y1: y(amount), y2: y(amount) })),
      ...up.map((amount) => svg("text", { x: START - 6, y: y(amount) + 4, "text-anchor": "end" }, amount)),
      ...across.map((version) => svg("text", { x: x(version), y: HEIGHT - 8, "text-anchor": version === 1 ? "start" : "middle" }, version)),
    ];
  }

  line({ steps, colour }: Line, n: number) {
    const { x, y } = this.scales();
    let path = `M${START} ${y(amountAt(steps, 1))}`;
    for (const { version, amount } of thinned(steps, x)) path += `H${x(version).toFixed(1)}V${y(amount).toFixed(1)}`;
    path += `H${x(this.plotted?.head ?? 1)}`;
    return svg("path", { class: `series ${colour}`, d: path, "stroke-dasharray": DASHES[n % DASHES.length] });
  }

  /** Names at the ends of the lines, moved apart if they would overlap. */
  labels(lines: Line[], end: number) {
    const { y } = this.scales();
    const room = Math.floor((this.width - end - 22) / 7.5);
    const places = lines.map(({ steps }, n) => ({ n, y: y(steps.at(-1)?.amount ?? 0) })).sort((one, other) => one.y - other.y);
    const lowest = HEIGHT - FOOT - APART * (places.length - 1);
    let free = TOP;
    return places.flatMap((place, rank) => {
      const line = lines[place.n];
      if (!line) return [];
      const at = Math.max(free, Math.min(place.y, lowest + APART * rank));
      free = at + APART;
      const shape = svg("path", {
        class: `tip ${line.colour}`,
        d: SHAPES[place.n % SHAPES.length],
        transform: `translate(${end + 6} ${at})`,
      });
      const name = cut(line.name, room);
      return [shape, svg("text", { x: end + 15, y: at + 4, class: "name" }, name)];
    });
  }

  /** Move the marker to a version. */
  mark(version: number) {
    this.version = version;
    if (!this.plotted || !this.x) return;
    const { x, y } = this.scales();
    const at = x(Math.min(version, this.plotted.head));
    const held = this.plotted.lines.map(({ name, steps, colour }, n) => ({ n, name, colour, amount: amountAt(steps, version) }));
    const points = held.map(({ n, amount, colour }) =>
      svg("path", { class: `tip ${colour}`, d: SHAPES[n % SHAPES.length], transform: `translate(${at} ${y(amount)})` }),
    );
    this.marker.setAttribute("aria-valuenow", String(version));
    this.marker.setAttribute("aria-valuetext", `Version ${version}: ${held.map(({ name, amount }) => `${name} ${amount}`).join(", ")}`);
    this.marker.replaceChildren(
      svg("rect", { class: "grip", x: at - 12, y: TOP, width: 24, height: HEIGHT - FOOT - TOP }),
      svg("line", { x1: at, x2: at, y1: TOP, y2: HEIGHT - FOOT }),
      ...points,
    );
  }

  point(event: PointerEvent) {
    const shown = event.currentTarget as SVGSVGElement;
    const at = event.clientX - shown.getBoundingClientRect().left;
    const { head, go } = this.plotted as Plotted;
    const { x } = this.scales();
    event.preventDefault();
    this.marker.focus();
    go(Math.round(Math.max(1, Math.min(head, 1 + ((at - x(1)) / (x(head) - x(1) || 1)) * (head - 1)))));
  }

  key(event: KeyboardEvent) {
    if (!this.plotted) return;
    const { head, go } = this.plotted;
    const far = Math.max(2, Math.round(head / 10));
    const { version } = this;
    const keys = {
      ArrowLeft: version - 1,
      ArrowDown: version - 1,
      ArrowRight: version + 1,
      ArrowUp: version + 1,
      PageDown: version - far,
      PageUp: version + far,
      Home: 1,
      End: head,
    };
    const next = keys[event.key as keyof typeof keys];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    go(Math.max(1, Math.min(head, next)));
  }

  scales() {
    if (!this.x || !this.y) throw new Error("the plot is not drawn yet");
    return { x: this.x, y: this.y };
  }
}

/** A small picture of a line, for the legend. */
export function sample({ colour }: Line, n: number) {
  return svg(
    "svg",
    { class: `sample ${colour}`, width: 34, height: 12, viewBox: "0 -6 34 12", "aria-hidden": "true" },
    svg("path", { class: "series", d: "M0 0H34", "stroke-dasharray": DASHES[n % DASHES.length] }),
    svg("path", { class: "tip", d: SHAPES[n % SHAPES.length], transform: "translate(17 0)" }),
  );
}

const scale = (from: number, to: number, start: number, end: number) => (value: number) =>
  start + ((value - from) / (to - from || 1)) * (end - start);

/** Round numbers from one number to another. */
function ticks(from: number, to: number, most: number) {
  const rough = Math.max(1, (to - from) / most);
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((by) => by * ten >= rough) ?? 10) * ten;
  const found = from === 1 ? [1] : [];
  for (let value = Math.ceil((from === 1 ? 2 : from) / step) * step; value <= to; value += step) found.push(value);
  return found;
}

/** The visible steps: of the steps at the same pixel, only the lowest, the highest and the last. */
function thinned(steps: Step[], x: (version: number) => number) {
  const kept: Step[] = [];
  let here: Step[] = [];
  const keep = () => {
    const by = [...here].sort((one, other) => one.amount - other.amount);
    const seen = new Set([by[0], by.at(-1), here.at(-1)]);
    kept.push(...here.filter((step) => seen.has(step)));
    here = [];
  };
  for (const step of steps) {
    if (here[0] && Math.floor(x(step.version)) !== Math.floor(x(here[0].version))) keep();
    here.push(step);
  }
  if (here.length) keep();
  return kept;
}

// Names: if the drawing is too small for its names, the most important names are drawn larger, and the others are left out.

import { svg } from "../kit/dom";
import type { Zoom } from "./zoom";

/** The height of the smallest letters, in pixels: `narrow` on screens below a width of `below`, and `wide` on others. */
const LETTERS = { wide: 12, narrow: 10, below: 600 };
/** If a unit of the drawing has fewer pixels than this, labels of lines are left out. */
const MUTE = { network: 0.4, map: 0.55 };
/** The size of a name with its free space, divided by the size of the name: with a weight of 1 or more, with less, and at the side. */
const AIR = { strong: 1.1, others: 1.35, aside: 1.03 };
/** The margin of a name on its plate, across and down. A plate is the background of a name that is too wide for its shape. */
const PLATE = { across: 7, down: 4 };
/** The possible places of a name: the distance from the middle of its element, as multiples of its width and height, the nearest first. */
const SPOTS: [number, number][] = [
  [0, 0],
  [0, 0.5],
  [0, -0.5],
  [0.3, 0],
  [-0.3, 0],
  [0, 0.9],
  [0, -0.9],
  [0.3, 0.7],
  [-0.3, 0.7],
  [0.3, -0.7],
  [-0.3, -0.7],
];
/** The least weight of names of chosen, lit and changed elements. These names choose among all their places before lighter names. */
const FIRST = 40;
/** After a zoom by this factor, the shown names are chosen again. */
const OTHER = 1.04;

type Room = { x: number; y: number; width: number; height: number };

/** The bounding boxes of names, which are measured only once. */
const rooms: WeakMap<Element, Room> = new WeakMap();

export class Names {
  unit = 0;
  layer = svg("g", { class: "names", "aria-hidden": "true" });
  /** The shown names, by node. */
  named: Map<Element, Element> = new Map();

  constructor(readonly zoom: Zoom) {
    zoom.addEventListener("look", () => {
      const { unit } = zoom;
      if (Math.max(unit, this.unit) / Math.min(unit, this.unit) > OTHER) this.show();
    });
    for (const turned of ["focusin", "focusout"]) zoom.canvas.addEventListener(turned, () => this.#ring());
  }

  /** Choose again which names are shown, because the elements or their weights have changed. */
  show() {
    const { drawing, unit, isPrinted } = this.zoom;
    this.unit = unit;
    if (!drawing) return;
    // A print shows every name at its own place, because readers of paper cannot zoom.
    const letters = this.zoom.room.width < LETTERS.below ? LETTERS.narrow : LETTERS.wide;
    // In the drawing, the letters of names are 14 units high, and those of labels of lines are 12 units high.
    const isFar = unit < letters / 14 && !isPrinted;
    const isMute = isFar && unit < (drawing.querySelector(":scope > .zone") ? MUTE.map : MUTE.network);
    drawing.classList.toggle("far", isFar);
    drawing.classList.toggle("mute", isMute);
    this.layer.remove();
    if (!isFar) return;
    const many = ties(drawing);
    const matters = (node: Element) => weight(node) + (many.get(node.getAttribute("data-id")) ?? 0) / 100;
    const those = drawing.querySelectorAll(isMute ? ":scope > .node, .zone > .person" : ":scope > .node");
    const nodes = [...those].map((node) => ({ node, weight: matters(node) }));
    const seen = nodes.filter(({ node }) => !node.matches(".dim")).sort((one, other) => other.weight - one.weight);
    const taken: Room[] = [];
    const larger = letters / 14 / unit;
    const parts = [seen.filter(({ weight }) => weight >= FIRST), seen.filter(({ weight }) => weight < FIRST)];
    const named = new Map(parts.flatMap((part) => [...fitting(part, larger, this.zoom.whole, taken)]));
    const labels = isMute ? [] : [...drawing.querySelectorAll(":scope > .says:not(.dim)")].map((node) => ({ node, weight: weight(node) }));
    labels.sort((one, other) => other.weight - one.weight);
    const said = new Map(fitting(labels, letters / 12 / unit, this.zoom.whole, taken));
    for (const { node } of nodes) node.classList.toggle("named", named.has(node));
    for (const { node } of nodes) node.classList.toggle("plated", named.get(node)?.querySelector(".plate") != null);
    this.layer.replaceChildren(...said.values(), ...named.values());
    drawing.append(this.layer);
    this.named = named;
    this.#ring();
  }

  /** Move the name of a carried node with the node. */
  carry(node: Element | null, { x, y }: { x: number; y: number }) {
    const name = node && (this.named.get(node) as SVGElement | undefined);
    if (name) name.style.translate = `${x}px ${y}px`;
  }

  /** Show the focus of a shape on the name as well, because the name can cover the shape. */
  #ring() {
    for (const [node, name] of this.named)
      name.classList.toggle("afar-focused", node.querySelector(":scope > .shape:focus-visible") !== null);
  }
}

/** A name to show: its texts, their bounding box, and its weight. The name of a zone or a person in one stays within the shape. */
type Name = { node: Element; texts: Element[]; room: Room; weight: number; within: SVGGraphicsElement | null };

/**
 * Draw the names that have room. If a name has no room at its own place, it moves a little to the side.
 * @param nodes the nodes, those with the highest weight first
 * @param larger the factor that enlarges the names
 * @param whole the area that the names must stay in
 * @param taken the boxes of names that are already placed
 * @returns the nodes, each with its drawn name
 */
function* fitting(
  nodes: { node: Element; weight: number }[],
  larger: number,
  whole: DOMRect,
  taken: Room[],
): Generator<[Element, Element]> {
  let left = nodes.map(({ node, weight }) => lettered(node, weight)).filter(({ room }) => room.width);
  for (const spot of SPOTS) {
    const found = left.map((name) => ({ name, drawn: standing(name, larger, whole, spot, taken) }));
    for (const { name, drawn } of found) if (drawn) yield [name.node, drawn];
    left = found.flatMap(({ name, drawn }) => (drawn ? [] : [name]));
  }
}

function lettered(node: Element, weight: number): Name {
  const all = [...node.querySelectorAll(":scope > :is(text, .pips, .by)")];
  const texts = node.matches(".zone > .person") ? all.slice(0, 1) : all;
  const within = node.matches(".zone, .zone > .person") ? node.querySelector(":scope > .shape") : null;
  return { node, texts, weight, room: rooms.get(node) ?? measured(node, texts), within: within as SVGGraphicsElement | null };
}

/**
 * Draw a name at one of its places; null if another name is in the way. A name within a shape has only its own place.
 */
function standing(
  { node, texts, weight, room: { x, y, width, height }, within }: Name,
  larger: number,
  whole: DOMRect,
  [aside, below]: [number, number],
  taken: Room[],
) {
  const isAside = aside !== 0 || below !== 0;
  if (within && isAside) return null;
  const [scale, middle] = within ? fitted(within, width, larger) : [larger, y + height / 2];
  const air = scale * (isAside || node.matches(".says") ? AIR.aside : weight < 1 ? AIR.others : AIR.strong);
  const [wide, high] = within ? [width * scale, height * scale] : [(width + PLATE.across) * air, (height + PLATE.down) * air];
  const across = Math.min(Math.max(x + width / 2 + aside * wide, whole.left + wide / 2), whole.right - wide / 2);
  const stands = within && node.matches(".person") ? middle : y + height / 2;
  const down = Math.min(Math.max(stands + below * high, whole.top + high / 2), whole.bottom - high / 2);
  const room = { x: across - wide / 2, y: down - high / 2, width: wide, height: high };
  if (taken.some((other) => meet(room, other))) return null;
  taken.push(room);
  const place = `translate(${across} ${down}) scale(${scale}) translate(${-x - width / 2} ${-y - height / 2})`;
  // The copy is no element of the picture, so it must not have the classes of one.
  const classes = (node.getAttribute("class") ?? "").replace(/\b(node|edge|says|changed|chosen|added)\b/g, "afar-$1");
  const plate = !node.matches(".says") &&
    (isAside || isPlated(node, width * larger)) && {
      class: "plate",
      x: x - PLATE.across,
      y: y - PLATE.down,
      width: width + 2 * PLATE.across,
      height: height + 2 * PLATE.down,
      rx: node.matches(".person") ? height / 2 + PLATE.down : 4,
    };
  return svg("g", { class: classes, transform: place }, plate && svg("rect", plate), ...copies(texts));
}

/**
 * The factor that enlarges a name as far as its shape allows, and the vertical middle of the shape.
 * @param wide the width of the name at its own size
 * @param larger the wanted factor
 */
function fitted(shape: SVGGraphicsElement, wide: number, larger: number): [number, number] {
  const { y, width, height } = shape.getBBox();
  return [Math.min(larger, (width - PLATE.across) / wide), y + height / 2];
}

/**
 * Whether a name needs a plate, because it is wider than the shape of its node. Names of zones, and of the people in them, never do.
 * @param wide the width of the enlarged name
 */
function isPlated(node: Element, wide: number) {
  const shape = node.matches(".node:not(.zone)") && node.querySelector(":scope > .shape");
  return shape && wide + PLATE.across > (shape as SVGGraphicsElement).getBBox().width;
}

const copies = (texts: Element[]) => texts.map((text) => text.cloneNode(true));

function measured(node: Element, texts: Element[]): Room {
  // The pips of an edge do not count: with room for them, its label would be left out more often.
  const counted = node.matches(".says") ? texts.filter((text) => text.matches(".label")) : texts;
  const boxes = counted.map((text) => (text as SVGGraphicsElement).getBBox());
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  const room = { x, y, width, height };
  rooms.set(node, room);
  return room;
}

/** The weight of a name: chosen elements come first, then elements of a fight, changed elements, characters, and elements by power. */
function weight(node: Element) {
  const has = (name: string) => Number(node.classList.contains(name));
  const power = Number(/weight-(\d)/.exec(node.getAttribute("class") ?? "")?.[1] ?? 0);
  return has("chosen") * 80 + has("onway") * 60 + has("changed") * 40 + has("character") * 20 + power - has("eliminated") * 10;
}

/** The number of ties of each element. */
function ties(drawing: Element): Map<string | null, number> {
  const found = new Map();
  for (const tie of drawing.querySelectorAll("[data-ends]")) {
    for (const end of (tie.getAttribute("data-ends") ?? "").split(" ")) found.set(end, (found.get(end) ?? 0) + 1);
  }
  return found;
}

const meet = (one: Room, other: Room) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

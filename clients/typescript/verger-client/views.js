// Views: the banks, the network, the sheets and the map of a session at a version.

import { games, own, START } from "./records.js";

/**
 * @typedef {import("./records.js").Records} Records
 * @typedef {import("./answers.js").NetworkView} NetworkView
 * @typedef {import("./records.js").Json} Json
 */

/** A session at a version. Each part is the same as in the server's answer, but computed without a request. */
export class View {
  /**
   * @param {number} version
   * @param {Records} records the records that the parts are computed from; no view changes them
   */
  constructor(version, records) {
    this.version = version;
    this.records = records;
  }

  /**
   * The tokens of each account that has tokens, by account id and kind. The bank has only the kinds that can run out.
   * @returns {Record<string, Record<string, number>>}
   */
  get banks() {
    /** @type {Record<string, Record<string, number>>} */
    const shown = {};
    for (const [account, purse] of this.records.banks) {
      const kinds = [...purse].filter(([kind]) => account !== "bank" || this.#game?.limited.includes(kind));
      if (account !== "supply" && kinds.length) shown[account] = Object.fromEntries(kinds);
    }
    return shown;
  }

  /** The seats, as in the state of the session. @returns {import("./answers.js").SeatView[]} */
  get seats() {
    return [...this.records.seats.values()];
  }

  /** The network in the form of `getNetwork`; null if the game has none. @returns {NetworkView | null} */
  get network() {
    if (this.records.ruleset !== "verge") return null;
    const control = new Control(this.records);
    const shown = [...this.records.elements.values()].map((element) => shownElement(element, control));
    return {
      version: this.version,
      nodes: shown.filter((element) => !("source" in element)),
      edges: shown.filter((element) => "source" in element),
    };
  }

  /** The sheets in the form of `getSheets`; empty if the game has none. @returns {Json[]} */
  get sheets() {
    const { ruleset, sheets, banks } = this.records;
    return [...sheets].map(([id, sheet]) => {
      const shown = ruleset === "edgerunner" ? ofEdgerunner(id, sheet, this.records) : { ...sheet };
      for (const kind of this.#game?.points ?? []) shown[kind] = banks.get(`character:${id}`)?.get(kind) ?? 0;
      return shown;
    });
  }

  /** The map in the form of the session's state; null if the game has none. @returns {Json | null} */
  get map() {
    const { ruleset, map, zones, borders, sheets } = this.records;
    if (ruleset !== "edgerunner") return null;
    const every = [...borders.values()];
    const shown = [...zones.values()].map((zone) => {
      const there = [...sheets.keys()].filter((id) => sheets.get(id)?.zone === zone.id);
      return { ...zone, there, distances: distances(zone.id, every) };
    });
    return { ...map, zones: shown, borders: every };
  }

  get #game() {
    return own(games, this.records.ruleset);
  }
}

/**
 * Make a view from answers of the server, which must have the same version.
 * @param {import("./answers.js").StateView} state
 * @param {import("./answers.js").BanksView} banks
 * @param {NetworkView | null} network
 */
export function viewOf({ version, table, play }, { bank, accounts }, network) {
  const { notices, sheets = [], map, aspects = [], conflict } = /** @type {any} */ (play);
  const elements = network ? [...network.nodes, ...network.edges] : [];
  /** @type {Json[]} */
  const wards = conflict?.defenses ?? [];
  const purses = [{ account: "bank", tokens: bank }, ...accounts];
  /** @param {any[]} every @param {(one: any) => [string, any]} entry */
  const by = (every, entry) => new Map(every.map(entry));
  return new View(version, {
    ...START,
    ruleset: table.ruleset,
    seats: by(table.seats, (seat) => [seat.id, seat]),
    house_rules: Object.fromEntries(table.house_rules.map(({ id, value }) => [id, value])),
    banks: by(purses, ({ account, tokens }) => [account, new Map(Object.entries({ ...tokens }).filter(([, amount]) => amount))]),
    elements: by(elements, (element) => [element.id, { ...element, interest: by(element.interest, ({ seat, points }) => [seat, points]) }]),
    chosen: new Map(Object.entries(notices?.chosen ?? {})),
    sheets: by(sheets, (sheet) => [sheet.character ?? sheet.id, record(sheet)]),
    map: map ? { name: map.name, metaphorical: map.metaphorical } : START.map,
    zones: by(map?.zones ?? [], (zone) => [zone.id, zone]),
    borders: by(map?.borders ?? [], (border) => [border.id, border]),
    aspects: by(aspects, ({ id, on }) => [id, on]),
    wards,
    hidden: wards.map(({ target, track }) => ({ target, track })),
  });
}

/**
 * @param {Json} element
 * @param {Control} control
 * @returns {any}
 */
function shownElement(element, control) {
  const { label, marks, eliminated, interest } = element;
  /** @param {string} mark */
  const count = (mark) => marks.split(mark).length - 1;
  const standing = count("!") - count("X");
  return {
    ...element,
    shown: label + marks,
    standing,
    power: standing - count("?"),
    control: eliminated ? [] : control.of(element),
    interest: [...interest].map(([seat, points]) => ({ seat, points })),
  };
}

/** Computes the controllers of elements by the rules `control.own`, `control.gm`, `control.grant` and `interest.control`. */
class Control {
  /** @param {Records} records */
  constructor({ seats, elements, house_rules }) {
    /** @param {string} wanted */
    const taken = (wanted) => [...seats.values()].filter(({ kind, taken }) => taken && kind === wanted).map(({ id }) => id);
    this.gm = taken("gm");
    /** The taken seats that play, first the GM's. @type {string[]} */
    this.sitting = [...this.gm, ...taken("player")];
    this.rules = house_rules;
    /** The node of each seat's character. @type {Map<string, string>} */
    this.characters = new Map();
    /** The nodes that are one edge away from each node. @type {Map<string, string[]>} */
    this.near = new Map();
    for (const { id, claimed_by, source, target, eliminated } of elements.values()) {
      if (claimed_by) this.characters.set(claimed_by, id);
      if (!source || eliminated) continue;
      this.near.set(source, [...(this.near.get(source) ?? []), target]);
      this.near.set(target, [...(this.near.get(target) ?? []), source]);
    }
  }

  /** The controllers of an element: first those by right, then those by grant. @param {Json} element */
  of(element) {
    const [rule, seats] = this.#byRight(element);
    const grants = [...element.grants].filter(
      ({ by, seat }) => seats.includes(by) && [by, seat].every((one) => this.sitting.includes(one)),
    );
    return [...seats.map((seat) => ({ seat, rule, by: null })), ...grants.map(({ by, seat }) => ({ seat, rule: "control.grant", by }))];
  }

  /**
   * @param {Json} element
   * @returns {[rule: string, seats: string[]]}
   */
  #byRight({ id, claimed_by, interest, source, target, creator }) {
    if (claimed_by) return this.sitting.includes(claimed_by) ? ["control.own", [claimed_by]] : ["control.gm", this.gm];
    const holder = this.#holder(interest);
    if (holder) return ["interest.control", [holder]];
    const ends = source ? [source, target] : [id, ...(this.near.get(id) ?? [])];
    const through = this.sitting.filter((seat) => ends.includes(this.characters.get(seat)));
    if (through.length) return ["control.own", through];
    const isLeft = this.rules.residual_control === "creator" && this.sitting.includes(creator);
    return ["control.gm", isLeft ? [creator] : this.gm];
  }

  /** The seat with the most points, if the table plays with controlling interest; null for a tie. @param {Map<string, number>} interest */
  #holder(interest) {
    if (this.rules.controlling_interest !== "on") return null;
    const counting = [...interest].filter(([seat]) => this.sitting.includes(seat));
    const most = Math.max(...counting.map(([, points]) => points));
    const leaders = counting.filter(([, points]) => points === most);
    return leaders.length === 1 ? leaders[0]?.[0] : null;
  }
}

/** Turn a sheet of the server's answer into a record. A sheet of Edgerunner also has the condition of its character. @param {Json} sheet */
const record = (sheet) =>
  sheet.tracks ? { ...sheet, sheet, stress: new Map([...sheet.tracks].map(({ name, marked }) => [name, marked])) } : sheet;

/**
 * A sheet of Edgerunner with the character's condition. A defense replaces the threshold of a track.
 * @param {string} id
 * @param {Json} record
 * @param {Records} records
 * @returns {Json}
 */
function ofEdgerunner(id, { character, name, seat, sheet, stress, ...condition }, { wards, aspects }) {
  const { consequences = [], there = false, zone = null, side = 0, is_out = false } = condition;
  const tracks = [...sheet.tracks].map(({ name, threshold }) => ({
    name,
    threshold: wards.find(({ target, track }) => target === id && track === name)?.threshold ?? threshold,
    marked: stress?.get(name) ?? [],
  }));
  const held = [...aspects.keys()].filter((aspect) => aspects.get(aspect) === id);
  const { kind, skills } = sheet;
  return { character, name, seat, kind, skills, tracks, aspects: held, consequences, there, zone, side, is_out };
}

/**
 * The smallest number of borders between a zone and each zone that can be reached from it.
 * @param {string} start
 * @param {Json[]} borders
 */
function distances(start, borders) {
  const far = new Map([[start, 0]]);
  for (const [here, steps] of far) {
    for (const { one, other } of borders) {
      const next = here === one ? other : here === other ? one : here;
      if (!far.has(next)) far.set(next, steps + 1);
    }
  }
  return Object.fromEntries(far);
}

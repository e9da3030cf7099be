// Pips: the marks of an element as small signs, as in the picture, and their numbers in words.

import { svg } from "../kit/dom";

/** The strokes of each sign from the middle of its upper edge, its width, and its name, as in `projections/verge/pips.py`. */
const SIGNS = [
  { mark: "!", wide: 4.5, stroke: "v5.6m0 .8v1.6", name: "ratification" },
  { mark: "X", wide: 8, stroke: "m-3 1l6 6m0 -6l-6 6", name: "strike" },
  { mark: "?", wide: 7, stroke: "m-2.2 2.2c0 -2.6 4.4 -2.6 4.4 0c0 1.8 -2.2 1.6 -2.2 3.4m0 .8v1.6", name: "weakening" },
];
/** The height of a sign in its own units, and the factor that enlarges it on the page. */
const [HIGH, LARGER] = [8, 1.5];

/** The number of each kind of marks, in words. */
export function inWords(marks: string) {
  const many = SIGNS.map(({ mark, name }) => ({ number: [...marks].filter((one) => one === mark).length, name }));
  return many.flatMap(({ number, name }) => (number ? [`${number} ${name}${number > 1 ? "s" : ""}`] : [])).join(", ");
}

/** Draw marks in the order of their writing. */
export function pips(marks: string) {
  let wide = 0;
  let strokes = "";
  for (const mark of marks) {
    const sign = SIGNS.find((one) => one.mark === mark);
    if (!sign) continue;
    strokes += `M${wide + sign.wide / 2} 0${sign.stroke}`;
    wide += sign.wide;
  }
  return svg(
    "svg",
    { class: "marks-drawn", viewBox: `0 0 ${wide} ${HIGH}`, width: wide * LARGER, height: HIGH * LARGER, "aria-hidden": "true" },
    svg("path", { d: strokes }),
  );
}

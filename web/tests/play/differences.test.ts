import { expect, test } from "vitest";
import { differences } from "../../src/play/differences";
import { Names } from "../../src/session/names";
import type { Schemas } from "../../src/session/watch";

type Field = NonNullable<Schemas["Option"]["fields"]>[number];

const NAMES = new Names(
  new Map([
    ["n1", "Kites"],
    ["n2", "Debt"],
  ]),
  new Map(),
);

const choices = (name: string, ...values: string[]) => ({ field: "choices", name, choices: values.map((value) => ({ value })) }) as Field;
const group = (name: string): Field => ({ field: "group", name, shapes: [] });

test.each<[Field[][], string[]]>([
  [
    [[group("goal")], [choices("goal", "n1")]],
    ["new goal", "existing goal"],
  ],
  [
    [[choices("edge", "n1")], [choices("edge", "n2")]],
    ["Kites", "Debt"],
  ],
  [
    [[choices("why", "x")], [choices("why", "x"), choices("by", "n1")]],
    ["", "by Kites"],
  ],
  [
    [[choices("seat", "n1", "n2")], [choices("seat", "n1")]],
    ["Kites or Debt", "Kites"],
  ],
  [
    [[choices("cap", "first_pool")], [choices("cap", "no")]],
    ["cap first pool", "cap no"],
  ],
  [
    [[group("thing")], [group("thing")]],
    ["", "(2)"],
  ],
])("Forms of the same move have names with their different fields: %#", (fields, told) => {
  const options = fields.map((fields) => ({ fixed: { move: "tie" }, fields }));
  expect(differences(options, NAMES)).toEqual(told);
});

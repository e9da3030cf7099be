import { expect, test } from "vitest";
import { pursesOf } from "../../src/seats/seats";

const holding = (account: string, amount: number) => ({ account, name: account, tokens: { fate: amount } });

test("A seat has its own tokens or those of its only character, and no other account", () => {
  const seats = new Map([
    ["s1", "s1"],
    ["s2", "s2"],
    ["c1", "s2"],
    ["c2", "s3"],
    ["c3", "s3"],
  ]);
  const accounts = [holding("seat:s1", 1), holding("fnol:s1", 9), holding("character:c1", 2), holding("bank", 7)];
  const several = [holding("character:c2", 3), holding("character:c3", 4), holding("character:c9", 5)];
  expect([...pursesOf([...accounts, ...several], seats)]).toEqual([
    ["s1", { fate: 1 }],
    ["s2", { fate: 2 }],
  ]);
});

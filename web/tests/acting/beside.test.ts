import { expect, test } from "vitest";
import { meet, spot } from "../../src/acting/beside";

const WINDOW = { width: 1000, height: 600 };
const MENU = { width: 200, height: 150 };
const box = (left: number, top: number, width = 100, height = 40) => ({ left, top, right: left + width, bottom: top + height });
const at = ({ left, top }: { left: number; top: number }) => box(left, top, MENU.width, MENU.height);

test.each([
  ["right", box(100, 280), (it: ReturnType<typeof box>) => it.left > 200],
  ["left", box(800, 280), (it: ReturnType<typeof box>) => it.right < 800],
  ["below", box(0, 20, 1000, 40), (it: ReturnType<typeof box>) => it.top > 60],
  ["above", box(0, 540, 1000, 40), (it: ReturnType<typeof box>) => it.bottom < 540],
])("A menu stands at the side with the most room: %s", (_, about, isThere) => {
  const menu = at(spot(MENU, [about], WINDOW));
  expect(isThere(menu)).toBe(true);
  expect(meet(menu, about)).toBe(false);
});

test("A slip covers neither its node nor the ghost, or, without room for that, only the ghost", () => {
  const [node, near] = [box(400, 280), box(600, 280)];
  const slip = at(spot(MENU, [node, near], WINDOW));
  expect([meet(slip, node), meet(slip, near)]).toEqual([false, false]);
  expect(meet(at(spot(MENU, [node, box(0, 0, 1000, 600)], WINDOW)), node)).toBe(false);
});

test("A menu in a corner stays within the window", () => {
  const menu = at(spot(MENU, [box(0, 0)], WINDOW));
  expect([menu.left >= 0, menu.top >= 0]).toEqual([true, true]);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Watch } from "../../src/session/watch";
import { Steps } from "../../src/time/stepping";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A page that shows the newest of 500 versions, and shows any other version without delay. */
function watching() {
  const shown: number[] = [];
  const go = (version: number) => shown.push(version);
  const watch = { head: 500, moment: { version: 500, isHead: true }, pending: new Set(), addEventListener: () => {}, go };
  return { shown, steps: new Steps(watch as unknown as Watch) };
}

test("A held key shows some of the versions that it passes, and the last one", async () => {
  const { shown, steps } = watching();
  // A held key repeats 30 times a second.
  for (let version = 499; version > 0; version--) {
    steps.to(version);
    await vi.advanceTimersByTimeAsync(33);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown.at(-1)).toBe(1);
  expect(shown.length).toBeLessThan(60);
});

test("A few single key presses show their versions without delay", async () => {
  const { shown, steps } = watching();
  for (const version of [499, 498, 497, 496, 495]) {
    steps.to(version);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(shown).toEqual([499, 498, 497, 496, 495]);
});

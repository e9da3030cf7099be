// A game's own moves and effects, with their types. `make check` compiles this file: each @ts-expect-error must be an error.

import { type EventView, type Session, Verger } from "verger-client";
import type { AddLimitMove, VergeEffect, VergePlay } from "verger-client/games";
import type { NetworkView } from "verger-client/types";

/** The labels of all nodes that an event adds. */
export const added = ({ event }: EventView): string[] =>
  (event.effects as VergeEffect[]).flatMap((effect) => (effect.effect === "node_added" ? [effect.label] : []));

/** Draw a line, and return the step of play and the network after that. */
export async function drawLine(session: Session, text: string): Promise<[string, NetworkView]> {
  const move: AddLimitMove = { move: "add_limit", kind: "line", text };
  const { version } = await session.move(move);
  const play = (await session.getState({ at: version })).play as VergePlay;
  const markdown: string = await session.getStoryText("text/markdown", { to: version });
  return [markdown + play.step, await session.getNetwork({ at: version })];
}

// @ts-expect-error A limit is a line or a veil.
export const wall: AddLimitMove = { move: "add_limit", kind: "wall", text: "spiders" };
// @ts-expect-error The move needs a text.
export const empty: AddLimitMove = { move: "add_limit", kind: "veil" };
// @ts-expect-error There is no such form of a story.
export const pdf = (session: Session): Promise<string> => session.getStoryText("application/pdf");
// @ts-expect-error An operation takes only the parameters that it has.
export const wrong = (verger: Verger): Promise<unknown> => verger.listTables({ colour: "red" });

// The scene, above the board: its place and texts, the characters that are there, and the state of a conflict.

import { render } from "preact";
import type { Names } from "../session/names";
import { namesAt } from "../session/names";
import { panel } from "../session/panel";
import type { Schemas, Watch } from "../session/watch";
import { Name } from "./name";

/** A scene. `there` has the ids of the present characters or seats. `standing` is the state of a conflict or notice, in words. */
type Scene = { title?: string; texts: string[]; there: readonly string[]; standing?: string };

type Notice = NonNullable<Schemas["NoticesView"]["current"]>;

/** The scene of each game; null between two scenes. */
const SCENES: Record<string, (play: any, names: Names) => Scene | null> = { verge, venus, edgerunner };

export function scene(place: HTMLElement, watch: Watch) {
  panel(place, watch, async ({ version }, signal) => {
    const [state, names]: [Schemas["StateView"], Names] = await Promise.all([
      watch.api.read("/state", { at: version }, signal),
      namesAt(watch, version),
    ]);
    if (signal.aborted) return;
    const { limits, ruleset } = state.table;
    render(<Headline scene={SCENES[ruleset]?.(state.play, names) ?? null} limits={limits} names={names} />, place);
  });
}

type Told = { scene: Scene | null; limits: Schemas["TableView"]["limits"]; names: Names };

function Headline({ scene, limits, names }: Told) {
  if (!scene && !limits.length) return null;
  return (
    <>
      {scene && <SceneWords {...scene} />}
      <p class="about">
        {scene?.standing && <strong>{scene.standing}</strong>}
        {scene && scene.there.length > 0 && (
          <span>
            There:{" "}
            {scene.there.map((id, n) => (
              <>
                {n > 0 && ", "}
                <Name id={id} names={names} />
              </>
            ))}
          </span>
        )}
        {limits.length > 0 && (
          <span class="limits">
            Limits: <bdi>{limits.map(({ text }) => text).join(", ")}</bdi>
          </span>
        )}
      </p>
    </>
  );
}

function SceneWords({ title, texts }: Scene) {
  const said = texts.join(" ");
  return (
    <p class="said" title={said}>
      {title && (
        <strong>
          <bdi>{title}</bdi>
        </strong>
      )}{" "}
      <bdi>{said}</bdi>
    </p>
  );
}

function verge({ scene, conflict, notices, characters }: any, names: Names): Scene | null {
  if (!scene) return null;
  const { place, camera, seen = [], present }: Schemas["Scene"] = scene;
  const { current, budget }: Schemas["NoticesView"] = notices;
  const about = current && stake(current, characters, names);
  const notice = current && `First notice of ${names.of(current.seat)}: ${budget} tokens. ${about}`;
  const standing = conflict ? [fight(conflict, names), conflict.notice && about].filter(Boolean).join(" ") : notice || undefined;
  return { title: place, texts: [camera, ...seen], there: present, standing };
}

/** The thing that a first notice of loss is about: the other end of the lost edge of the seat's character. */
export function stake({ seat, edge, was_fought: isLost }: Notice, characters: Record<string, string>, names: Names) {
  const thing = names.ends.get(edge)?.find((end) => end !== characters[seat]);
  const name = names.of(thing ?? edge);
  return isLost ? `${names.of(seat)} has lost “${name}”.` : `At stake for ${names.of(seat)}: “${name}”.`;
}

/** The state of a conflict of Verge. The seat with the most dice of its signal leads (rule `conflict.roll`). */
export function fight({ participants, round }: Schemas["VergeConflictView"], names: Names) {
  const there = participants.filter(({ has_dropped: isOut }) => !isOut).toSorted((one, other) => other.signal - one.signal);
  const [first, second] = there;
  if (!first || there.some(({ has_rolled: isRolled }) => !isRolled)) return "Conflict.";
  const counted = there.map(({ signal }) => signal).join(" : ");
  const leads = first.signal === second?.signal ? "Nobody leads" : `${names.of(first.seat)} leads`;
  return `Conflict${round ? `, round ${round}` : ""}. ${leads}, ${counted}.`;
}

function venus({ scenes: { open, current } }: any): Scene | null {
  const scene = open.find(({ id }: { id: string }) => id === current);
  return scene ? { texts: [scene.text], there: scene.order } : null;
}

function edgerunner({ conflict }: any): Scene | null {
  return conflict && { title: "Conflict:", texts: [conflict.reason], there: [], standing: `Exchange ${conflict.exchange}.` };
}

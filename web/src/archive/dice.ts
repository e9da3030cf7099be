// Dice of an archive: check the dice of revealed seeds (docs/dice.md).

import type { Schemas } from "../session/watch";
import { outOfTurn, rolled, sameDice } from "../why/fairness";
import { hex, sha256, unhex } from "../why/sha256";
import type { Effect, Event } from "./form";
import { WrongError } from "./form";

type Roll = Schemas["Roll"];

/** Checks the dice event by event. */
export class Dice {
  /** How many dice come from seeds, how many of these are proved, and how many were typed in by people. */
  thrown = 0;
  proved = 0;
  reported = 0;
  #commitment = "";
  /** Nonces by the number of the seat. */
  #nonces: Map<number, string> = new Map();
  /** The rolls from the current seed, which is not revealed yet. */
  #rolls: { version: number; roll: Roll; nonces: string[] }[] = [];
  /** The rolls by version. */
  #of: Map<number, Roll[]> = new Map();

  /** @param session the id of the session that recorded the version */
  async take(version: number, session: string, event: Event) {
    const dice = event.dice ?? [];
    if (dice.length) this.#of.set(version, dice);
    if (event.repeats) this.#repeated(version, dice, event.repeats);
    else this.#threw(version, dice);
    this.reported += event.move.reported?.length ?? 0;
    for (const effect of event.effects) await this.#told(version, session, effect);
  }

  /** @param of the version of the first time that the move was made */
  #repeated(version: number, dice: Roll[], of: number) {
    if (!sameDice(dice, this.#of.get(of) ?? []))
      throw new WrongError(version, `its dice are not those of event ${of}, which it makes again`);
  }

  #threw(version: number, dice: Roll[]) {
    if (outOfTurn(dice, this.thrown)) throw new WrongError(version, "its dice are not the next ones: some were left out or put in");
    const nonces = [...this.#nonces].toSorted(([one], [other]) => one - other).map(([, nonce]) => nonce);
    for (const roll of dice) {
      this.thrown += roll.values.length;
      this.#rolls.push({ version, roll, nonces });
    }
  }

  async #told(version: number, session: string, effect: Effect) {
    if (effect.effect === "session_started") this.#commitment = effect.dice_commitment;
    if (effect.effect === "dice_epoch_started") {
      this.#commitment = effect.commitment;
      this.#nonces.clear();
      this.#rolls = [];
    }
    if (effect.effect === "nonce_given") this.#nonces.set(Number(effect.seat.slice(1)), effect.nonce);
    if (effect.effect === "dice_revealed") await this.#revealed(version, session, unhex(effect.seed));
  }

  async #revealed(version: number, session: string, seed: Uint8Array<ArrayBuffer>) {
    if (hex(await sha256(seed)) !== this.#commitment)
      throw new WrongError(version, "the seed that it shows is not the one that was committed to");
    for (const { version: at, roll, nonces } of this.#rolls) {
      const { why } = await rolled(seed, session, nonces, roll);
      if (why) throw new WrongError(at, `its dice are not those of their seed: ${why}`);
      this.proved += roll.values.length;
    }
    this.#rolls = [];
  }
}

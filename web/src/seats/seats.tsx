// The seats at the top of the page: each with its name, its tokens, and marks for your own seat and for seats that play waits for.

import { useEffect, useRef, useState } from "preact/hooks";
import { colourOf } from "../session/names";
import type { Schemas, Watch } from "../session/watch";
import { seenAs } from "./presence";

type Account = Schemas["BanksView"]["accounts"][number];
type Tokens = Account["tokens"];

/** The accounts that belong to a seat or a character. Other accounts, such as escrows, belong to an action or a notice. */
const OWN = /^(?:seat|character):/;
/** If a seat can have more kinds of tokens than this, only the kinds that it has are shown, with their names. */
const KINDS = 3;

/**
 * The tokens of each seat: those in its own account, or in that of its only character.
 * @param seats the seat of each seat id and each character id
 */
export function pursesOf(accounts: Account[], seats: Map<string, string>): Map<string, Tokens> {
  const own = accounts.filter(({ account }) => OWN.test(account));
  const held = own.map(({ account, tokens }) => [seats.get(account.replace(OWN, "")) ?? "", tokens] as const);
  const isOnly = (seat: string) => seat !== "" && held.filter(([other]) => other === seat).length === 1;
  return new Map(held.filter(([seat]) => isOnly(seat)));
}

type Told = { session: Schemas["SessionView"]; due: Set<string>; purses: Map<string, Tokens>; watch: Watch };

export const Seats = ({ session, due, purses, watch }: Told) => (
  <>
    {session.seats.map((seat) => (
      <Seat key={seat.id} {...seat} isDue={due.has(seat.id)} purse={purses.get(seat.id)} watch={watch} />
    ))}
  </>
);

type One = Schemas["SeatView"] & { isDue: boolean; purse: Tokens | undefined; watch: Watch };

function Seat({ id, name, taken, isDue, purse, watch }: One) {
  const said = [id === watch.seat && "you", !taken && "free"].filter(Boolean).join(", ");
  const seen = taken ? seenAs(id, watch) : null;
  const held = Object.entries(purse ?? {}).map(([kind, amount]) => `${amount} ${kind}`);
  const title = [name + (seen ? ` – ${seen.said}` : ""), isDue && "play waits for this seat", ...held].filter(Boolean).join(", ");
  const classes = ["name", colourOf(id), !taken && "free", isDue && "due"].filter(Boolean).join(" ");
  return (
    <li class={classes} title={title} data-presence={seen?.how}>
      <span class="who">
        <bdi>{name}</bdi>
        {said && <small> ({said})</small>}
        {seen && <span class="unseen">, {seen.said}</span>}
        {isDue && (
          <>
            <span aria-hidden="true">…</span>
            <span class="unseen">, play waits for this seat</span>
          </>
        )}
      </span>
      {purse && <Purse tokens={purse} />}
    </li>
  );
}

/** The tokens of a seat. A changed amount is lit for a moment. */
function Purse({ tokens }: { tokens: Tokens }) {
  const all = Object.entries(tokens);
  const isNamed = all.length > KINDS;
  const shown = isNamed ? all.filter(([, amount]) => amount) : all;
  return (
    <span class="purse">
      {shown.map(([kind, amount], n) => (
        <span key={kind}>
          <span aria-hidden="true">{n > 0 && " · "}</span>
          <Amount kind={kind} amount={amount} isNamed={isNamed} />
        </span>
      ))}
    </span>
  );
}

function Amount({ kind, amount, isNamed }: { kind: string; amount: number; isNamed: boolean }) {
  const before = useRef(amount);
  const [moved, setMoved] = useState("");
  useEffect(() => {
    if (amount !== before.current) setMoved(amount > before.current ? "came" : "went");
    before.current = amount;
  }, [amount]);
  return (
    <span class={moved} onAnimationEnd={() => setMoved("")}>
      {amount}
      <span class={isNamed ? "" : "unseen"}> {kind}</span>
    </span>
  );
}

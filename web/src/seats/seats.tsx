// Who is at the table: whether anybody sits there, whether it is oneself, whose turn it is, and what each has in hand.

import { useEffect, useRef, useState } from "preact/hooks";
import { colourOf } from "../session/names";
import type { Schemas, Watch } from "../session/watch";
import { seenAs } from "./presence";

type Tokens = Schemas["BanksView"]["accounts"][number]["tokens"];
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

/** What somebody has in hand; an amount that has changed is lit for a moment. */
const Purse = ({ tokens }: { tokens: Tokens }) => (
  <span class="purse">
    {Object.entries(tokens).map(([kind, amount], n) => (
      <span key={kind}>
        <span aria-hidden="true">{n > 0 && " · "}</span>
        <Amount kind={kind} amount={amount} />
      </span>
    ))}
  </span>
);

function Amount({ kind, amount }: { kind: string; amount: number }) {
  const before = useRef(amount);
  const [moved, setMoved] = useState("");
  useEffect(() => {
    if (amount !== before.current) setMoved(amount > before.current ? "came" : "went");
    before.current = amount;
  }, [amount]);
  return (
    <span class={moved} onAnimationEnd={() => setMoved("")}>
      {amount}
      <span class="unseen"> {kind}</span>
    </span>
  );
}

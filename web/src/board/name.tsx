// The name of a person or thing, in the colour of its seat.

import type { Names } from "../session/names";

export const Name = ({ id, names }: { id: string; names: Names }) => (
  <span class={["name", names.colour(id)].filter(Boolean).join(" ")}>
    <bdi>{names.of(id)}</bdi>
  </span>
);

// Ahead: after a step is shown, the answers for the next step in the same direction are requested in advance.

import type { Watch } from "../session/watch";

/**
 * Prepare the next version after each step. After a jump, nothing is prepared, because the next version is unknown. Call this before the
 * first panel listens to moments.
 */
export function ahead(watch: Watch) {
  let last = watch.moment.version;
  watch.addEventListener("moment", async () => {
    const { version } = watch.moment;
    const way = version - last;
    last = version;
    watch.api.recent.clear();
    if (Math.abs(way) !== 1 || version + way > watch.head) return;
    // The panels begin their requests for this moment after this listener.
    await null;
    await Promise.all(watch.pending);
    if (watch.moment.version === version) watch.api.prepare(version, way);
  });
}

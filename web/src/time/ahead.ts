// Ahead: once a step is shown, what the next one that way will show is asked for before anybody goes there.

import type { Watch } from "../session/watch";

/**
 * Prepare the next version. Call this before any panel looks at a moment. After a jump, the next version is unknown. If the reader has
 * moved on, nothing is prepared.
 */
export function ahead(watch: Watch) {
  let last = watch.moment.version;
  watch.addEventListener("moment", async () => {
    const { version } = watch.moment;
    const way = version - last;
    last = version;
    watch.api.recent.clear();
    if (Math.abs(way) !== 1 || version + way > watch.head) return;
    // The panels turn to this moment next.
    await null;
    await Promise.all(watch.pending);
    if (watch.moment.version === version) watch.api.prepare(version, way);
  });
}

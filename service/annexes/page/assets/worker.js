// The worker: shows what the server pushes to this browser, also when no page is open, and opens the table from there. It keeps nothing.

const worker = /** @type {any} */ (self);

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, navigate } = event.data.json().notification;
  const { href, pathname } = new URL(navigate, worker.location);
  // A later word about a table takes the place of the one before, as does what its page shows by itself.
  event.waitUntil(worker.registration.showNotification(title, { body, tag: pathname, data: href }));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

/** @param {string} address of a table's page */
async function show(address) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {{url: string}} */ { url }) => new URL(url).pathname === new URL(address).pathname);
  await (there ? there.focus() : worker.clients.openWindow(address));
}

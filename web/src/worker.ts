// The worker: shows what the server pushes to this browser, also when no page is open, and opens the table from there. It keeps nothing.

const worker = self as any;

worker.addEventListener("push", (event: any) => {
  const { title, body, navigate } = event.data.json().notification;
  const { href, pathname } = new URL(navigate, worker.location);
  // A later notification about a table replaces the one before. A notice that the page shows also replaces it.
  event.waitUntil(worker.registration.showNotification(title, { body, tag: pathname, data: href }));
});

worker.addEventListener("notificationclick", (event: any) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

/** @param address of a table's page */
async function show(address: string) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }: { url: string }) => new URL(url).pathname === new URL(address).pathname);
  await (there ? there.focus() : worker.clients.openWindow(address));
}

// The service worker: shows the notifications that the server pushes, also when no page is open. A press on one opens its table.

const worker = self as any;

worker.addEventListener("push", (event: any) => {
  const { title, body, navigate } = event.data.json().notification;
  const { href, pathname } = new URL(navigate, worker.location);
  // The tag is the table's path: a later notification about the table, pushed or shown by the page, replaces this one.
  event.waitUntil(worker.registration.showNotification(title, { body, tag: pathname, data: href }));
});

worker.addEventListener("notificationclick", (event: any) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

/** @param address the address of a table's page */
async function show(address: string) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }: { url: string }) => new URL(url).pathname === new URL(address).pathname);
  await (there ? there.focus() : worker.clients.openWindow(address));
}

// Play all seats of a table with the TypeScript client, as play.py does: `node play.mjs SERVER GAME VERSION`.

import { argv } from "node:process";

import { Verger } from "verger-client";

const [server, ruleset, version] = argv.slice(2);

async function play(seat) {
  for await (const moment of seat.live()) {
    if (moment.isOver || moment.version >= Number(version)) return;
    const isAsked = moment.awaited.some(({ what }) => what === "agreement");
    const forms = (await moment.answers()).filter(({ move }) => !isAsked || move !== "propose");
    const form = forms[Math.floor(Math.random() * forms.length)];
    const made = form && (await moment.move(form.fill({}, Math.random)));
    if (made) console.log(made.version);
  }
}

const verger = new Verger(server, { retrySeconds: 600 });
const ann = await verger.start("A bad line", { gm: "Ann", players: ["Bo", "Cy"], ruleset });
const seats = [ann];
for (const code of ann.invitations.values()) seats.push(await verger.claim(code));
console.log(ann.id, ann.token);
await Promise.all(seats.map(play));
verger.close();

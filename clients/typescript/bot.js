// A bot that plays a seat of any game. It reads only the options: `node bot.js SERVER CODE`.

import { argv } from "node:process";

import { Verger } from "verger-client";

const [server, code = ""] = argv.slice(2);
const seat = await new Verger(server).claim(code);
for await (const turn of seat.turns()) {
  const form = turn.forms[Math.floor(Math.random() * turn.forms.length)];
  if (form) await turn.move(form.fill({}, Math.random));
}

// Play an evening of Verge with the generated types. BASE is the server's URL.

import createClient, { type Client } from "openapi-fetch";

import type { components, paths } from "./generated/verger.js";

type Schemas = components["schemas"];
type Move = Schemas["VergeMove"];
type Effect = Schemas["VergeEffect"];
type Problem = Schemas["ProblemBody"];
type Api = Client<paths>;

const LABELS = ["Harbour", "Lamp", "Judge", "Quarry", "Violin", "Orchard", "Ferry", "Widow", "Comet"];
const ORDINALS = ["", " Bridge", " Garden", " March"];

function must<T>(found: T | null | undefined, what: string): T {
  if (found === null || found === undefined) throw new Error(`no ${what}`);
  return found;
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`);
}

class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

class Seat {
  readonly api: Api;

  constructor(
    readonly base: string,
    readonly token: string,
    readonly session: string,
    readonly id: string,
  ) {
    this.api = createClient<paths>({ baseUrl: base, headers: { Authorization: `Bearer ${token}` } });
  }

  get path(): { session: string } {
    return { session: this.session };
  }

  async moves(body: Move, ifMatch?: string): Promise<Schemas["EventView"]> {
    const header = { "Idempotency-Key": crypto.randomUUID(), ...(ifMatch && { "If-Match": ifMatch }) };
    const { data, error } = await this.api.POST("/v1/sessions/{session}/moves", {
      params: { path: this.path, header },
      body,
    });
    // The cast is needed, because openapi-fetch types a pair of numbers as a list.
    if (error) throw new Refused(error as Problem);
    if (!("event" in data)) throw new Error("nobody asked for a dry run");
    return data as Schemas["EventView"];
  }

  async refused(body: Move, ifMatch?: string): Promise<Problem> {
    try {
      await this.moves(body, ifMatch);
    } catch (error) {
      if (error instanceof Refused) return error.problem;
      throw error;
    }
    throw new Error(`${body.move} was accepted`);
  }

  async awaited(): Promise<Schemas["Awaited"][]> {
    const { data } = await this.api.GET("/v1/sessions/{session}/awaited", { params: { path: this.path } });
    return must(data, "answer").awaited;
  }

  async labels(): Promise<string[]> {
    const { data } = await this.api.GET("/v1/sessions/{session}/network", { params: { path: this.path } });
    return must(data, "answer").nodes.map((node) => node.label);
  }

  // Return the first choice for the first field of a move, from the options.
  async firstChoice(move: string): Promise<string> {
    const { data } = await this.api.GET("/v1/sessions/{session}/options", { params: { path: this.path } });
    const option = must(data, "answer").options.find((one) => one.fixed["move"] === move);
    const field = must(must(option, "option").fields?.[0], "field");
    if (field.field !== "choices") throw new Error("no choices");
    return String(must(field.choices[0], "choice").value);
  }

  // Follow the log: each event is a line. Empty lines keep the connection alive.
  async *follow(after: number): AsyncGenerator<Schemas["EventView"]> {
    const answer = await fetch(`${this.base}/v1/sessions/${this.session}/events?after=${after}&follow=true`, {
      headers: { Accept: "application/x-ndjson", Authorization: `Bearer ${this.token}` },
    });
    let rest = "";
    for await (const text of must(answer.body, "stream").pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line) yield JSON.parse(line) as Schemas["EventView"];
    }
  }
}

async function satDown(base: string): Promise<[Seat, Seat]> {
  const api = createClient<paths>({ baseUrl: base });
  const seats: Schemas["NewSeat"][] = [
    { kind: "gm", name: "Ann" },
    { kind: "player", name: "Bo" },
  ];
  const began = await api.POST("/v1/sessions", { body: { title: "The Quiet Harbour", seats } });
  const { session, seat, token, seats: offered } = must(began.data, "session");
  const code = must(offered.find((one) => one.name === "Bo")?.claim_code, "claim code");
  const claimed = must((await api.POST("/v1/seats/claim", { body: { code } })).data, "seat");
  const ann = new Seat(base, must(token, "token"), session, must(seat, "seat"));
  return [ann, new Seat(base, must(claimed.token, "token"), session, claimed.seat)];
}

async function agreed(one: Seat, other: Seat, subject: Schemas["VergeProposeMove"]["subject"]): Promise<void> {
  const { event } = await one.moves({ move: "propose", subject });
  for (const effect of event.effects as Effect[]) {
    if (effect.effect === "proposed") await other.moves({ move: "agree", proposal: effect.proposal });
  }
}

async function loaded(ann: Seat, bo: Seat): Promise<void> {
  const labels = ORDINALS.flatMap((ordinal) => LABELS.map((label) => label + ordinal));
  const fresh = (): string => must(labels.shift(), "label");
  const steps: Record<string, (seat: Seat) => Promise<Move> | Move> = {
    node: () => ({ move: "write_node", label: fresh() }),
    edge: () => ({ move: "write_edge", label: "knows", other: "n1" }),
    tie: () => ({ move: "tie", thing: { label: fresh() }, label: "needs" }),
    mark: async (seat) => ({ move: "mark", element: await seat.firstChoice("mark"), mark: "!" }),
    end_turn: () => ({ move: "end_turn" }),
  };
  for (;;) {
    const wait = must((await ann.awaited())[0], "wait");
    if (wait.seats.length > 1) return;
    const seat = wait.seats[0] === ann.id ? ann : bo;
    await seat.moves(await must(steps[wait.what], wait.what)(seat));
  }
}

// Bo loses an element after a notice of loss, without a fight. Then an ordinary scene begins.
async function noticed(ann: Seat, bo: Seat): Promise<void> {
  const goal = { statement: "It is lost.", target: "n1" };
  await bo.moves({ move: "choose_loss", edge: await bo.firstChoice("choose_loss") });
  await ann.moves({ move: "frame", camera: "A door ajar.", place: "Home", notice: bo.id });
  await ann.moves({ move: "call_conflict", reason: "It is gone.", notice: true });
  await ann.moves({ move: "join_conflict", node: "n1", goal });
  await bo.moves({ move: "stand_aside" });
  await ann.moves({ move: "frame", camera: "Rain.", place: "The quay" });
}

async function refusedAndRebased(bo: Seat): Promise<void> {
  const action = { action: "strengthen", narration: "The lamp is lit again.", element: "n2" } as const;
  const light: Move = { move: "declare", overview: "More light.", actions: [action] };
  const refused = await bo.refused(light);
  switch (refused.code) {
    case "not_enough_tokens":
      expect(refused.type.endsWith("/docs/problems/not_enough_tokens"), refused.type);
      expect(refused.facts?.["tokens_needed"] === "1 story, 1 development", refused.detail);
      break;
    default:
      throw new Error(refused.code);
  }
  const stale = await bo.refused(light, '"3"');
  expect(stale.code === "stale_version" && stale.events?.[0]?.version === 4, "what happened since");
}

async function changed(ann: Seat, bo: Seat): Promise<void> {
  const told = "He was on the quay that night.";
  const clerk = { action: "create", narration: told, label: "The Night Clerk", edge: "saw", other: "n3" } as const;
  const declared = await bo.moves({ move: "declare", overview: "A witness turns up.", actions: [clerk] });
  const wait = must(
    (await ann.awaited()).find((one) => one.what === "consent"),
    "question",
  );
  const events = ann.follow(declared.version);
  await ann.moves({ move: "consent", declaration: must(wait.about, "declaration") });
  const seen: string[] = [];
  for await (const { event } of events) {
    for (const effect of event.effects as Effect[]) {
      if (effect.effect === "node_added") seen.push(effect.label);
    }
    break;
  }
  expect(seen[0] === "The Night Clerk" && (await ann.labels()).includes(seen[0]), "the change");
}

async function evening(base: string): Promise<number> {
  const [ann, bo] = await satDown(base);
  await agreed(ann, bo, { subject: "finish_compile" });
  await loaded(ann, bo);
  await agreed(ann, bo, { subject: "accept_network" });
  await noticed(ann, bo);
  await refusedAndRebased(bo);
  await changed(ann, bo);
  const state = await ann.api.GET("/v1/sessions/{session}/state", { params: { path: ann.path } });
  const play = must(state.data, "state").play as Schemas["VergePlay"];
  expect(play.step === "run", play.step);
  return must(state.data, "state").version;
}

console.log(`played to version ${await evening(must(process.env["BASE"], "BASE"))}`);

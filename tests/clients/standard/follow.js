// Follows a session by what the standard says alone, and prints what it hears: its name, its id, its data.
import { EventSource } from "eventsource";

const [address, token] = process.argv.slice(2);
const asking = (url, how) => fetch(url, { ...how, headers: { ...how.headers, Authorization: `Bearer ${token}` } });
const stream = new EventSource(address, { fetch: asking });
const print = ({ type, lastEventId, data }) => console.log(JSON.stringify([type, lastEventId, JSON.parse(data)]));

stream.onmessage = print;
stream.addEventListener("reset", print);
stream.addEventListener("end", () => stream.close());

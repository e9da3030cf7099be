// Downloads: the picture and the graph of the shown version, as files.

import { el, sign } from "../kit/dom";
import { Problem } from "../session/api";
import type { Watch } from "../session/watch";
import { Kept } from "./kept";

const TYPES: Record<string, string> = { svg: "image/svg+xml", dot: "text/vnd.graphviz", graphml: "application/graphml+xml" };
/** How long a made file stays in memory, so that the browser can save it, in milliseconds. */
const READY = 60_000;
/** Pixels of a PNG for each pixel of the SVG, in each direction. */
const DENSE = 2;

/** A menu of the files to download. */
export function downloads(watch: Watch, isNetwork: boolean) {
  const files = isNetwork ? ["network.svg", "network.dot", "network.graphml"] : ["map.svg"];
  const told = el("span", { role: "status" });
  const buttons = files.map((file) => el("button", { type: "button", onclick: () => take(watch, file, told) }, file));
  const summary = el("summary", {}, sign("M8 2v8M4.5 7 8 10.5 11.5 7M3 13.5h10"), el("span", { class: "word" }, "Download"));
  return el("details", { class: "downloads" }, summary, el("div", {}, ...buttons, told));
}

async function take(watch: Watch, file: string, told: HTMLElement) {
  try {
    await downloaded(watch, file);
    told.textContent = "";
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    told.textContent = error.message;
  }
}

/**
 * Download a file of the shown version, with the picture as it is on the page. The page fetches the file itself, because a link would not
 * send the token, which is in a header.
 * @param file such as `network.svg`; a `.png` is made from the `.svg`
 */
export async function downloaded(watch: Watch, file: string) {
  const { version } = watch.moment;
  const asked = file.replace(".png", ".svg");
  const query = { at: version, ...(asked.endsWith(".svg") && { laid_out: watch.head, ...new Kept(watch).query }) };
  const accept = TYPES[asked.slice(asked.lastIndexOf(".") + 1)];
  const { body } = await watch.api.ask("GET", watch.api.address(`/${asked}`, query), { accept });
  const found = new Blob([body], { type: accept });
  const made = URL.createObjectURL(asked === file ? found : await painted(await found.text()));
  el("a", { href: made, download: file.replace(".", `-${version}.`) }).click();
  setTimeout(() => URL.revokeObjectURL(made), READY);
}

/** Turn an SVG into a PNG with the background of the page. */
async function painted(svg: string): Promise<Blob> {
  const image = el("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
  await image.decode();
  const canvas = el("canvas", { width: image.naturalWidth * DENSE, height: image.naturalHeight * DENSE });
  const brush = canvas.getContext("2d");
  if (brush) brush.fillStyle = getComputedStyle(document.body).backgroundColor;
  brush?.fillRect(0, 0, canvas.width, canvas.height);
  brush?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture")))));
}

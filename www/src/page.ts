// The shell: the address says which view is shown, and every change draws it again.

import { type TemplateResult, render } from "lit-html";
import { here, linkTo, onMove } from "./address.ts";
import { describing } from "./formats.ts";
import { makeView } from "./make/make.ts";
import { lightFields } from "./parts/light.ts";
import { rangeView } from "./range/range.ts";
import { readView } from "./read/read.ts";
import { stopStress, stressView, workFrom } from "./stress/stress.ts";

interface View {
  title: string;
  draw: (params: URLSearchParams) => TemplateResult;
  /** Called when another view is shown. */
  leave?: () => void;
}

const VIEWS: Record<string, View> = {
  read: { title: "read an ID", draw: readView },
  make: { title: "make IDs", draw: makeView },
  stress: { title: "stress a generator", draw: stressView, leave: stopStress },
  range: { title: "find IDs by time", draw: rangeView },
};
const HOME = "read";

let shown = "";

function draw(): void {
  const { view, params } = here();
  const name = Object.hasOwn(VIEWS, view) ? view : HOME;
  const { title, draw } = VIEWS[name] as View;
  const main = document.getElementById("main") as HTMLElement;
  document.title = `flakekit: ${title}`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("nav a")) {
    const [to = ""] = link.hash.slice(1).split("?");
    link.hash = linkTo(to, to === name ? {} : describing(params));
    if (to === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  render(draw(params), main);
  if (name === shown) return;
  VIEWS[shown]?.leave?.();
  shown = name;
  main.querySelector("textarea")?.focus();
}

/** @param script - where the script is that this page, and its worker, start from */
export function open(script: string): void {
  workFrom(script);
  lightFields();
  onMove(draw);
  draw();
  // Where there are no service workers (a page that is not served securely), it works, but not offline.
  if (import.meta.env.PROD) navigator.serviceWorker?.register("./offline.js").catch(() => undefined);
}

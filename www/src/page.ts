// The frame of the page: draws the view that the address names, again after each change.

import { type TemplateResult, render } from "lit-html";
import { currentAddress, linkTo, onAddressChange } from "./address.ts";
import { formatParamsOf } from "./formats.ts";
import { makeView } from "./make/make.ts";
import { highlightFields } from "./parts/highlight.ts";
import { rangeView } from "./range/range.ts";
import { readView } from "./read/read.ts";
import { setWorkerScript, stopStress, stressView } from "./stress/stress.ts";

interface View {
  title: string;
  draw: (params: URLSearchParams) => TemplateResult;
  /** Called when the user goes to another view. */
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
  const { view, params } = currentAddress();
  const name = Object.hasOwn(VIEWS, view) ? view : HOME;
  const { title, draw } = VIEWS[name] as View;
  const main = document.getElementById("main") as HTMLElement;
  document.title = `flakekit: ${title}`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("nav a")) {
    const [to = ""] = link.hash.slice(1).split("?");
    link.hash = linkTo(to, to === name ? {} : formatParamsOf(params));
    if (to === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  render(draw(params), main);
  if (name === shown) return;
  VIEWS[shown]?.leave?.();
  shown = name;
  main.querySelector("textarea")?.focus();
}

/**
 * Starts the page.
 *
 * @param script - the URL of the entry script, from which the stress view starts its worker
 */
export function open(script: string): void {
  setWorkerScript(script);
  highlightFields();
  onAddressChange(draw);
  draw();
  // Browsers offer no service worker to pages that are not served securely. Such a page works, but not offline.
  if (import.meta.env.PROD) navigator.serviceWorker?.register("./offline.js").catch(() => undefined);
}

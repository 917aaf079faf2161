// The frame of the page: draws the view of the state, again after each change.

import { type TemplateResult, html, render } from "lit-html";
import { HOME, linkTo } from "./address.ts";
import { copyButton } from "./parts/copy.ts";
import { highlightFields, highlightPinned } from "./parts/highlight.ts";
import { notLoaded } from "./parts/not-loaded.ts";
import { speak } from "./parts/spoken.ts";
import { listenAnywhere } from "./read/anywhere.ts";
import { loadReading, prepareAnswer, readView } from "./read/read.ts";
import { paramsOfLink } from "./links.ts";
import { readShared } from "./read/shared.ts";
import { type State, drawWith, state } from "./state.ts";
import type { View } from "./view.ts";
import { prepareReadings } from "./when.ts";

/** The views that are loaded when the user goes there. */
const OTHERS: Record<string, () => Promise<View>> = {
  make: async () => (await import("./make/make.ts")).makeView,
  stress: async () => (await import("./stress/stress.ts")).stressView,
  leases: async () => (await import("./leases/leases.ts")).leasesView,
  range: async () => (await import("./range/range.ts")).rangeView,
  layout: async () => (await import("./find/find.ts")).layoutView,
};

const loaded = new Map<string, View>([[HOME, readView]]);

const viewOf = ({ view }: State): string => (Object.hasOwn(OTHERS, view) ? view : HOME);

/** Draws the view of the state, if it is loaded; otherwise loads it and draws then. */
function draw(main: HTMLElement): void {
  const name = viewOf(state);
  const view = loaded.get(name);
  if (view) drawView(name, view, main);
  else void load(name).then(() => draw(main));
}

async function load(name: string): Promise<void> {
  const failed = (error: unknown): View => ({
    title: () => "not loaded",
    draw: () => notLoaded(error),
    // When the user comes back, the view is loaded again.
    leave: () => loaded.delete(name),
  });
  loaded.set(name, (await OTHERS[name]?.().catch(failed)) ?? readView);
}

function drawView(name: string, view: View, main: HTMLElement): void {
  const left = main.dataset["view"];
  if (left !== name) {
    loaded.get(left ?? "")?.leave?.();
    state.pinned = "";
    view.enter?.();
  }
  main.dataset["view"] = name;
  const { title, content } = guarded(view);
  document.title = `${title} · flakekit`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("nav a[href^='#']")) {
    const [to = ""] = link.hash.slice(1).split("?");
    const target = linkTo(to, paramsOfLink(to, name, state));
    if (link.hash !== target) link.hash = target;
    if (to === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  render(content, main);
  highlightPinned(main);
  speak(main.querySelector(".when hgroup, .many h2")?.textContent.replaceAll(/\s+/g, " ").trim() ?? "");
  if (left !== name) main.querySelector("textarea")?.focus();
}

/** Draws a view and its title. If that fails, a sentence and a way out are drawn, and the error is reported. */
function guarded({ title, draw }: View): { title: string; content: TemplateResult } {
  try {
    return { title: title(state), content: draw(state) };
  } catch (error) {
    reportError(error);
    const content = html`<p class="error" role="alert">
        The page cannot show this address: ${error instanceof Error ? error.message : String(error)}.
      </p>
      <p><a href=${linkTo(viewOf(state))}>Start this view again</a></p>`;
    return { title: "not shown", content };
  }
}

/** WebKit has no `requestIdleCallback`. */
const whenIdle: (act: () => void) => unknown = globalThis.requestIdleCallback ?? setTimeout;

/** Loads and makes, after the first drawing, the parts that the first reading needs. */
function prepare(): void {
  prepareReadings();
  // If loading fails, the view that needs the reader tries again, and says why it failed.
  loadReading()
    .then(() => whenIdle(prepareAnswer))
    .catch(() => undefined);
}

/** Starts the page in an element. */
export function open(main: HTMLElement): void {
  highlightFields();
  listenAnywhere();
  const install = document.getElementById("install") as HTMLElement;
  render(
    copyButton("the command", () => install.querySelector("code")?.textContent ?? ""),
    install,
  );
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    // The address has the view in its place.
    event.preventDefault();
    main.focus();
  });
  drawWith(() => draw(main));
  draw(main);
  readShared();
  requestAnimationFrame(() => setTimeout(prepare));
  // Browsers offer no service worker to pages that are not served securely. A page without a service worker works, but
  // not offline.
  if (import.meta.env.PROD) navigator.serviceWorker?.register("./offline.js").catch(() => undefined);
}

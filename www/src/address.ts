// What the page shows is in the address, behind the #, so that it can be sent to somebody and nothing reaches a server.

/** The view and what it shows: `#read?id=123` is the view `read` with `id` 123. */
export interface Place {
  view: string;
  params: URLSearchParams;
}

export function here(): Place {
  const [view = "", query = ""] = location.hash.slice(1).split("?");
  return { view, params: new URLSearchParams(query) };
}

export type Params = Record<string, string | number | null | undefined>;

/** The address of a view; parameters without a value are left out. */
export function linkTo(view: string, params: Params = {}): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query ? `#${view}?${query}` : `#${view}`;
}

let moved: () => void = () => undefined;

/** Calls this whenever the address has changed, by a link or by `adjust`. */
export function onMove(listener: () => void): void {
  moved = listener;
  addEventListener("hashchange", listener);
}

/** Draws the page again where something has changed that is not in the address. */
export const redraw = (): void => moved();

/** Changes some parameters of the address, without a step in the browser's history, and draws the page again. */
export function adjust(changes: Params): void {
  const { view, params } = here();
  history.replaceState(null, "", linkTo(view, { ...Object.fromEntries(params), ...changes }));
  redraw();
}

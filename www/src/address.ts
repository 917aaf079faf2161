// The fragment of the URL (after the #) holds the page's state. A link therefore shows the same view to another person,
// and no ID is sent to a server.

/** The view and its parameters: `#read?id=123` is the view `read` with the parameter `id` = 123. */
export interface Address {
  view: string;
  params: URLSearchParams;
}

export function currentAddress(): Address {
  const [view = "", query = ""] = location.hash.slice(1).split("?");
  return { view, params: new URLSearchParams(query) };
}

export type Params = Record<string, string | number | null | undefined>;

/** Returns the link to a view. Parameters that are null or undefined are left out. */
export function linkTo(view: string, params: Params = {}): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query ? `#${view}?${query}` : `#${view}`;
}

let changed: () => void = () => undefined;

/** Sets the function that is called after each change of the address, by a link or by {@link setParams}. */
export function onAddressChange(listener: () => void): void {
  changed = listener;
  addEventListener("hashchange", listener);
}

/** Draws the page again after a change of state that is not in the address. */
export const redraw = (): void => changed();

/** Changes some parameters of the address without a new entry in the browser's history, and draws the page again. */
export function setParams(changes: Params): void {
  const { view, params } = currentAddress();
  history.replaceState(null, "", linkTo(view, { ...Object.fromEntries(params), ...changes }));
  redraw();
}

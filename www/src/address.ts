// The fragment of the URL (after the #) names a view and its parameters. A link therefore shows the same view to another
// person, and no ID is sent to a server.

/** The view and its parameters: `#read?id=123` is the view `read` with the parameter `id` = 123. */
export interface Address {
  view: string;
  params: URLSearchParams;
}

/** The view that is shown first, and at an address without a view. */
export const HOME = "read";

export function readAddress(hash: string): Address {
  const [view, query] = hash.slice(1).split("?");
  return { view: view || HOME, params: new URLSearchParams(query) };
}

export type Params = Record<string, string | number | null | undefined>;

/** Returns the link to a view. Parameters that are null or undefined are left out. */
export function linkTo(view: string, params: Params = {}): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query ? `#${view}?${query}` : `#${view}`;
}

// The locations of stores in tables of databases.

/** The location of each table of each client: an object. Stores with the same location count as one store. */
const locations = new WeakMap<object, Map<string, object>>();

export function locationOf(client: object, table: string): object {
  const tables = locations.get(client) ?? new Map<string, object>();
  locations.set(client, tables);
  const location = tables.get(table) ?? {};
  tables.set(table, location);
  return location;
}

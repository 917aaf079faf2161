import { type AnyGenerator, type AnyId, batch, FlakeError } from "flakekit";

/** Makes `count` IDs or fewer, but at least one. A format has one metadata field at most. */
export async function makeChunk(
  ids: AnyGenerator,
  count: number,
  [meta = 0]: readonly number[],
): Promise<ArrayLike<AnyId>> {
  try {
    return batch(ids, count, meta);
  } catch (error) {
    // The window of a lease has no room for all of them. `nextAsync` waits for a new one.
    if (error instanceof FlakeError && error.code === "LEASE_EXPIRED") return [await ids.nextAsync(meta)];
    throw error;
  }
}

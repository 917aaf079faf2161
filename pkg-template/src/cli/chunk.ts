import { type AnyGenerator, type AnyId, FlakeError } from "flakekit";

/** Makes up to so many IDs, at least one. */
export async function makeChunk(
  ids: Pick<AnyGenerator, "batch" | "nextAsync">,
  count: number,
  metadata: number[],
): Promise<ArrayLike<AnyId>> {
  try {
    return ids.batch(count, ...metadata);
  } catch (error) {
    // The window of a lease has no room for all of them. This waits for a new one.
    if (error instanceof FlakeError && error.code === "LEASE_EXPIRED") return [await ids.nextAsync(...metadata)];
    throw error;
  }
}

// Code that makes IDs, and is tested.

import { generator, twitter } from "flakekit";

export function newOrder(item: string) {
  const ids = generator(twitter, { machineId: 1 }); // making one for each ID is harmless
  return { id: ids.nextText(), item };
}

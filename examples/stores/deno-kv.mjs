// A store of leases in Deno KV. docs/stores.md lists the faults that it does not cover.

const GENERATION = "1"; // the store forgets nothing
const MOST = 10; // keys in a call

export function denoKv(kv, { prefix = "flakekit", clock = Date.now } = {}) {
  const clockKey = (space) => [prefix, "clock", space];
  const name = (space, key) => [prefix, "record", space, key];
  return {
    async read(space, keys) {
      for (;;) {
        const time = await kv.get(clockKey(space));
        const entries = [];
        for (let i = 0; i < keys.length; i += MOST) {
          entries.push(...(await kv.getMany(keys.slice(i, i + MOST).map((key) => name(space, key)))));
        }
        const now = Math.max(clock(), time.value ?? 0);
        const { ok } = await kv.atomic().check(time).set(clockKey(space), now).commit();
        if (ok) return { now, generation: GENERATION, records: entries.map(({ value }) => value) };
      }
    },
    async swap(space, key, previous, next, guard) {
      for (;;) {
        const keys = [clockKey(space), name(space, "head"), name(space, key)];
        const [time, head, record] = await kv.getMany(keys);
        const now = time.value ?? 0;
        const isGuarded = now < guard.before && head.value === guard.head && guard.generation === GENERATION;
        if (!isGuarded || record.value !== previous) return false;
        const commit = kv.atomic().check(time).set(clockKey(space), now).set(name(space, key), next);
        if ((await commit.commit()).ok) return true;
      }
    },
  };
}

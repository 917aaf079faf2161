// A store of leases in etcd, by its HTTP interface. docs/stores.md lists the faults that it does not cover.

const MOST = 100; // etcd allows 128 operations in a transaction

const bytes = (text) => Buffer.from(text).toString("base64");
const time = (ms) => bytes(String(ms).padStart(16, "0")); // etcd compares values as texts

export function etcd(url, { prefix = "flakekit/", clock = Date.now } = {}) {
  let cluster; // its ID is the generation
  const name = (space, key) => bytes(`${prefix}${space}\0${key}`);
  const is = (key, text) =>
    text === null ? { key, target: "CREATE", create_revision: 0 } : { key, target: "VALUE", value: bytes(text) };
  const below = (key, ms) => ({ key, target: "VALUE", result: "LESS", value: time(ms) });
  const get = (key, revision = 0) => ({ request_range: { key, revision } });
  const put = (key, value) => ({ request_put: { key, value } });
  const transact = async (compare, success, failure = []) => {
    const body = JSON.stringify({ compare, success, failure });
    const response = await fetch(`${url}/v3/kv/txn`, { method: "POST", body });
    if (!response.ok) throw new Error(`etcd answered ${response.status}: ${await response.text()}`);
    const { header, succeeded = false, responses = [] } = await response.json();
    cluster = header.cluster_id;
    const ranges = responses.flatMap(({ response_range }) => response_range ?? []);
    const values = ranges.map(({ kvs: [kv] = [] }) => (kv ? Buffer.from(kv.value ?? "", "base64").toString() : null));
    return { revision: header.revision, succeeded, values };
  };
  return {
    async read(space, keys) {
      const clockKey = name(space, "");
      const now = clock();
      const gets = [clockKey, ...keys.slice(0, MOST).map((key) => name(space, key))].map((key) => get(key));
      const { revision, values } = await transact([below(clockKey, now)], [put(clockKey, time(now)), ...gets], gets);
      const [reading, ...records] = values;
      if (reading === null) {
        await transact([is(clockKey, null)], [put(clockKey, time(0))]);
        return this.read(space, keys);
      }
      for (let i = MOST; i < keys.length; i += MOST) {
        const rest = keys.slice(i, i + MOST).map((key) => get(name(space, key), revision));
        records.push(...(await transact([], rest)).values);
      }
      return { now: Number(reading), generation: cluster, records };
    },
    async swap(space, key, previous, next, { head, generation, before }) {
      if (cluster === undefined) await transact([], [get(name(space, ""))]);
      if (generation !== cluster) return false;
      const guard = [below(name(space, ""), before), is(name(space, "head"), head), is(name(space, key), previous)];
      return (await transact(guard, [put(name(space, key), bytes(next))])).succeeded;
    },
  };
}

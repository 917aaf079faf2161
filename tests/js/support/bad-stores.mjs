// Broken stores, each with one fault that a real store could have. All of them wrap the store of `memory`.

import { setImmediate, setTimeout } from "node:timers/promises";

/**
 * A store of three connections that share one wrapper. `wrap` gets the good store and returns the members that differ.
 */
const shared = (wrap) => (memory) => {
  const good = memory();
  const store = { ...good, ...wrap(good) };
  return [store, store, store];
};

/** A store of three connections, each with a wrapper of its own. */
const each = (wrap) => (memory) => {
  const good = memory();
  return [0, 1, 2].map((number) => ({ ...good, ...wrap(good, number) }));
};

/** A fault in the answers of reads. `change` gets the answer, the keys, and the number of the connection. */
const answer = (change) =>
  each((good, number) => ({
    async read(space, keys) {
      const answer = await good.read(space, keys);
      return { ...answer, ...change(answer, keys, number) };
    },
  }));

/** A fault in the values that swaps compare. `change` gets the arguments and the present records. */
const given = (change) =>
  shared((good) => ({
    async swap(space, key, previous, next, guard) {
      const { records } = await good.read(space, [key, "head"]);
      const changed = { previous, guard, ...change({ key, previous, guard }, records) };
      return good.swap(space, key, changed.previous, next, changed.guard);
    },
  }));

/** A fault in the names of spaces, in the keys or in the records, on their way to the store. */
const translated = ({ space = (name) => name, key = (name) => name, record = (text) => text }) =>
  shared((good) => {
    const text = (previous) => (previous === null ? null : record(previous));
    return {
      spaces: undefined,
      keysOf: undefined,
      read: (name, keys) => good.read(space(name), keys.map(key)),
      swap: (name, one, previous, next, guard) =>
        good.swap(space(name), key(one), text(previous), record(next), { ...guard, head: text(guard.head) }),
    };
  });

/** Writes a record without any guard. */
async function write(good, space, key, next) {
  const { generation, records } = await good.read(space, [key, "head"]);
  const guard = { head: records[1], generation, before: Infinity };
  return (await good.swap(space, key, records[0], next, guard)) || write(good, space, key, next);
}

/** Whether a swap may be made with the present records. */
async function mayApply(good, space, key, previous, guard) {
  const { now, generation, records } = await good.read(space, [key, "head"]);
  return records[0] === previous && records[1] === guard.head && generation === guard.generation && now < guard.before;
}

/** A queue that makes one call after the other. */
function queue() {
  let last = Promise.resolve();
  return (call) => {
    last = last.then(call, call);
    return last;
  };
}

const equalTexts = (equal) =>
  given(({ previous }, [record]) => ({ previous: equal(record, previous) ? record : previous }));

const equalHeads = (equal) =>
  given(({ guard }, [, head]) => ({ guard: { ...guard, head: equal(head, guard.head) ? head : guard.head } }));

const comparisons = {
  "ignores the record": equalTexts(() => true),
  "takes an empty record for a missing one": equalTexts((record, previous) => (record || null) === (previous || null)),
  "compares records as numbers": equalTexts(
    (record, previous) => record !== null && Number(record) === Number(previous),
  ),
  "compares records without case": equalTexts((record, previous) => record?.toLowerCase() === previous?.toLowerCase()),
  "compares the beginnings of records": equalTexts(
    (record, previous) => record?.slice(0, 255) === previous?.slice(0, 255),
  ),
  "compares lengths of records": equalTexts((record, previous) => record?.length === previous?.length),
  "ignores the head": equalHeads(() => true),
  "takes a missing guard.head for no guard": equalHeads((_meta, expected) => expected === null),
  "takes a missing head for one that fits": equalHeads((head) => head === null),
  "compares the head without spaces": equalHeads((head, expected) => head?.trim() === expected?.trim()),
  "does not guard swaps of the head": given(({ key, guard }, [, head]) =>
    key === "head" ? { guard: { ...guard, head } } : {},
  ),
  "ignores the record of a swap of the head": given(({ key, previous }, [record]) => ({
    previous: key === "head" ? record : previous,
  })),
  "ignores the generation": shared((good) => ({
    async swap(space, key, previous, next, guard) {
      const { generation } = await good.read(space, []);
      return good.swap(space, key, previous, next, { ...guard, generation });
    },
  })),
  "compares the beginning of the generation": shared((good) => ({
    async swap(space, key, previous, next, guard) {
      const { generation } = await good.read(space, []);
      const isSimilar = guard.generation.startsWith(generation);
      return good.swap(space, key, previous, next, isSimilar ? { ...guard, generation } : guard);
    },
  })),
  "ignores before": given(({ guard }) => ({ guard: { ...guard, before: Infinity } })),
  "takes 0 for no limit": given(({ guard }) => ({ guard: { ...guard, before: guard.before || Infinity } })),
  "lets swaps apply at before itself": given(({ guard }) => ({ guard: { ...guard, before: guard.before + 1 } })),
  "limits only swaps of existing records": given(({ previous, guard }) => ({
    guard: { ...guard, before: previous === null ? Infinity : guard.before },
  })),
};

const atomicity = {
  "compares, and writes later": shared((good) => ({
    async swap(space, key, previous, next, guard) {
      if (!(await mayApply(good, space, key, previous, guard))) return false;
      await setImmediate();
      return write(good, space, key, next);
    },
  })),
  "has a lock for each connection": each((good) => {
    const inTurn = queue();
    return {
      swap: (space, key, previous, next, guard) =>
        inTurn(async () => {
          if (!(await mayApply(good, space, key, previous, guard))) return false;
          await setImmediate();
          return write(good, space, key, next);
        }),
    };
  }),
  "checks the head, and swaps later": shared((good) => ({
    async swap(space, key, previous, next, guard) {
      const { records } = await good.read(space, ["head"]);
      if (records[0] !== guard.head) return false;
      await setImmediate();
      const { records: later } = await good.read(space, ["head"]);
      return good.swap(space, key, previous, next, { ...guard, head: later[0] });
    },
  })),
  "compares the head, and replaces it later": shared((good) => ({
    async swap(space, key, previous, next, guard) {
      if (key !== "head") return good.swap(space, key, previous, next, guard);
      if (!(await mayApply(good, space, key, previous, guard))) return false;
      await setImmediate();
      const { records } = await good.read(space, ["head"]);
      return good.swap(space, key, records[0], next, { ...guard, head: records[0] });
    },
  })),
  "checks the clock, and swaps later": shared((good) => ({
    async swap(space, key, previous, next, guard) {
      if (!(await mayApply(good, space, key, previous, guard))) return false;
      await setTimeout(3);
      return good.swap(space, key, previous, next, { ...guard, before: Infinity });
    },
  })),
  "writes all records of a space, each under its own lock": shared((good) => {
    const locks = new Map();
    const keys = Array.from({ length: 6 }, (_, i) => `seat ${i}`);
    return {
      swap(space, key, previous, next, guard) {
        const name = JSON.stringify([space, key]);
        if (!locks.has(name)) locks.set(name, queue());
        return locks.get(name)(async () => {
          const { records } = await good.read(space, keys);
          await setImmediate();
          const applied = await good.swap(space, key, previous, next, guard);
          const others = keys.filter((other, i) => applied && other !== key && records[i] !== null);
          for (const other of others) await write(good, space, other, records[keys.indexOf(other)]);
          return applied;
        });
      },
    };
  }),
  "answers true without writing": shared((good) => ({
    swap: async (space, key, previous, next, guard) => mayApply(good, space, key, previous, guard),
  })),
  "answers true before it writes": shared((good) => ({
    async swap(space, key, previous, next, guard) {
      const applies = await mayApply(good, space, key, previous, guard);
      if (applies) setTimeout(2).then(() => write(good, space, key, next));
      return applies;
    },
  })),
  "writes and answers false": shared((good) => ({
    swap: (...swap) => good.swap(...swap).then(() => false),
  })),
  "answers true when it has not written": shared((good) => ({
    swap: (...swap) => good.swap(...swap).then(() => true),
  })),
  "writes what it refuses": shared((good) => ({
    async swap(space, key, previous, next, guard) {
      const applied = await good.swap(space, key, previous, next, guard);
      if (!applied) await write(good, space, key, next);
      return applied;
    },
  })),
  "sends a swap again without its guard": shared((good) => {
    let swaps = 0;
    return {
      async swap(space, key, previous, next, guard) {
        const applied = await good.swap(space, key, previous, next, guard);
        if (applied && ++swaps === 100) setTimeout(10).then(() => write(good, space, key, "sent again"));
        return applied;
      },
    };
  }),
  "refuses a swap to the same text": shared((good) => ({
    swap: async (space, key, previous, next, guard) =>
      (await good.swap(space, key, previous, next, guard)) && next !== previous,
  })),
  "fails after a refusal": shared((good) => {
    let isBroken = false;
    return {
      async swap(...swap) {
        if (isBroken) throw new Error("a transaction is open");
        const applied = await good.swap(...swap);
        isBroken = !applied;
        return applied;
      },
    };
  }),
  "remembers its guards": shared((good) => {
    const guards = new WeakMap();
    return {
      swap(space, key, previous, next, guard) {
        if (!guards.has(guard)) guards.set(guard, { ...guard });
        return good.swap(space, key, previous, next, guards.get(guard));
      },
    };
  }),
  "changes its guard": shared((good) => ({
    swap(space, key, previous, next, guard) {
      if (!Object.isFrozen(guard)) guard.before = Math.floor(guard.before / 1000);
      return good.swap(space, key, previous, next, { ...guard, before: guard.before * 1000 });
    },
  })),
};

const reads = {
  "caches what it has read": each((good) => {
    const cache = new Map();
    return {
      async read(space, keys) {
        const name = JSON.stringify([space, keys]);
        const { now, generation } = await good.read(space, []);
        if (!cache.has(name)) cache.set(name, (await good.read(space, keys)).records);
        return { now, generation, records: cache.get(name) };
      },
      swap(space, ...swap) {
        for (const name of cache.keys()) if (JSON.parse(name)[0] === space) cache.delete(name);
        return good.swap(space, ...swap);
      },
    };
  }),
  "reads a replica that lags": shared((good) => {
    const old = new Map();
    return {
      async read(space, keys) {
        const { records, ...rest } = await good.read(space, keys);
        const lagging = (key, i) => old.get(JSON.stringify([space, key])) ?? records[i];
        return { ...rest, records: keys.map((key, i) => lagging(key, i)) };
      },
      async swap(space, key, previous, next, guard) {
        const applied = await good.swap(space, key, previous, next, guard);
        const name = JSON.stringify([space, key]);
        if (applied && previous !== null) {
          old.set(name, previous);
          setTimeout(3).then(() => old.delete(name));
        }
        return applied;
      },
    };
  }),
  "answers in the order of the sorted keys": shared((good) => ({
    read: (space, keys) => good.read(space, [...keys].sort()),
  })),
  "answers a repeated key once": answer(({ records }, keys) => ({
    records: records.map((record, i) => (keys.indexOf(keys[i]) < i ? null : record)),
  })),
  "leaves out repeated keys": shared((good) => ({ read: (space, keys) => good.read(space, [...new Set(keys)]) })),
  "throws on more than 1000 keys": shared((good) => ({
    async read(space, keys) {
      if (keys.length > 1000) throw new Error("too many SQL variables");
      return good.read(space, keys);
    },
  })),
  "throws on more than 4000 keys": shared((good) => ({
    async read(space, keys) {
      if (keys.length > 4000) throw new Error("too many results to unpack");
      return good.read(space, keys);
    },
  })),
  "throws on no keys": shared((good) => ({
    async read(space, keys) {
      if (keys.length === 0) throw new Error("syntax error near ()");
      return good.read(space, keys);
    },
  })),
  "answers undefined for a missing record": answer(({ records }) => ({
    records: records.map((record) => record ?? undefined),
  })),
  "answers an empty text for a missing record": answer(({ records }) => ({
    records: records.map((record) => record ?? ""),
  })),
  "finds what objects inherit": shared((good) => ({
    async read(space, keys) {
      const answer = await good.read(space, keys);
      return { ...answer, records: answer.records.map((record, i) => record ?? {}[keys[i]]?.name ?? null) };
    },
  })),
  "reads one key after the other": shared((good) => ({
    async read(space, keys) {
      const answer = await good.read(space, []);
      if (keys.length > 9) return good.read(space, keys);
      const records = [];
      for (const key of [...keys]) {
        records.push((await good.read(space, [key])).records[0]);
        await setImmediate();
      }
      return { ...answer, records };
    },
  })),
  "shows a record that is half written": shared((good) => ({
    async swap(space, key, previous, next, guard) {
      if (!(await mayApply(good, space, key, previous, guard)) || next.length < 3000) {
        return good.swap(space, key, previous, next, guard);
      }
      await write(good, space, key, next.slice(0, 512));
      await setImmediate();
      return write(good, space, key, next);
    },
  })),
  "reads the clock after the records": shared((good) => ({
    async read(space, keys) {
      const answer = await good.read(space, keys);
      if (keys.length !== 1 || keys[0] === "head") return answer;
      await setTimeout(3);
      return { ...(await good.read(space, keys)), records: answer.records };
    },
  })),
  "reads the clock before the records, on one connection": each((good, number) => ({
    async read(space, keys) {
      const answer = await good.read(space, keys);
      if (number !== 0 || keys.length !== 1 || keys[0] === "head") return answer;
      await setTimeout(3);
      return { ...answer, records: (await good.read(space, keys)).records };
    },
  })),
  "keeps the caller's keys": shared((good) => {
    const kept = new WeakMap();
    return {
      read(space, keys) {
        if (!kept.has(keys)) kept.set(keys, [...keys]);
        return good.read(space, kept.get(keys));
      },
    };
  }),
  "sorts the caller's keys": shared((good) => ({
    async read(space, keys) {
      const wanted = [...keys];
      const sorted = keys.sort();
      const answer = await good.read(space, sorted);
      return { ...answer, records: wanted.map((key) => answer.records[sorted.indexOf(key)]) };
    },
  })),
  "gives every caller the same list": shared((good) => {
    const lists = new Map();
    return {
      async read(space, keys) {
        const { records, ...rest } = await good.read(space, keys);
        const name = JSON.stringify([space, keys]);
        const known = lists.get(name);
        const isSame = known?.written.every((record, i) => record === records[i]);
        if (!isSame) lists.set(name, { written: [...records], list: records });
        return { ...rest, records: lists.get(name).list };
      },
    };
  }),
};

const texts = {
  "truncates long records": translated({ record: (text) => text.slice(0, 1024) }),
  "trims records": translated({ record: (text) => text.trim() }),
  "decodes percent signs": translated({ record: (text) => text.replaceAll("%25", "%") }),
  "drops backslashes": translated({ record: (text) => text.replaceAll("\\", "") }),
  "keeps numbers as numbers": translated({ record: (text) => (/^\d{1,15}$/.test(text) ? String(Number(text)) : text) }),
  "trims keys": translated({ key: (key) => key.trim() }),
  "lowers keys": translated({ key: (key) => key.toLowerCase() }),
  "cuts keys at 32 characters": translated({ key: (key) => key.slice(0, 32) }),
  "lowers names of spaces": translated({ space: (name) => name.toLowerCase() }),
  "cuts names of spaces at 63 characters": translated({ space: (name) => name.slice(0, 63) }),
  "composes names of spaces": translated({ space: (name) => name.normalize("NFC") }),
  "takes names of spaces for paths": translated({ space: (name) => new URL(`file:///${name}`).pathname }),
  "has one space": translated({ space: () => "all" }),
  "joins space and key": shared((good) => {
    const joined = (space, key) => `${space}:${key}`;
    return {
      spaces: undefined,
      keysOf: undefined,
      read: (space, keys) =>
        good.read(
          "",
          keys.map((key) => joined(space, key)),
        ),
      async swap(space, key, previous, next, guard) {
        const { records } = await good.read("", [joined(space, "head")]);
        if (records[0] !== guard.head) return false;
        return good.swap("", joined(space, key), previous, next, { ...guard, head: null });
      },
    };
  }),
  "lists spaces by the names of their files": shared((good) => ({
    spaces: async () => (await good.spaces()).map(encodeURIComponent),
  })),
  "lists spaces that were only read": shared((good) => {
    const known = new Set();
    return {
      spaces: async () => [...known],
      read(space, keys) {
        known.add(space);
        return good.read(space, keys);
      },
    };
  }),
  "lists a space once for each record": shared((good) => ({
    spaces: async () => (await good.spaces()).flatMap((name) => [name, name]),
  })),
  "lists its spaces with their sizes": shared((good) => ({
    spaces: async () => (await good.spaces()).map((name) => ({ name, size: 1 })),
  })),
  "lists the keys of all spaces": shared((good) => ({
    keysOf: async () => [...new Set((await Promise.all((await good.spaces()).map(good.keysOf))).flat())],
  })),
  "lists keys by the names of their files": shared((good) => ({
    keysOf: async (space) => (await good.keysOf(space)).map(encodeURIComponent),
  })),
  "lists a key once for each write": shared((good) => {
    const written = new Map();
    return {
      keysOf: async (space) => written.get(space) ?? [],
      async swap(space, key, ...rest) {
        const applied = await good.swap(space, key, ...rest);
        if (applied) written.set(space, [...(written.get(space) ?? []), key]);
        return applied;
      },
    };
  }),
  "lists at most 100 keys": shared((good) => ({
    keysOf: async (space) => (await good.keysOf(space)).slice(0, 100),
  })),
  "lists its keys with their records": shared((good) => ({
    keysOf: async (space) => (await good.keysOf(space)).map((key) => ({ key })),
  })),
  "throws on long records": shared((good) => ({
    async swap(space, key, previous, next, guard) {
      if ((previous?.length ?? 0) + next.length + (guard.head?.length ?? 0) > 8192)
        throw new Error("request too large");
      return good.swap(space, key, previous, next, guard);
    },
  })),
};

const started = Date.now();
let reading = Date.now();

const clocks = {
  "gives seconds": answer(({ now }) => ({ now: Math.floor(now / 1000) })),
  "gives microseconds": answer(({ now }) => ({ now: now * 1000 })),
  "gives ms since its start": answer(({ now }) => ({ now: now - started })),
  "gives fractions of ms": answer(({ now }) => ({ now: now + 0.25 })),
  "gives the time as text": answer(({ now }) => ({ now: String(now) })),
  "gives no time": answer(() => ({ now: NaN })),
  "has a clock that goes back": answer(({ now }) => ({ now: now - (reading++ % 50) })),
  "has a clock that stands still": (memory) => {
    const store = memory({ clock: () => started });
    return [store, store, store];
  },
  "has one clock for each connection": each((good, number) => ({
    async read(space, keys) {
      const answer = await good.read(space, keys);
      return { ...answer, now: answer.now + number * 1000 };
    },
    swap: (space, key, previous, next, guard) =>
      good.swap(space, key, previous, next, { ...guard, before: guard.before - number * 1000 }),
  })),
  "has a generation for each call": answer(() => ({ generation: `call-${reading++}` })),
  "has a generation for each connection": answer((_answer, _keys, number) => ({ generation: `connection-${number}` })),
  "has an empty generation": answer(() => ({ generation: "" })),
  "has a generation with spaces": answer(() => ({ generation: "PostgreSQL 17" })),
  "has a generation that is no text": answer(() => ({ generation: 17 })),
  "is durable on one connection": each((_good, number) => ({ durable: number === 0 })),
};

const answers = {
  "never answers": shared(() => ({
    read: () => new Promise(() => undefined),
    swap: () => new Promise(() => undefined),
  })),
  "never answers swaps": shared(() => ({ swap: () => new Promise(() => undefined) })),
  rejects: shared(() => ({ read: async () => Promise.reject(new Error("connection refused")) })),
  "rejects with nothing": shared(() => ({ read: () => Promise.reject(), swap: () => Promise.reject() })),
  "rejects with a proxy that was revoked": shared(() => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return { read: () => Promise.reject(proxy), swap: () => Promise.reject(proxy) };
  }),
  throws: shared(() => ({
    swap: () => {
      throw new Error("not connected");
    },
  })),
  "has no methods": shared(() => ({ read: undefined, swap: undefined })),
  "answers numbers": shared(() => ({ read: async () => 1, swap: async () => 1 })),
  "answers swaps with counts": shared((good) => ({ swap: (...swap) => good.swap(...swap).then(Number) })),
  "answers nothing": shared(() => ({ read: async () => undefined, swap: async () => undefined })),
  "answers with a list that is too long": answer(({ records }) => ({ records: [...records, null] })),
  "answers with an object in place of the list": answer(({ records }) => ({ records: { ...records } })),
  "answers with getters that throw": answer(() => ({
    get records() {
      return { then: 1 };
    },
  })),
  "answers reads at once, not by promises": shared((good) => {
    const records = new Map();
    const name = (space, key) => JSON.stringify([space, key]);
    return {
      read(space, keys) {
        const found = keys.map((key) => records.get(name(space, key)) ?? null);
        return { now: Date.now(), generation: "memory", records: found };
      },
      async swap(space, key, previous, next, guard) {
        const applied = await good.swap(space, key, previous, next, guard);
        if (applied) records.set(name(space, key), next);
        return applied;
      },
    };
  }),
};

/** For each broken store a function that makes three connections to a new one. `memory` makes the store that it wraps. */
export const badStores = { ...comparisons, ...atomicity, ...reads, ...texts, ...clocks, ...answers };

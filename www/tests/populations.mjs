// IDs as services make them: at random times, on few machines.

/** The epoch, the first of ten machines, and how many numbers are used in a ms. */
const MAKERS = {
  discord: [1420070400000, 0, 200],
  twitter: [1288834974657, 370, 2],
  own: [1609459200000, 1, 2],
};

/** Returns `count` IDs of the usual layout, made between two dates. They are the same in each run. */
export function idsOf(name, count, from = "2023-01-01", to = "2024-01-01") {
  let seed = count;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const [epoch, machine, numbers] = MAKERS[name];
  return Array.from({ length: count }, () => {
    const ms = BigInt(Math.floor(first + random() * (last - first)) - epoch);
    const node = BigInt(machine + Math.floor(random() * 10));
    const sequence = BigInt(Math.floor(random() * numbers));
    return String((ms << 22n) | (node << 12n) | sequence);
  });
}

/** The ID as JSON.parse and JSON.stringify leave it. */
export const roundedByJson = (id) => String(Number(id));

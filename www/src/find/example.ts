// An example of pasted samples, of a layout that no service has: 10 ms since 2021-03-01, 6 bits of a node, 10 of a sequence.

const EPOCH = Date.UTC(2021, 2, 1);
const FIRST = Date.UTC(2024, 4, 13, 8, 30);
const COUNT = 24;

/** The steps follow a fixed sequence, so the example never changes. */
export function exampleText(): string {
  let random = 1;
  const next = (): number => (random = (random * 48_271) % 2_147_483_647) / 2_147_483_647;
  let at = FIRST;
  const rows = Array.from({ length: COUNT }, () => {
    at += Math.floor(next() * 5e8);
    const ticks = BigInt(Math.floor((at - EPOCH) / 10));
    const node = next() < 0.5 ? 19n : 44n;
    const sequence = BigInt(Math.floor(next() ** 4 * 8));
    const written = new Date(at + next() * 900);
    return `${(ticks << 16n) | (node << 10n) | sequence},${written.toJSON().slice(0, 19)}Z`;
  });
  return ["id,created_at", ...rows].join("\n");
}

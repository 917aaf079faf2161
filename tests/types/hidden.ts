// What the types of hidden IDs promise, checked by the compiler. Nothing here runs.

import { discord, prefixed, type PrefixedHidden, sno, snowflakeSI, withOptions } from "flakekit";
import { type Hidden, hidden, type HiddenFormat } from "flakekit/hidden";
import * as noWasm from "flakekit/hidden/no-wasm";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => undefined;
function typeOf<A>(_: A): { is<B>(_: Same<A, B>): void } {
  return { is: () => undefined };
}

const key = new Uint8Array(16);
const orders = hidden(discord, { key, tweak: "orders" });
const users = hidden(discord, { keys: { a: key, b: "00" }, current: "b", key, tweak: "users" });

// The texts have a type of their own, by their tweak.
typeOf(orders.toText(1n)).is<Hidden<"orders">>(true);
typeOf(hidden(discord, { key }).toText(1n)).is<Hidden<"">>(true);
typeOf(hidden(discord, { key, tweak: "a" as string }).toText(1n)).is<Hidden>(true);
typeOf([1n].map(orders.toText)).is<Hidden<"orders">[]>(true);
typeOf(["a"].filter(orders.isValid)).is<Hidden<"orders">[]>(true);
const show = (link: Hidden<"orders">): string => link;
show(orders.toText(1n));
// @ts-expect-error the text of a user
show(users.toText(1n));
// @ts-expect-error a text that was not checked
show("3hwbng5rq2u1y9df4");
// @ts-expect-error the ID that is hidden
show(discord.toText(1n));
const unknownText = JSON.parse("{}") as unknown;
if (orders.isValid(unknownText)) show(unknownText);
const checked = orders["~standard"].validate(unknownText);
if (checked.issues === undefined) show(checked.value);

// IDs have the type of the format.
typeOf(orders.fromText("")).is<bigint>(true);
typeOf(hidden(sno, { key }).fromText("")).is<string>(true);
typeOf(hidden(withOptions(snowflakeSI, { epoch: 0 }), { key }).fromText("")).is<number>(true);
typeOf(orders.format).is<typeof discord>(true);
// @ts-expect-error a sno has no bigints
hidden(sno, { key }).toText(1n);
const all: HiddenFormat[] = [orders, users, hidden(sno, { key })];
all.map(({ tweak }) => tweak);

// The options.
// @ts-expect-error the key is missing
hidden(discord, {});
// @ts-expect-error the options are missing
hidden(discord);
// @ts-expect-error current is missing
hidden(discord, { keys: { a: key } });
// @ts-expect-error a key as a number
hidden(discord, { key: 7 });
// @ts-expect-error texts that are more than digits
hidden(sno, { key, as: "snoUuid" });
// @ts-expect-error a misspelt option
hidden(discord, { key, chek: false });
hidden(discord, { key, check: false, as: "base62" });

// With a prefix.
const orderId = prefixed(orders, "order");
typeOf(orderId).is<PrefixedHidden<"order", typeof discord>>(true);
typeOf(orderId.fromText("")).is<bigint>(true);
typeOf(orderId.toText(1n)).is<ReturnType<ReturnType<typeof prefixed<"order", typeof discord>>["toText"]>>(true);
// @ts-expect-error the encoding is an option of `hidden`
prefixed(orders, "order", { as: "base62" });
// @ts-expect-error it has no time
orderId.decode("");
// @ts-expect-error a format with a prefix
hidden(prefixed(discord, "a"), { key });

// The entry without WebAssembly has the same types.
same<typeof noWasm.hidden, typeof hidden>(true);

// Digits that the IDs of a list have lost, in words.

import { chancesOf, isClearlyDamaged } from "../../../pkg-template/src/tables/index.ts";
import { counted, duration, number } from "../when.ts";
import type { List, Loss } from "./list.ts";

/** Whether the digits of a list are damaged: if they are together, or if clearly more IDs look damaged than chance gives. */
export const isDamaged = ({ damaged, loss, ids }: List): boolean =>
  loss !== undefined || isClearlyDamaged(damaged, ids.length, chancesOf(ids));

/** Says how many IDs are damaged, where, and what is still true of them. */
export function damageIn({ damaged, places, loss, ids }: List): string {
  const others = damaged > places.length ? ", …" : "";
  const where = places.length > 0 ? ` (${places.join(", ")}${others})` : "";
  const count = damaged === ids.length ? counted(damaged) : `${number(damaged)} of ${counted(ids.length)}`;
  return (
    `${count}${where} have lost their last digits, as spreadsheets and JSON.parse round long numbers. ${leftIn(loss)} ` +
    "Export the IDs as text."
  );
}

/** What is still true of IDs that have lost their last digits. */
function leftIn(loss: Loss | undefined): string {
  if (!loss) return "Their times are nearly right, and their other fields are wrong.";
  const { fields, ms } = loss;
  const times = ms === undefined ? [] : [`their times are right to ${duration(ms)}`];
  const lost = fields.length === 0 ? [] : [`${inList(fields)} ${fields.length === 1 ? "is" : "are"} lost`];
  const sentence = [...times, ...lost].join("; ");
  return sentence && `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** `a, b and c` */
const inList = (names: readonly string[]): string => names.join(", ").replace(/, ([^,]*)$/, " and $1");

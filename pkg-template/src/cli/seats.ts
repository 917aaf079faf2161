// The command `seats`: lists the seats of a store's spaces, prepares a space, and carries out an operator's orders.

import type { LeaseStore, SpaceStatus } from "flakekit/lease";
import { bold, type Io, jsonOf, notify, print, table } from "./io/index.js";
import {
  EPOCH_OPTION,
  FIELD_OPTIONS,
  fieldNumbers,
  type Given,
  givenFields,
  numbersOf,
  openStore,
  refuseForeignFields,
  requiredFormat,
  TERM_OPTIONS,
  termsOf,
  UsageError,
  withEpoch,
} from "./words/index.js";

/** The risk of each order. */
const RISKS = {
  free: "IDs repeat if the process that has this seat is alive, because it does not learn of this, or if it made IDs that led the clock",
  reset:
    "no seat is granted until all windows that were granted before have ended; a lease goes on if its window ends later than the clock skew from now",
  migrate:
    "leases with other terms than these use up their windows and fail with SPACE_MISMATCH; no seat is granted until all windows that were granted before have ended",
};

type Order = keyof typeof RISKS;

/** The options that are tasks; without one, seats are listed. */
const TASKS = ["prepare", ...(Object.keys(RISKS) as Order[])] as const;

/** Carries out an order, and returns the text to print. */
type Action = (leases: typeof import("flakekit/lease"), store: LeaseStore, space: string) => Promise<string>;

/** The options of those who give a space its terms. */
const GIVEN_TERMS = [...FIELD_OPTIONS, ...TERM_OPTIONS, EPOCH_OPTION];

export async function seats(io: Io, { values, rest }: Given): Promise<void> {
  const [directory, ...more] = rest;
  if (more.length > 0)
    throw new UsageError(`seats takes one directory, and was given ${rest.length}: ${rest.join(" ")}`);
  const [task, ...others] = TASKS.filter((name) => values[name] !== undefined);
  if (others.length > 0) throw new UsageError(`--${[task, ...others].join(" and --")} were given; give one of them`);
  const foreign = GIVEN_TERMS.find(({ name }) => values[name] !== undefined);
  if (task !== "prepare" && task !== "migrate" && foreign !== undefined)
    throw new UsageError(`--${foreign.name} is for --prepare and --migrate`);
  const perform = performerOf(io, task, values);
  await perform(await openStore(directory, values.store));
}

/** The function that performs a task, or lists the seats. Throws if the options of the task are wrong. */
function performerOf(
  io: Io,
  task: (typeof TASKS)[number] | undefined,
  values: Given["values"],
): (store: LeaseStore) => Promise<void> {
  if (task === undefined) return (store) => list(io, store, values);
  if (task === "prepare") {
    const terms = readTerms(values.prepare, values);
    return (store) => prepare(io, store, terms, values.json);
  }
  const action = actionOf(task, values);
  return (store) => carryOut(io, RISKS[task], action, store, values);
}

async function list(io: Io, store: LeaseStore, values: Given["values"]): Promise<void> {
  const spaces = await spacesOf(store, values.space);
  if (spaces.length === 0) notify(io, "the store has no spaces yet: no lease was made with it");
  const { listSeats } = await import("flakekit/lease");
  const listed = await Promise.all(spaces.map((space) => listSeats(store, space)));
  if (values.json === true) await print(io, listed.map((space) => `${jsonOf(space)}\n`).join(""));
  else await print(io, listed.map((space) => describe(io, space)).join("\n"));
}

async function prepare(io: Io, store: LeaseStore, [format, terms]: FormatAndTerms, asJson: unknown): Promise<void> {
  const { prepareSpace } = await import("flakekit/lease");
  const prepared = await prepareSpace(format, { ...terms, store });
  const { space, isNew, now, grantsFrom } = prepared;
  const from = grantsFrom > now ? `from ${instant(grantsFrom)} on` : "at once";
  const text = `space '${space}' ${isNew ? "is new" : "existed"}: seats are granted ${from}\n`;
  await print(io, asJson === true ? `${jsonOf(prepared)}\n` : text);
}

/** Carries out an order on the only space, if the user agrees. */
async function carryOut(
  io: Io,
  risk: string,
  action: Action,
  store: LeaseStore,
  values: Given["values"],
): Promise<void> {
  const spaces = await spacesOf(store, values.space);
  const [space] = spaces;
  if (space === undefined || spaces.length > 1) {
    throw new UsageError(`the store has the spaces ${spaces.join(", ") || "(none)"}; give one, as in --space orders`);
  }
  notify(io, `space '${space}': ${risk}`);
  if (values.yes !== true) await confirm(io);
  await print(io, await action(await import("flakekit/lease"), store, space));
}

/** The named spaces, or all spaces of the store. */
async function spacesOf(store: LeaseStore, named: unknown): Promise<readonly string[]> {
  if (named !== undefined) return [String(named)];
  if (store.spaces === undefined)
    throw new UsageError("this store does not list its spaces; give one, as in --space discord");
  return [...(await store.spaces())].sort();
}

/** The function that carries out an order. Throws if the options of the order are wrong. */
function actionOf(order: Order, values: Given["values"]): Action {
  switch (order) {
    case "free": {
      const seat = readSeat(values.free);
      return async ({ freeSeat }, store, space) => {
        const wasTaken = await freeSeat(store, space, seat);
        return `seat ${seat.node}.${seat.share} ${wasTaken ? "is" : "was"} free\n`;
      };
    }
    case "reset":
      return async ({ resetSpace }, store, space) => {
        await resetSpace(store, space);
        return `space '${space}' is reset\n`;
      };
    case "migrate": {
      const [format, terms] = readTerms(values.migrate, values);
      return async ({ migrateSpace }, store, space) => {
        await migrateSpace(format, { ...terms, store, space });
        return `space '${space}' is migrated\n`;
      };
    }
  }
}

type FormatAndTerms = readonly [ReturnType<typeof withEpoch>, Record<string, unknown>];

/** A format, by its name and the options, and the terms of a space. */
function readTerms(name: unknown, values: Given["values"]): FormatAndTerms {
  const named = requiredFormat(String(name));
  refuseForeignFields(named, values);
  return [withEpoch(named, values.epoch), { ...fieldNumbers(givenFields(named), values), ...termsOf(values) }];
}

/** A seat: a node, or a node and a share. */
function readSeat(given: unknown): { node: number; share: number } {
  const text = String(given);
  const [node, share] = numbersOf("--free", text.includes(".") ? text : `${text}.0`, ".", "5, or --free 5.2");
  return { node, share };
}

/**
 * Asks the user to agree. Throws if the user does not agree, or if there is no terminal: a script has to agree by an
 * option.
 */
async function confirm(io: Io): Promise<void> {
  if (!io.stdin.isTTY) {
    throw new UsageError(
      "nothing was changed: standard input is no terminal, so nobody can be asked; to agree, give --yes",
    );
  }
  const answer = await io.ask("Go on? (y/N) ");
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError("nothing was changed");
}

function describe(io: Io, { space, now, layout, grantsFrom, clockSkew, sections, seats }: SpaceStatus): string {
  const terms = sections.map(({ nodes: [first, last], shares, window }) => {
    const many = shares > 1 ? `, ${shares} shares each` : "";
    return `nodes ${first} to ${last}${many}, windows of ${window} ms`;
  });
  const waits = grantsFrom > now ? [`seats are granted from ${instant(grantsFrom)} on`] : [];
  const clock = `clock ${instant(now)}, clockSkew ${clockSkew} ms`;
  const head = [bold(io, `space ${space}`), layout, ...terms, clock, ...waits];
  const rows = seats.map((seat) => [
    `${seat.node}.${seat.share}`,
    seat.state,
    seat.owner ?? "-",
    instant(seat.from),
    instant(seat.until),
  ]);
  return `${head.join("\n")}\n${table(io, [["seat", "state", "owner", "from", "until"], ...rows])}`;
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}

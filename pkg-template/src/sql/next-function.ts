// The function of PostgreSQL that makes IDs.
//
// Its state is a sequence, which holds the last tick and the last sequence number as one number. `setval` is never undone, and it
// is on the disk before a transaction that called it is committed. A call takes a lock, reads the sequence and then the clock, sets
// the sequence, and undoes its block by an error of its own, which releases the lock: so nothing that happens to a call can keep
// the lock. See this folder's README.md.

import { iso, LAST_MS } from "../values/index.js";
import type { Field, Format } from "../ids/index.js";
import { op } from "../lease/stores/postgres/statements/index.js";
import type { NextChoice } from "./next-options.js";
import type { Returned } from "./options.js";
import { bigint, constant } from "./block.js";
import { FUNCTION, START, STATE } from "./next-marks.js";

/** The first key of the locks: "flak" in ASCII. The second one is the OID of the sequence. */
export const LOCK_KEY = 0x66_6c_61_6b;

/** The error by which a call undoes its block. */
const UNDO = "FK000";

/** How long a call waits at most, in ms. */
const LONGEST_WAIT_MS = 1000;

/** The numbers that the function counts. */
export interface Counting {
  readonly _epoch: number;
  readonly _unit: number;
  /** The width of sequence numbers. */
  readonly _bits: number;
  /** The last tick. */
  readonly _last: bigint;
}

export function countingOf(format: Format, returned: Returned): Counting {
  const { _below, _epoch, _ticks, _unit } = format._time;
  const _bits = fieldOf(format, "sequence")?._bits as number;
  // The state is a signed number of 64 bits, also of the tick after the last one; and the ID is one too, if it is a
  // bigint.
  const ends = [_ticks - 1, 2 ** (63 - _bits) - 2, ...(returned === "bigint" ? [2 ** (63 - _below) - 1] : [])];
  return { _epoch, _unit, _bits, _last: BigInt(Math.min(...ends)) };
}

const fieldOf = (format: Format, kind: Field["_kind"]): Field | undefined =>
  format._fields.find(({ _kind }) => _kind === kind);

/** The largest number of the sequence less one. It stands for a state that is missing, and is out of every limit. */
const MISSING = 2n ** 63n - 2n;

/**
 * The statement that makes the function, after its first words. Each expression costs some µs in each transaction, so the usual way
 * has five. The expressions after them find out why there was no ID.
 */
export function functionOf(choice: NextChoice): string {
  const { _format, _maxLead, _returned } = choice;
  const counting = countingOf(_format, _returned);
  const { _bits, _last, _unit } = counting;
  const sequence = `'${STATE}'::pg_catalog.regclass`;
  const state = `pg_catalog.pg_sequence_last_value(${sequence})`;
  const clock = clockOf(counting);
  const tick = op("next", ">>", _bits);
  const limit = `greatest(${op(clock, "+", Math.floor(_maxLead / _unit))}, ${START})`;
  const excess = op(tick, "-", limit);
  return `FUNCTION ${FUNCTION}() RETURNS ${_returned}
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY DEFINER AS $next$
DECLARE
  -- All names and operators have their schema: the function has the rights of its owner, but the search_path of its caller.
  lock pg_catalog.text;
  next bigint; -- a tick and a sequence number as one number
  granted bigint; -- the same, if it does not lead the clock by too much
  excess bigint; -- by how many ms it does
BEGIN
  LOOP
    BEGIN
      lock := pg_catalog.pg_advisory_xact_lock(${LOCK_KEY}, ${sequence}::integer);
      next := greatest(${op(`coalesce(${state}, ${MISSING})`, "+", 1)}, ${op(`least(${clock}, ${_last + 1n})`, "<<", _bits)});
      granted := CASE WHEN ${op(tick, "<=", `least(${_last}, ${limit})`)}
        THEN pg_catalog.setval(${sequence}, next) END;
      -- Undoes this block, and so releases the lock; but setval is never undone.
      RAISE SQLSTATE '${UNDO}';
    EXCEPTION WHEN SQLSTATE '${UNDO}' THEN
      NULL;
    END;
    IF granted IS NOT NULL THEN
      RETURN ${valueOf(choice, counting)};
    END IF;
    IF ${state} IS NULL THEN
      RAISE EXCEPTION USING ERRCODE = '55000', MESSAGE = 'the sequence of the function was restarted, or cannot be read',
        HINT = 'Run the script of nextSql() again.';
    ELSIF ${op(clock, "<", 0)} OR ${op(tick, ">", _last)} THEN
      RAISE EXCEPTION USING ERRCODE = '2200H', MESSAGE = ${constant(endOf(choice, counting))};
    END IF;
    excess := ${_unit === 1 ? excess : op(excess, "*", _unit)};
    IF ${op("excess", ">", LONGEST_WAIT_MS)} THEN
      RAISE EXCEPTION USING ERRCODE = '55000',
        MESSAGE = pg_catalog.format('the next ID would lead the clock by %s ms, and maxLead is ${_maxLead}', ${op("excess", "+", _maxLead)}),
        HINT = pg_catalog.format(${constant(HINT)}, excess);
    END IF;
    lock := pg_catalog.pg_sleep(${op("excess::double precision", "/", 1000)});
  END LOOP;
END $next$;`;
}

const HINT =
  "The clock was set back, or the format has too few numbers for so many IDs. Try again in %s ms, or run the script of nextSql() with another " +
  "maxLead, or with other node numbers and other names.";

/** The tick of the clock. */
function clockOf({ _epoch, _unit }: Counting): string {
  const seconds = "extract(epoch FROM pg_catalog.clock_timestamp())";
  const ms = op(`pg_catalog.floor(${op(seconds, "*", 1000)})::bigint`, "-", _epoch < 0 ? `(${_epoch})` : _epoch);
  return _unit === 1 ? ms : op(ms, "/", _unit);
}

/** The expression of the ID. */
function valueOf({ _format, _returned, _value }: NextChoice, { _bits }: Counting): string {
  const random = fieldOf(_format, "random");
  const tick = op("granted", ">>", _bits);
  const number = op("granted", "&", (1n << BigInt(_bits)) - 1n);
  const at = (value: string, below: number): string => (below === 0 ? value : op(value, "<<", below));
  const sequence = fieldOf(_format, "sequence") as Field;
  if (_returned === "text") return textOf(_format, _value, tick, number);
  const terms = [
    at(tick, _format._time._below),
    ...(_value === 0n ? [] : [bigint(_value)]),
    at(number, sequence._below),
    ...(random === undefined ? [] : [at(randomOf(random), random._below)]),
  ];
  const value = terms.reduce((sum, term) => op(sum, "|", term));
  if (_returned === "bigint") return value;
  const numeric = (id: string): string => `${id}::numeric`;
  // A negative value stands for one that is larger by 2^64.
  return op(numeric(value), "+", `CASE WHEN ${op(value, "<", 0)} THEN 18446744073709551616 ELSE 0 END`);
}

/** Random bits. The first 48 of a random UUID are all random. */
function randomOf({ _bits }: Field): string {
  const digits = "pg_catalog.left(pg_catalog.gen_random_uuid()::pg_catalog.text, 8)";
  return op(`pg_catalog.concat('x', ${digits})::bit(32)::bigint`, "&", (1n << BigInt(_bits)) - 1n);
}

/** The width of each half of a text's value. */
const HALF = 40;

/** The text of an ID of 80 bits. The other fields are in the low half, all below the time. */
function textOf(format: Format, value: bigint, tick: string, number: string): string {
  const { _base, _codes, _max } = format._ownStyle;
  const digits = constant(String.fromCharCode(..._codes.subarray(0, _base)));
  const width = Math.log2(_base);
  const halves = [op(tick, "<<", format._time._below - HALF), op(number, "|", bigint(BigInt.asUintN(HALF, value)))];
  const characters = halves.flatMap((half) =>
    Array.from({ length: _max / 2 }, (_, i) => {
      const digit = op(op(half, ">>", HALF - width * (i + 1)), "&", _base - 1);
      return `pg_catalog.substr(${digits}, ${op(digit, "+", 1)}::integer, 1)`;
    }),
  );
  return `pg_catalog.concat(${characters.join(", ")})`;
}

/** Why there is no ID of this time. */
function endOf({ _format, _returned }: NextChoice, { _epoch, _last, _unit }: Counting): string {
  const end = Math.min(_epoch + (Number(_last) + 1) * _unit - 1, LAST_MS);
  const remedy =
    _returned === "bigint" && _format.bits === 64
      ? "; a bigint holds no later IDs: give nextSql() stored: 'unsigned'"
      : "";
  return `there is no ID of this time: IDs have times from ${iso(_epoch)} to ${iso(end)}${remedy}`;
}

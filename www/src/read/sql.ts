// SQL that computes the time of an ID, by the package.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { SqlDialect } from "flakekit/sql";
import { codeBlock } from "../parts/code.ts";
import { notLoaded } from "../parts/not-loaded.ts";
import { redraw, setParams } from "../state.ts";
import type { Reading } from "./readings.ts";

/** The dialects, and how they are called. */
const DIALECTS: Record<SqlDialect, string> = {
  postgres: "PostgreSQL",
  mysql: "MySQL, MariaDB",
  sqlite: "SQLite",
  clickhouse: "ClickHouse",
  duckdb: "DuckDB",
};

const isDialect = (name: string | null): name is SqlDialect => name !== null && Object.hasOwn(DIALECTS, name);

/** The function `sql`; undefined until somebody chooses a dialect. */
let sql: typeof import("flakekit/sql").sql | undefined;
let loading: Promise<void> | undefined;
/** The error if the module could not be loaded. */
let failure: unknown;

/** Loads the module once, and draws the page again. */
function load(): void {
  loading ??= import("flakekit/sql")
    .then(
      (module) => {
        sql = module.sql;
      },
      (error: unknown) => {
        failure = error;
      },
    )
    .then(redraw);
}

/** The section with the SQL of an ID, in the dialect that the user chooses; nothing if the ID holds no time. */
export function sqlOf({ own, date }: Reading, params: URLSearchParams): TemplateResult | typeof nothing {
  if (!own || !date) return nothing;
  const chosen = params.get("dialect");
  return html`<section>
    <fieldset class="chips">
      <legend>In SQL</legend>
      ${Object.entries(DIALECTS).map(
        ([name, title]) =>
          html`<label
            ><input
              type="radio"
              name="dialect"
              .checked=${live(name === chosen)}
              @change=${() => setParams({ dialect: name })}
            /><span>${title}</span></label
          >`,
      )}
    </fieldset>
    ${isDialect(chosen) ? queryOf(own, chosen) : nothing}
  </section>`;
}

function queryOf({ format, id }: NonNullable<Reading["own"]>, dialect: SqlDialect): TemplateResult | typeof nothing {
  if (failure !== undefined) return notLoaded(failure);
  if (!sql) {
    load();
    return nothing;
  }
  // Only unsigned integers hold an ID from 2^63 on.
  const isLarge = typeof id === "bigint" && id >= 2n ** 63n;
  if (isLarge && dialect === "sqlite") return html`<p class="quiet">SQLite's integers end below this ID.</p>`;
  const { time } = sql(format, dialect, { stored: isLarge ? "unsigned" : undefined });
  const literal = typeof id === "string" ? `'${id}'` : String(id);
  return codeBlock("SQL", `SELECT id, ${time} AS made\nFROM events\nWHERE id = ${literal};`);
}

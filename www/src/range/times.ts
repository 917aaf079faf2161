// The inputs of the two times of a range, in UTC or in another time zone.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { valueOf } from "../parts/fields.ts";
import { setParams } from "../state.ts";
import { relative } from "../when.ts";
import { type Instant, UTC, instantOf, isZone, ownZone, textAt } from "./zones.ts";

const DAY = 86_400_000;
const NAMES = ["from", "to"] as const;

/** A time as it was entered. */
interface Time extends Instant {
  text: string;
  /** Whether the time is the default, which is midnight in each zone. */
  isDefault: boolean;
}

export interface Times {
  /**
   * The zone whose clocks show the texts. The zone is in the address, so that a link means the same range everywhere.
   */
  zone: string;
  from: Time;
  to: Time;
}

/** The times of the parameters. The default is the day before today. */
export function timesOf(params: URLSearchParams): Times {
  const zone = params.get("zone") ?? UTC;
  const timeOf = (name: string, otherwise: number): Time => {
    const text = params.get(name) ?? textAt(knownOf(zone), otherwise).replace(/T.*/, "T00:00");
    return { text, isDefault: !params.has(name), ...instantOf(knownOf(zone), text) };
  };
  return { zone, from: timeOf("from", Date.now() - DAY), to: timeOf("to", Date.now()) };
}

const knownOf = (zone: string): string => (isZone(zone) ? zone : UTC);

/** Says that a time is missing, that a text is no time, or that the zone is unknown. */
export function wrongTime({ zone, ...times }: Times): string | undefined {
  if (!isZone(zone))
    return `“zone” is '${zone}'; it must be a time zone that this browser knows, such as Europe/Berlin.`;
  for (const name of NAMES) {
    const { text, ms } = times[name];
    if (text === "") return `Enter a date and a time in “${name}”.`;
    if (Number.isNaN(ms)) return `“${name}” is '${text}'; it must be a time such as 2026-01-31T12:00.`;
  }
  return undefined;
}

/** Says which time is taken where the clocks of the zone skip a time or show it twice. */
export function whatClocksDo({ zone, ...times }: Times): TemplateResult[] {
  return NAMES.map((name) => times[name])
    .filter(({ is }) => is !== "once")
    .map(({ text, ms, is }) => {
      const taken = `${inWords(UTC, ms)} UTC`;
      const what =
        is === "twice"
          ? `twice: ${taken} is taken, the first`
          : `never, because they skip it: ${inWords(zone, ms)} is taken, which is ${taken}`;
      return html`<p class="quiet">Clocks in ${zone} show ${text.replace("T", " ")} ${what}.</p>`;
    });
}

const inWords = (zone: string, ms: number): string => textAt(zone, ms).replace("T", " ");

/** The choice of the zone, if there are several zones to choose from. */
export function zoneChoice(times: Times): TemplateResult | typeof nothing {
  const zones = [...new Set([UTC, ownZone(), times.zone])];
  if (zones.length === 1) return nothing;
  return html`<fieldset class="chips">
    <legend>Time zone</legend>
    ${zones.map(
      (zone) =>
        html`<label
          ><input
            type="radio"
            name="zone"
            .checked=${live(zone === times.zone)}
            @change=${() => setParams({ zone, from: inZone(times.from, zone), to: inZone(times.to, zone) })}
          /><span>${zone}</span></label
        >`,
    )}
  </fieldset>`;
}

/** The parameter of a time in another zone. */
function inZone({ ms, text, isDefault }: Time, zone: string): string | null {
  if (isDefault) return null;
  return Number.isNaN(ms) ? text : textAt(zone, ms);
}

export const timeFields = (times: Times): TemplateResult[] => NAMES.map((name) => timeField(name, times));

function timeField(name: (typeof NAMES)[number], times: Times): TemplateResult {
  const { text, ms } = times[name];
  return html`<label class="field"
    >${name}
    <input
      type="datetime-local"
      step="1"
      .value=${live(text)}
      @input=${(event: Event) => setParams({ [name]: valueOf(event) })}
    />
    <small>${wrongTime(times) === undefined ? `${beside(times.zone, ms)}, ${relative(ms)}` : ""}</small></label
  >`;
}

/** The time in the reader's zone if `zone` is UTC, and otherwise in UTC. */
function beside(zone: string, ms: number): string {
  const other = zone === UTC ? ownZone() : UTC;
  if (other === zone) return UTC;
  return other === UTC ? `${inWords(UTC, ms)} UTC` : `${inWords(other, ms)} in ${other}`;
}

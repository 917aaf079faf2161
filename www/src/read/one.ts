// The view of one ID: its time, the text that it is in, the possible kinds, and its fields and texts as an ID of the
// chosen kind.

import { type TemplateResult, html, nothing } from "lit-html";
import type { Found } from "flakekit/inspect";
import { linkTo } from "../address.ts";
import { titleOf, unitOf } from "../names.ts";
import { annotated } from "../parts/annotated.ts";
import { epochField } from "../parts/fields.ts";
import { fold } from "../parts/fold.ts";
import type { Pasted } from "../paste/pasted.ts";
import { state } from "../state.ts";
import { utc } from "../when.ts";
import { answer, inWords } from "./answer.ts";
import { choice, choose, isSure, nearest, ownEpoch, unsure } from "./choice.ts";
import { damageOf } from "./damage.ts";
import { folded } from "./folded.ts";
import { more } from "./more.ts";
import { type Reading, readingsOf } from "./readings.ts";
import { rolesIn } from "./roles.ts";
import { wordsOf } from "./words.ts";

/** The kind of snowflakes whose epoch only their maker knows. */
const OWN = "own";

type One = Extract<Pasted, { kind: "one" }>;

export function oneId(pasted: One, params: URLSearchParams): TemplateResult {
  const { found } = pasted;
  const readings = readingsOf(found, params);
  const chosen = shownOf(found, readings, params);
  if (chosen) return html`${changed()} ${shown(pasted, readings, chosen, params)}`;
  const words = isCertain(found) ? undefined : wordsOf(found.text);
  return html`${changed()}
  ${words ? html`${inWords(words)} ${nearest(readings, undefined, found.text)}` : unsure(readings, found.text, params)}
  ${surroundings(pasted)}`;
}

function shown(pasted: One, readings: readonly Reading[], chosen: Reading, params: URLSearchParams): TemplateResult {
  const { found } = pasted;
  const damage = damageOf(found, chosen);
  // The bits of a counter mean nothing.
  const isCounter = found.warning === "counter" && chosen === readings[0];
  const drawn = isCounter ? { ...chosen, drawn: undefined, own: undefined } : chosen;
  return html`${answer(chosen, found.text, { isCounter, damage })} ${where(pasted)} ${likelier(readings, chosen)}
  ${chosen.format === OWN ? ownEpoch(params) : epochField(chosen.format, params)} ${surroundings(pasted)}
  ${fold(`Why ${titleOf(chosen.format)}`, () => choice(readings, chosen, found.text))}
  ${folded(drawn, damage, found.text, params, more)}`;
}

/** Says which ID was changed, and leads back. */
const changed = (): TemplateResult | typeof nothing =>
  state.changedFrom === ""
    ? nothing
    : html`<p class="changed">
        Changed from <code>${state.changedFrom}</code>
        <button type="button" class="small" @click=${() => history.back()}>undo</button>
      </p>`;

/** Says that the user has chosen a kind that is not the likeliest one. */
function likelier([first]: readonly Reading[], chosen: Reading): TemplateResult | typeof nothing {
  if (!first || first === chosen || first.score <= chosen.score) return nothing;
  const { format, score } = first;
  return html`<p class="quiet">You chose this kind. ${titleOf(format)} is likelier: ${Math.round(100 * score)} %.</p>`;
}

/** The reading of an ID that is the answer: the one that was chosen, or a sure one. */
export const shownOf = (found: Found, readings: readonly Reading[], params: URLSearchParams): Reading | undefined =>
  choose(readings, params) ?? (isCertain(found) || !wordsOf(found.text) ? readings.find(isSure) : undefined);

/** Whether a link or a mark tells the kind of an ID. */
const isCertain = ({ candidates: [first] }: Found): boolean => first !== undefined && first.score > 0.99;

/** The roles of the IDs of a text that is one link of a site that the page knows. */
const rolesOf = (text: string, all: readonly Found[]): readonly string[] =>
  /^[^\s()[\]]+$/.test(text) && rolesIn(text).length >= all.length ? rolesIn(text) : [];

/** Where the ID belongs, in the links of sites that the page knows: `server › channel › message`. */
function where({ text, found, all }: One): TemplateResult | typeof nothing {
  const roles = rolesOf(text, all);
  if (roles.length === 0) return nothing;
  const steps = all.map((one, n) => {
    const role = roles[n] ?? "ID";
    return one === found ? html`<b>${role}</b>` : html`<a href=${linkOf(one)}>${role} ${one.text}</a>`;
  });
  return html`<p class="where">${steps.map((step, n) => html`${n > 0 ? " › " : nothing}${step}`)}</p>`;
}

/** The link to another ID of the text, which also told its kind. */
const linkOf = ({ text, candidates: [first] }: Found): string => linkTo("read", { id: text, named: first?.format });

/** The text, if it is more than the ID, and the page does not know its parts. The other IDs of a link lead to their own views. */
function surroundings({ text, found, all }: One): TemplateResult | typeof nothing {
  if (text === found.text || rolesOf(text, all).length > 0) return nothing;
  const marks = all.map((one) => {
    const { start, end, candidates } = one;
    return { start, end, title: about(one.text, candidates[0]), ...(one !== found && { link: linkOf(one) }) };
  });
  return annotated(text, marks);
}

/** `Discord, 2016-04-30 11:18:25.796 UTC` */
export const about = (text: string, candidate: Pick<Reading, "format" | "date"> | undefined): string =>
  candidate
    ? `${titleOf(candidate.format)}${candidate.date ? `, ${utc(candidate.date, unitOf(candidate.format, text))}` : ""}`
    : "";

// Whether the IDs of a column were damaged.

/** A long number as programs print it. */
const LONG = /^\d{17,20}$/;

/**
 * Whether an ID has the text of a double, as each number has that a program or a spreadsheet has rounded, or is written with an exponent. An
 * intact ID has it by chance: see `chanceOf`.
 */
export const looksDamaged = (text: string): boolean =>
  LONG.test(text) ? String(Number(text)) === text : /^\d(?:\.\d+)?E\+?\d\d$/i.test(text);

/** The probability that an intact ID looks damaged: of the integers that are read as one double, one has its text. */
export const chanceOf = (text: string): number =>
  LONG.test(text) ? 2 ** (52 - Math.floor(Math.log2(Number(text)))) : 0;

/** The sum of the chances of a list, by a sample of it. */
export function chancesOf(texts: readonly string[]): number {
  const step = Math.ceil(texts.length / 100);
  const sample = texts.filter((_, at) => at % step === 0);
  return (sample.reduce((sum, text) => sum + chanceOf(text), 0) / sample.length) * texts.length;
}

/** Whether the warning of a found ID says that digits are lost. */
export const isLost = (warning: string | null | undefined): boolean => warning === "rounded" || warning === "exponent";

/** The chance of a column is never taken for smaller: some IDs are damaged alone. */
const SMALLEST_CHANCE = 1e-3;

/** Fewer damaged IDs than `FEWEST`, and a share of at most `SMALLEST_SHARE`, are not worth a message. */
const FEWEST = 3;
const SMALLEST_SHARE = 0.05;

/** The largest probability with which healthy IDs may look as damaged as the given ones. */
const UNLIKELY = 1e-3;

/**
 * Whether clearly more IDs look damaged than chance gives. `chances` is the sum of the chances of all IDs. By Chernoff's bound, at least
 * this many of `total` healthy IDs look damaged with a probability of at most e^(-n D). D is the divergence of the share from the share
 * that chance gives.
 */
export function isClearlyDamaged(damaged: number, total: number, chances: number): boolean {
  const share = damaged / total;
  const chance = Math.max(chances / total, SMALLEST_CHANCE);
  if (damaged < FEWEST || share <= Math.max(SMALLEST_SHARE, chance)) return false;
  const healthy = share === 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - chance));
  return Math.exp(-total * (share * Math.log(share / chance) + healthy)) < UNLIKELY;
}

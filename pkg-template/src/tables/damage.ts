// Whether the IDs of a column were damaged.

/** Whether a number ends as all damaged numbers do. This only saves the time of scanning all other numbers. */
export const mayBeDamaged = (text: string): boolean => /00$|E[+]?\d+$/i.test(text);

/** Whether the warning of a found ID says that digits are lost. */
export const isLost = (warning: string | null | undefined): boolean => warning === "rounded" || warning === "exponent";

/** The share of healthy IDs that look damaged by chance. */
const CHANCE = 0.01;

/** Fewer damaged IDs than `FEWEST`, and a share of at most `SMALLEST_SHARE`, are not worth a message. */
const FEWEST = 3;
const SMALLEST_SHARE = 0.05;

/** The largest probability with which healthy IDs may look as damaged as the given ones. */
const UNLIKELY = 1e-3;

/**
 * Whether clearly more IDs look damaged than chance gives. By Chernoff's bound, at least this many of `total` healthy
 * IDs look damaged with a probability of at most e^(-n D). D is the divergence of the share from the share that chance
 * gives.
 */
export function isClearlyDamaged(damaged: number, total: number): boolean {
  const share = damaged / total;
  if (damaged < FEWEST || share <= SMALLEST_SHARE) return false;
  const healthy = share === 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - CHANCE));
  return Math.exp(-total * (share * Math.log(share / CHANCE) + healthy)) < UNLIKELY;
}

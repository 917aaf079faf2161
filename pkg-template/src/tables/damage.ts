// Whether the IDs of a column were damaged.

/** Whether a number ends as all damaged ones do. This only saves the time of scanning the others. */
export const mayBeDamaged = (text: string): boolean => /00$|E[+]?\d+$/i.test(text);

/** Whether a warning of an ID that was found says that digits are lost. */
export const isLost = (warning: string | null | undefined): boolean => warning === "rounded" || warning === "exponent";

/** The share of healthy IDs that look damaged by chance. */
const CHANCE = 0.01;

/** Fewer IDs, and smaller shares, are not worth a message. */
const FEWEST = 3;
const SMALLEST_SHARE = 0.05;

/** How unlikely chance must be. */
const UNLIKELY = 1e-3;

/**
 * Whether clearly more IDs look damaged than chance gives. By Chernoff's bound, so many or more of healthy IDs look so with
 * a probability of at most e^(-n D): D is the divergence of the share from that of chance.
 */
export function isClearlyDamaged(damaged: number, total: number): boolean {
  const share = damaged / total;
  if (damaged < FEWEST || share <= SMALLEST_SHARE) return false;
  const healthy = share === 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - CHANCE));
  return Math.exp(-total * (share * Math.log(share / CHANCE) + healthy)) < UNLIKELY;
}

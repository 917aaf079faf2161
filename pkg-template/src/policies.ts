// The policies of generators, as options name them.

import { POLICIES } from "./generated/contract.js";
import { optionalChoice, type Options } from "./values.js";

export const POLICY_NAMES = ["onRollback", "onExhausted", "sequence"] as const;

/** The core's numbers of the policies. */
export function readPolicies(options: Options): Record<keyof typeof POLICIES, number> {
  const read = (name: keyof typeof POLICIES): number => optionalChoice(name, options[name], POLICIES[name]);
  return { onRollback: read("onRollback"), onExhausted: read("onExhausted"), sequence: read("sequence") };
}

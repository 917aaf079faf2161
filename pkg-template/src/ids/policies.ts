// The options that choose the policies of generators.

import { POLICIES } from "../generated/contract.js";
import { optionalChoice, type Options } from "../values/index.js";

export const POLICY_NAMES = ["onRollback", "onExhausted", "sequenceStart"] as const;

/** The core's numbers of the policies; NaN where an option is omitted. */
export const readPolicies = (options: Options): number[] =>
  POLICY_NAMES.map((name) => optionalChoice(name, options[name], POLICIES[name]));

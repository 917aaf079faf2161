// The options of the reader in the parameters of the address.

import type { InspectOptions } from "flakekit/inspect";
import { formatOf, usesCustom } from "../formats/catalogue.ts";
import { CUSTOM } from "../formats/custom.ts";

/** The epoch and the custom layout; all candidates, because the user may choose one. Throws a `FlakeError` if one of them is invalid. */
export const inspectOptions = (params: URLSearchParams): InspectOptions => ({
  epoch: params.get("epoch") ?? undefined,
  minScore: 0,
  formats: usesCustom(params) ? [formatOf(CUSTOM, params)] : [],
});

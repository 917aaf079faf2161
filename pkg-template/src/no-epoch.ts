// What formats without an epoch have.

import { FlakeError } from "./errors.js";

export const noEpoch = (name: string): FlakeError =>
  new FlakeError(
    "EPOCH_REQUIRED",
    `${name} has no epoch of its own; set one, as in withOptions(format, { epoch: '2024-01-01T00:00:00Z' })`,
  );

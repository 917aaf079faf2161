// better-auth: the IDs of users, accounts and sessions.

import { betterAuth } from "better-auth";
import { ids } from "./ids.mjs";

export const connect = (database, options) =>
  betterAuth({
    ...options,
    database,
    emailAndPassword: { enabled: true },
    advanced: { database: { generateId: () => ids.nextText() } },
  });

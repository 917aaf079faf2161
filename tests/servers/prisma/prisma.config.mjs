// Tells the command of Prisma where the schema is.

import { defineConfig } from "prisma/config";

export default defineConfig({ schema: "schema.prisma" });

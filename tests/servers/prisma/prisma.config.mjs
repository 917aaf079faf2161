// Where the command of Prisma finds the schema.

import { defineConfig } from "prisma/config";

export default defineConfig({ schema: "schema.prisma" });

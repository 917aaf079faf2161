// Stores orders by Prisma. The arguments are the URL of a database, and the file of docs/databases.md. It runs in Node 24,
// which reads the TypeScript of the generated client.

import { PrismaPg } from "@prisma/adapter-pg";
import { checkOrders, on } from "../lib/orders.mjs";
import { PrismaClient } from "./generated/client.ts";

const [, , connectionString, file] = process.argv;
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
await checkOrders(on(prisma, await import(file)));
await prisma.$disconnect();

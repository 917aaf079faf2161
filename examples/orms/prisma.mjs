// Prisma: an extension makes the IDs.

import { ids } from "./ids.mjs";

const withId = (data) => (Array.isArray(data) ? data.map(withId) : { id: ids.next(), ...data });
const make = ({ args, query }) => query({ ...args, data: withId(args.data) });
const upsert = ({ args, query }) => query({ ...args, create: withId(args.create) });

// new PrismaClient({ adapter: new PrismaPg({ connectionString }) }).$extends(makeIds)
export const makeIds = { query: { order: { create: make, createMany: make, createManyAndReturn: make, upsert } } };

export const insert = (prisma, rows) => prisma.order.createMany({ data: rows });

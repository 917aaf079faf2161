// How each ORM of docs/orms.md finds an order and renames it, by a bigint or a text, and finds those of a span of time: the
// usual calls, which the document does not show. The first argument is the database, the model or the repository. Drizzle's
// are in recipes.mjs.

import { format } from "./recipes.mjs";

const ends = (from, to) => {
  const { min, end } = format.range(from, to, { halfOpen: true });
  return [min, end];
};

export const kyselyFinding = {
  find: (db, id) => db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirst(),
  rename: (db, id, item) => db.updateTable("orders").set({ item }).where("id", "=", id).execute(),
  between(db, from, to) {
    const [min, end] = ends(from, to);
    return db.selectFrom("orders").selectAll().where("id", ">=", min).where("id", "<", end).orderBy("id").execute();
  },
};

export const knexFinding = {
  find: (db, id) => db("orders").where({ id }).first(),
  rename: (db, id, item) => db("orders").where({ id }).update({ item }),
  between(db, from, to) {
    const [min, end] = ends(from, to);
    return db("orders").where("id", ">=", min).where("id", "<", end).orderBy("id");
  },
};

export const sequelizeFinding = {
  find: (Order, id) => Order.findByPk(id),
  rename: (Order, id, item) => Order.update({ item }, { where: { id } }),
  async between(Order, from, to) {
    const { Op } = await import("sequelize");
    const [min, end] = ends(from, to);
    return Order.findAll({ where: { id: { [Op.gte]: min, [Op.lt]: end } }, order: ["id"] });
  },
};

export const typeOrmFinding = {
  find: (repository, id) => repository.findOneBy({ id }),
  rename: (repository, id, item) => repository.update({ id }, { item }),
  async between(repository, from, to) {
    const { And, LessThan, MoreThanOrEqual } = await import("typeorm");
    const [min, end] = ends(from, to);
    return repository.find({ where: { id: And(MoreThanOrEqual(min), LessThan(end)) }, order: { id: "ASC" } });
  },
};

/** Those of MikroORM, for an entity. */
export const mikroOrmFinding = (Order) => ({
  find: (em, id) => em.findOne(Order, { id }),
  rename: (em, id, item) => em.nativeUpdate(Order, { id }, { item }),
  between(em, from, to) {
    const [min, end] = ends(from, to);
    return em.find(Order, { id: { $gte: min, $lt: end } }, { orderBy: { id: "asc" } });
  },
});

export const prismaFinding = {
  find: (prisma, id) => prisma.order.findUnique({ where: { id } }),
  rename: (prisma, id, item) => prisma.order.update({ where: { id }, data: { item } }),
  between(prisma, from, to) {
    const [min, end] = ends(from, to);
    return prisma.order.findMany({ where: { id: { gte: min, lt: end } }, orderBy: { id: "asc" } });
  },
};

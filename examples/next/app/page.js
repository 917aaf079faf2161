import { format } from "../format.js";
import { ids } from "../ids.js";
import { latestOrders } from "../orders.js";
import { order } from "./actions.js";

export const dynamic = "force-dynamic";

export default async function Page() {
  await ids.opened(); // makes the tables
  const orders = await latestOrders();
  return (
    <main>
      <form action={order}>
        <input name="item" required />
        <button>Order</button>
      </form>
      <ol>
        {orders.map(({ id, item }) => (
          <li key={id}>
            {id}: {item}, {format.date(id).toISOString()}
          </li>
        ))}
      </ol>
    </main>
  );
}

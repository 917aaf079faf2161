import { addOrder, latestOrders } from "../../../orders.js";

export const dynamic = "force-dynamic";

export const GET = async () => Response.json(await latestOrders());

export async function POST(request) {
  const { item } = await request.json();
  return Response.json({ id: await addOrder(item) }, { status: 201 });
}

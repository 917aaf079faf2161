import { edit, nextId } from "../../lib/ids.server.ts";

export const POST = async () => Response.json({ id: await nextId(), edit });

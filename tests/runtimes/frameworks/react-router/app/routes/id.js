import { edit, nextId } from "../ids.server.ts";

export const action = async () => Response.json({ id: await nextId(), edit });

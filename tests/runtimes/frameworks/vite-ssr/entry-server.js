import { edit, nextId } from "./ids.server.ts";

export const answer = async () => ({ id: await nextId(), edit });

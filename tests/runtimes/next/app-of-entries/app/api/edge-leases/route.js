export { POST } from "../../../leases.js";

export const runtime = "edge";

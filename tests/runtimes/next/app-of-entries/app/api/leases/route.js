export { POST } from "../../../leases.js";

import { index, route } from "@react-router/dev/routes";

export default [index("routes/time.jsx"), route("id", "routes/id.js")];

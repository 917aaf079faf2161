import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { api } from "./api.mjs";

/** Answers the page's requests in Vite's own server. Yours would mount `api` beside the built files. */
const withApi = {
  name: "api",
  configureServer: ({ middlewares }) => void middlewares.use(api),
  configurePreviewServer: ({ middlewares }) => void middlewares.use(api),
};

export default defineConfig({ plugins: [react(), withApi] });

import { makeIds } from "./tabs-maker.js";

new Worker(new URL(`./tabs-worker.js${globalThis.location.search}`, import.meta.url), { type: "module" });
if ((await makeIds("page")) === "reload") globalThis.location.reload();

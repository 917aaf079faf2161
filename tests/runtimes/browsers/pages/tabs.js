import { makeIds } from "./tabs-maker.js";

new Worker(new URL(`./tabs-worker.js${globalThis.location.search}`, import.meta.url), { type: "module" });
makeIds("page");

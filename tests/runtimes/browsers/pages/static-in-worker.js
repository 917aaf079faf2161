new Worker(new URL("./static.js", import.meta.url), { type: "module" });

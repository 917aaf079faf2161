// Vite and webpack recognise exactly this expression and bundle the worker too.
new Worker(new URL("./run.js", import.meta.url), { type: "module" });

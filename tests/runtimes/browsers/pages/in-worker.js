// Bundlers know this very form and bundle the worker too.
new Worker(new URL("./run.js", import.meta.url), { type: "module" });

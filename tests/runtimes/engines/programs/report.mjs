// Reports the runtime that a program runs on.

/** Prints the runtime's version and the file that was loaded. */
export function report(loaded) {
  const { Bun, Deno } = globalThis;
  const version = Bun?.version ?? Deno?.version.deno ?? process.versions.node;
  const file = loaded.split("node_modules/flakekit/")[1];
  console.log(
    JSON.stringify({
      version,
      loads: file === undefined ? loaded : `${file}, ${file.includes("no-wasm") ? "no WebAssembly" : "core inlined"}`,
    }),
  );
}

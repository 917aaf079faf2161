// What the build gives to the entries.

/** How an entry gets its WebAssembly module: see entries/main.ts. `script` is the one of the script of leases. */
declare const FLAVOUR: "inlined" | "manual" | "no-wasm" | "script" | "worker";

/** The module of an entry as a text. The build adds these declarations to the files that use them. */
declare const CORE: string;
/** The complete module, where it is not that of `CORE`; and the module of leases for pages: see entries/lease.ts. */
declare const COMPLETE: string;
declare const KEEPERS: string;

/** The bundlers of users resolve these imports; the build leaves them in place. */
declare module "*.wasm?module" {
  const module: WebAssembly.Module;
  export default module;
}

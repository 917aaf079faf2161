// The bundlers of users resolve these imports; the build leaves them in place.
declare module "*/core.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*/core.wasm?module" {
  const module: WebAssembly.Module;
  export default module;
}

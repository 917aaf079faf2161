// These are left to the bundlers of those who use the package.
declare module "*/core.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*/core.wasm?module" {
  const module: WebAssembly.Module;
  export default module;
}

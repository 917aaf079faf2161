// The bundler inlines this file as base64.
declare module "*/core_bg.wasm" {
  const base64: string;
  export default base64;
}

// These are left to the bundlers of those who use the package.
declare module "*/core.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*/core.wasm?module" {
  const module: WebAssembly.Module;
  export default module;
}

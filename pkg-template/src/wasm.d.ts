// The bundler inlines the file as base64.
declare module "*.wasm" {
  const base64: string;
  export default base64;
}

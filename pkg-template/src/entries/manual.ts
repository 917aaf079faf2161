// The core comes from whoever imports this.

export * from "../index.js";
export { provideCore } from "../core.js";

/** Whether a script starts a core, which only code that makes IDs does. Bundlers and minifiers keep these names. */
export const startsCore = (code) => code.includes("WebAssembly.Instance");

// The module that an entry brings, if it does not assign one. The main entry is built with `entries/inlined-module.ts` in the
// place of this file: an assignment there would keep the module in bundles that only read IDs.

export const inlinedModule: (() => BufferSource) | undefined = undefined;

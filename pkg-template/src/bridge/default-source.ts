// The first value of `platform.source`: no module. Entries with a module assign theirs. In the bundle of the main entry,
// `entries/inlined-module.ts` replaces this file instead: an assignment would keep the module in bundles that only read IDs.

export const inlinedModule: (() => BufferSource) | undefined = undefined;

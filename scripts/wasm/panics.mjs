// Replaces functions that only panics reach. On wasm32-unknown-unknown nobody reads the message of a panic, but the
// standard library composes it with core::fmt before it traps.

/** Functions that never return, and core::fmt, which only they call. */
const PANICS =
  /panicking|panic_|_fail\b|_failed|handle_error|capacity_overflow|handle_alloc_error|rust_begin_unwind|\bfmt\b/;

/** The functions of `PANICS` that are called when an allocation fails. */
const OUT_OF_MEMORY = /alloc_error|handle_error|capacity_overflow/;

/** The import that throws a JavaScript error, if the module keeps its glue; scripts/wasm/glue.mjs makes it a RangeError. */
const THROW = /__wbindgen_throw/;

/**
 * Replaces the bodies of panicking functions by a trap, but not of exports, whatever their names. The functions for a
 * failed allocation throw first, if the module imports the function that throws.
 */
export function trapPanics({ binaryen, module }) {
  const functions = Array.from({ length: module.getNumFunctions() }, (_, i) => {
    const one = module.getFunctionByIndex(i);
    return { one, ...binaryen.getFunctionInfo(one) };
  });
  const thrower = functions.find(({ module: importedFrom, base }) => importedFrom && THROW.test(base));
  const exported = Array.from(
    { length: module.getNumExports() },
    (_, i) => binaryen.getExportInfo(module.getExportByIndex(i)).value,
  );
  const panicking = functions.filter(
    ({ module: importedFrom, name }) => !importedFrom && PANICS.test(name) && !exported.includes(name),
  );
  if (panicking.length === 0) throw new Error("no function panics: has the module no names?");
  const nothing = module.i32.const(0);
  for (const { one, name } of panicking) {
    const body = [module.unreachable()];
    if (thrower && OUT_OF_MEMORY.test(name)) body.unshift(module.call(thrower.name, [nothing, nothing], binaryen.none));
    binaryen.Function.setBody(one, module.block(null, body));
  }
}

// Replaces functions that only panics reach. On wasm32-unknown-unknown nobody reads the message of a panic, but the
// standard library composes it with core::fmt before it traps.

/** Functions that never return, and core::fmt, which only they call. */
const PANICS =
  /panicking|panic_|_fail\b|_failed|handle_error|capacity_overflow|handle_alloc_error|rust_begin_unwind|\bfmt\b/;

/** The functions of `PANICS` that are called when an allocation fails. */
const OUT_OF_MEMORY = /alloc_error|handle_error|capacity_overflow/;

/** Functions that nobody calls, but that are in the table: closures and futures of wasm-bindgen and js-sys. */
const UNCALLED = /^wasm_bindgen::convert::closures::|^js_sys::futures::/;

/** The import that throws a JavaScript error; scripts/wasm/glue.mjs makes it a RangeError. */
const THROW = /__wbindgen_throw/;

/** Replaces the bodies of panicking functions by a trap. Those for a failed allocation throw first. */
export function trapPanics({ binaryen, module }) {
  const nothing = module.i32.const(0);
  const thrower = functions(binaryen, module).find(({ module: from, base }) => from && THROW.test(base));
  const traps = (name) => PANICS.test(name);
  const body = (name) => {
    if (!OUT_OF_MEMORY.test(name)) return module.unreachable();
    const call = module.call(thrower.name, [nothing, nothing], binaryen.none);
    return module.block(null, [call, module.unreachable()]);
  };
  if (replace({ binaryen, module }, traps, body) === 0) throw new Error("no function panics: has the core no names?");
}

export function trapUncalled({ binaryen, module }) {
  replace(
    { binaryen, module },
    (name) => UNCALLED.test(name),
    () => module.unreachable(),
  );
}

/** Replaces the bodies of some functions, removes these from the table, and counts them. */
function replace({ binaryen, module }, isDead, body) {
  const dead = functions(binaryen, module).filter(({ module: from, name }) => !from && isDead(name));
  for (const { function: one, name } of dead) binaryen.Function.setBody(one, body(name));
  const segments = Array.from({ length: module.getNumElementSegments() }, (_, i) =>
    binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(i)),
  );
  for (const { name: segment, table, offset, data } of segments) {
    const { value: first } = binaryen.getExpressionInfo(offset);
    module.removeElementSegment(segment);
    data.forEach((name, i) => {
      if (!isDead(name)) module.addActiveElementSegment(table, `${first + i}`, [name], module.i32.const(first + i));
    });
  }
  return dead.length;
}

function functions(binaryen, module) {
  return Array.from({ length: module.getNumFunctions() }, (_, i) => {
    const one = module.getFunctionByIndex(i);
    return { function: one, ...binaryen.getFunctionInfo(one) };
  });
}

// Resets the stack pointer of linear memory at the start of each call of a module.

const STACK_POINTER = "__stack_pointer";

/** The export that calls JavaScript. */
const CALLS_JAVASCRIPT = "names_of";

/** The part of the stack that belongs to this export, in bytes. */
const RESERVED = 1 << 16;

/**
 * If the engine's own stack is full, it throws out of a call of the module, and the stack pointer of linear memory stays
 * where it was. After enough such calls no stack would be left, so each exported function sets it to the top first.
 *
 * This is correct because no call of a module runs within another one. The exception is the export that calls JavaScript:
 * the upper part of the stack is reserved for it. This export does not run within itself: it calls no code of users.
 */
export function resetStackPointer({ binaryen, module }) {
  const { init } = binaryen.getGlobalInfo(module.getGlobal(STACK_POINTER));
  const { value: top } = binaryen.getExpressionInfo(init);
  const exported = Array.from({ length: module.getNumExports() }, (_, i) =>
    binaryen.getExportInfo(module.getExportByIndex(i)),
  );
  const reserved = exported.some(({ name }) => name === CALLS_JAVASCRIPT) ? RESERVED : 0;
  for (const { name, value, kind } of exported) {
    // The glue calls exports that begin with underscores during calls of the module.
    if (kind !== binaryen.ExternalFunction || name.startsWith("__")) continue;
    const called = module.getFunction(value);
    const { results, body } = binaryen.getFunctionInfo(called);
    const pointer = module.i32.const(name === CALLS_JAVASCRIPT ? top : top - reserved);
    const reset = module.global.set(STACK_POINTER, pointer);
    binaryen.Function.setBody(called, module.block(null, [reset, body], results));
  }
}

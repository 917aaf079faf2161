// Resets the stack pointer of linear memory at the start of each call of a module.

const STACK_POINTER = "__stack_pointer";

/** The exports that call JavaScript, of the core and of the module of inspection. */
const CALL_JAVASCRIPT = ["fetch_random_bits", "foreign_formats", "inspect", "refusal", "snapshot"];

/** The part of that stack that belongs to them, in bytes. */
const RESERVED = 1 << 16;

/**
 * If the engine's own stack is full, it throws out of a call of the module, and the stack pointer of linear memory stays
 * where it was. After enough such calls no stack would be left, so each exported function sets it to the top first.
 *
 * This is correct because no call of a module runs within another one. The exceptions are the exports that call
 * JavaScript: the upper part of the stack is reserved for them. None of them runs within another one of them: reports
 * call no code of users, and the wrapper fetches no random bits while it fetches random bits.
 */
export function resetStackPointer({ binaryen, module }) {
  const { init } = binaryen.getGlobalInfo(module.getGlobal(STACK_POINTER));
  const { value: top } = binaryen.getExpressionInfo(init);
  for (let i = 0; i < module.getNumExports(); i++) {
    const { name, value, kind } = binaryen.getExportInfo(module.getExportByIndex(i));
    // The glue calls exports that begin with underscores during calls of the module.
    if (kind !== binaryen.ExternalFunction || name.startsWith("__")) continue;
    const called = module.getFunction(value);
    const { results, body } = binaryen.getFunctionInfo(called);
    const pointer = module.i32.const(CALL_JAVASCRIPT.includes(name) ? top : top - RESERVED);
    const reset = module.global.set(STACK_POINTER, pointer);
    binaryen.Function.setBody(called, module.block(null, [reset, body], results));
  }
}

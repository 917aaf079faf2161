// Patches and optimises the modules that wasm-bindgen has written.
//
// A patch that is not needed for correctness has to save at least 300 bytes of core.wasm, gzipped. The bytes above a
// patch are those that this patch alone saves; `node scripts/wasm/gains.mjs` measures all of them.

import { readFileSync, writeFileSync } from "node:fs";
import { blankLocations, blankTexts } from "./blank.mjs";
import { joinSegments } from "./join.mjs";
import { trapPanics } from "./panics.mjs";
import { resetStackPointer } from "./stack.mjs";
import { translate } from "./translate.mjs";

/** Patches of the file's bytes. */
const ON_BYTES = {
  // Correctness: a module must not contain paths of the machine that built it. 360 bytes.
  blankLocations,
  // 510 bytes.
  blankTexts,
};

/** Patches of the functions, which binaryen has parsed; in this order. */
const ON_FUNCTIONS = {
  // 500 bytes. Correctness: if memory is full, the module of inspection throws a RangeError instead of trapping.
  trapPanics,
  // Correctness: see stack.mjs.
  resetStackPointer,
  // 600 bytes.
  optimise,
};

/**
 * Patches and optimises a module in place. The file must contain the names of its functions; the result contains none. A
 * module that `hasGlue` keeps the exports and imports that are for it. `exported` is the name of one more export, by which the
 * module is recognised. `translation` is the file for its translation to JavaScript. `without` is the name of a patch that is left
 * out, to measure it.
 */
export async function adaptModule(file, { hasGlue = false, exported, translation, without } = {}) {
  // Imported here because the set-up may have installed it in this process.
  const { default: binaryen } = await import("binaryen");
  const patches = (group) => Object.values(group).filter(({ name }) => name !== without);
  const bytes = readFileSync(file);
  for (const patch of patches(ON_BYTES)) patch(bytes);
  const module = binaryen.readBinary(bytes);
  if (!hasGlue) removeGlue({ binaryen, module });
  for (const patch of patches(ON_FUNCTIONS)) patch({ binaryen, module });
  if (translation !== undefined) writeFileSync(translation, translate(binaryen, module.emitBinary()));
  if (exported !== undefined) {
    module.addGlobal(exported, binaryen.i32, false, module.i32.const(0));
    module.addGlobalExport(exported, exported);
  }
  // Equal hints of alignment compress better. The functions that are called most get the shortest numbers.
  module.runPasses(["dealign", "reorder-functions", "strip-debug", "strip-producers", "strip-target-features"]);
  writeFileSync(file, joinSegments(Buffer.from(module.emitBinary())));
}

/**
 * Removes the exports that are for the glue. Then nothing calls the imports, which are removed with everything else that
 * is unused.
 */
function removeGlue({ binaryen, module }) {
  const infos = Array.from({ length: module.getNumExports() }, (_, i) =>
    binaryen.getExportInfo(module.getExportByIndex(i)),
  );
  for (const { name } of infos.filter(({ name }) => name.startsWith("__"))) module.removeExport(name);
}

/** The names of the patches that can be measured. */
export const CORE_PATCHES = [...Object.keys(ON_BYTES), ...Object.keys(ON_FUNCTIONS)];

/**
 * Optimises for size, as `wasm-opt -O2 --shrink-level 2` does, and further: `module.optimize()` alone leaves 460 bytes
 * more. Each of the other lines saves less than 200 bytes, so these lines are kept or dropped together.
 */
function optimise({ binaryen, module }) {
  binaryen.setOptimizeLevel(2);
  binaryen.setShrinkLevel(2);
  // The core stores nothing in the lowest 1024 bytes: they are the far end of its stack.
  binaryen.setLowMemoryUnused(true);
  module.runPasses(["flatten", "rereloop"]);
  module.optimize();
  module.optimize();
}

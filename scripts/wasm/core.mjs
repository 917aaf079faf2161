// Patches and optimises the core that wasm-bindgen has written.
//
// A patch that is not needed for correctness has to save at least 300 bytes of core.wasm, gzipped. The bytes below
// are what that patch alone saves; `node scripts/wasm/gains.mjs` measures all of them.

import { readFileSync, writeFileSync } from "node:fs";
import { blankLocations, blankTexts } from "./blank.mjs";
import { trapPanics } from "./panics.mjs";
import { resetStackPointer } from "./stack.mjs";

/** Patches of the file's bytes. */
const ON_BYTES = {
  // Correctness: the core must not contain paths of the machine that built it. 530 bytes.
  blankLocations,
  // 460 bytes.
  blankTexts,
};

/** Patches of the functions, which binaryen has parsed; in this order. */
const ON_FUNCTIONS = {
  // 760 bytes. Correctness: if memory is full, the core throws a RangeError instead of trapping.
  trapPanics,
  // Correctness: see stack.mjs.
  resetStackPointer,
  // 1660 bytes.
  optimise,
};

/**
 * Patches and optimises a core in place. The file must contain the names of its functions; the result contains none.
 * `without` is the name of a patch that is left out, to measure it.
 */
export async function adaptCore(file, without) {
  // Imported here because the set-up may have installed it in this process.
  const { default: binaryen } = await import("binaryen");
  const patches = (group) => Object.values(group).filter(({ name }) => name !== without);
  const bytes = readFileSync(file);
  for (const patch of patches(ON_BYTES)) patch(bytes);
  const module = binaryen.readBinary(bytes);
  for (const patch of patches(ON_FUNCTIONS)) patch({ binaryen, module });
  module.runPasses(["strip-debug", "strip-producers", "strip-target-features"]);
  writeFileSync(file, module.emitBinary());
}

/**
 * Optimises the module of the protocol of leases in place, as `adaptCore` does. It needs no glue, so it keeps neither
 * the exports nor the imports that are for the glue.
 */
export async function adaptLease(file) {
  const { default: binaryen } = await import("binaryen");
  const bytes = readFileSync(file);
  blankLocations(bytes);
  blankTexts(bytes);
  const module = binaryen.readBinary(bytes);
  const names = Array.from(
    { length: module.getNumExports() },
    (_, i) => binaryen.getExportInfo(module.getExportByIndex(i)).name,
  );
  for (const name of names.filter((name) => name.startsWith("__"))) module.removeExport(name);
  trapPanics({ binaryen, module });
  optimise({ binaryen, module });
  module.runPasses(["strip-debug", "strip-producers", "strip-target-features"]);
  writeFileSync(file, module.emitBinary());
}

/** The names of the patches that can be measured. */
export const CORE_PATCHES = [...Object.keys(ON_BYTES), ...Object.keys(ON_FUNCTIONS)];

/**
 * Optimises for size, as `wasm-opt -O2 --shrink-level 2` does, and further: `module.optimize()` alone leaves 460 bytes
 * more. Each of the other lines saves less than 200, so they are kept or dropped together.
 */
function optimise({ binaryen, module }) {
  binaryen.setOptimizeLevel(2);
  binaryen.setShrinkLevel(2);
  // The core stores nothing in the lowest 1024 bytes: they are the far end of its stack.
  binaryen.setLowMemoryUnused(true);
  module.runPasses(["flatten", "rereloop"]);
  module.optimize();
  module.optimize();
  // Equal hints of alignment compress better. The functions that are called most get the shortest numbers.
  module.runPasses(["dealign", "reorder-functions"]);
}

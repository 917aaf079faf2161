// The functions of the main entry that `flakekit/lease` uses. `flakekit/lease` is another bundle, and the main entry's core
// makes the IDs of leases.

import { type Runtime, startCore, writeFrame } from "../bridge/index.js";
import { classOf } from "./make.js";
import { readListener, readSignal, usualOnExhausted } from "./options.js";
import { largestOf, leastOf, newOpening, policyOf, setSettings } from "./opening.js";
import { open } from "./refusals.js";
import { layoutOf, nodeNames, nodesIn, readNodes } from "../ids/index.js";

export const engineOf = (runtime: Runtime) => ({
  _classOf: classOf,
  _core: () => startCore(runtime._newCore),
  _isWorker: runtime._workerClock !== undefined,
  _largestOf: largestOf,
  _layoutOf: layoutOf,
  _leastOf: leastOf,
  _newOpening: newOpening,
  _nodeNames: nodeNames,
  _nodesIn: nodesIn,
  _open: open,
  _policyOf: policyOf,
  _readListener: readListener,
  _readNodes: readNodes,
  _readSignal: readSignal,
  _setSettings: setSettings,
  _usualOnExhausted: usualOnExhausted,
  _workerClock: runtime._workerClock,
  _writeFrame: writeFrame,
});

export type Engine = ReturnType<typeof engineOf>;

// What `flakekit/lease` needs of the main entry, whose core makes its IDs. It is another bundle.

import { core } from "./core.js";
import { classOf } from "./make.js";
import { batchBytes, decodeAscii, numbers, words32, writeRecord } from "./memory.js";
import { nodeNames, optionsRecord, readListener, readSignal, usualOnExhausted } from "./options.js";
import { callWithRandomBits, numberOrThrow } from "./refusals.js";
import { numberOf } from "./registered.js";
import { nodesIn } from "./nodes.js";

export const engine = {
  _batchBytes: batchBytes,
  _callWithRandomBits: callWithRandomBits,
  _core: core,
  _decodeAscii: decodeAscii,
  _classOf: classOf,
  _nodeNames: nodeNames,
  _nodesIn: nodesIn,
  _numberOf: numberOf,
  _numberOrThrow: numberOrThrow,
  _numbers: numbers,
  _optionsRecord: optionsRecord,
  _readListener: readListener,
  _readSignal: readSignal,
  _usualOnExhausted: usualOnExhausted,
  _words32: words32,
  _writeRecord: writeRecord,
};

export type Engine = typeof engine;

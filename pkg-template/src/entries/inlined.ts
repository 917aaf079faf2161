// The core is in the file itself.

import base64 from "../../core/core_bg.wasm";
import { platform } from "../platform.js";

platform.source = () => {
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
};

export * from "../index.js";

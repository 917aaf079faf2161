// Decodes the WebAssembly modules that entries contain.

interface Decoders {
  Buffer?: { from(text: string, encoding: "hex"): Uint8Array<ArrayBuffer> };
  Uint8Array: { fromHex?: (text: string) => Uint8Array<ArrayBuffer> };
}

/**
 * The bytes that hex digits stand for. Gzip compresses hex 13 % better than base64, in which equal bytes become different
 * characters depending on their position. Built-in decoders take 0.2 ms.
 */
export function bytesOf(hex: string): BufferSource {
  const { Buffer, Uint8Array: bytes } = globalThis as unknown as Decoders;
  return (
    Buffer?.from(hex, "hex") ??
    bytes.fromHex?.(hex) ??
    Uint8Array.from(hex.match(/../g) as string[], (digits) => parseInt(digits, 16))
  );
}

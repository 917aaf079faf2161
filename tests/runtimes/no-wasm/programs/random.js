// A stand-in for react-native-get-random-values, whose random bits come from a phone.

let state = Date.now() % 2147483647;

globalThis.crypto = {
  getRandomValues(array) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) {
      state = (state * 48271) % 2147483647;
      bytes[i] = state % 256;
    }
    return array;
  },
};

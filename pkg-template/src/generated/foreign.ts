// Generated from Rust by `npm run build`. Do not edit.

/** See `ForeignFormat`. */
export const FOREIGN_FORMATS = [
  {
    name: "uuid v1",
    bits: 128,
    fields: [
      { name: "timestamp", kind: "time", bits: 32, shift: 0, value: null },
      { name: "timestamp", kind: "time", bits: 16, shift: 32, value: null },
      { name: "version", kind: "metadata", bits: 4, shift: 0, value: 1 },
      { name: "timestamp", kind: "time", bits: 12, shift: 48, value: null },
      { name: "variant", kind: "metadata", bits: 2, shift: 0, value: 2 },
      { name: "clockSequence", kind: "sequence", bits: 14, shift: 0, value: null },
      { name: "node", kind: "node", bits: 48, shift: 0, value: null },
    ],
    text: { digits: "0123456789abcdef", length: 32, anyCase: true, hyphens: true, padding: 0 },
  },
  {
    name: "uuid v6",
    bits: 128,
    fields: [
      { name: "timestamp", kind: "time", bits: 32, shift: 28, value: null },
      { name: "timestamp", kind: "time", bits: 16, shift: 12, value: null },
      { name: "version", kind: "metadata", bits: 4, shift: 0, value: 6 },
      { name: "timestamp", kind: "time", bits: 12, shift: 0, value: null },
      { name: "variant", kind: "metadata", bits: 2, shift: 0, value: 2 },
      { name: "clockSequence", kind: "sequence", bits: 14, shift: 0, value: null },
      { name: "node", kind: "node", bits: 48, shift: 0, value: null },
    ],
    text: { digits: "0123456789abcdef", length: 32, anyCase: true, hyphens: true, padding: 0 },
  },
  {
    name: "uuid v7",
    bits: 128,
    fields: [
      { name: "timestamp", kind: "time", bits: 48, shift: 0, value: null },
      { name: "version", kind: "metadata", bits: 4, shift: 0, value: 7 },
      { name: "random", kind: "random", bits: 12, shift: 62, value: null },
      { name: "variant", kind: "metadata", bits: 2, shift: 0, value: 2 },
      { name: "random", kind: "random", bits: 62, shift: 0, value: null },
    ],
    text: { digits: "0123456789abcdef", length: 32, anyCase: true, hyphens: true, padding: 0 },
  },
  {
    name: "ulid",
    bits: 128,
    fields: [
      { name: "timestamp", kind: "time", bits: 48, shift: 0, value: null },
      { name: "random", kind: "random", bits: 80, shift: 0, value: null },
    ],
    text: { digits: "0123456789ABCDEFGHJKMNPQRSTVWXYZ", length: 26, anyCase: true, hyphens: false, padding: 0 },
  },
  {
    name: "ksuid",
    bits: 160,
    fields: [
      { name: "timestamp", kind: "time", bits: 32, shift: 0, value: null },
      { name: "payload", kind: "random", bits: 128, shift: 0, value: null },
    ],
    text: {
      digits: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
      length: 27,
      anyCase: false,
      hyphens: false,
      padding: 0,
    },
  },
  {
    name: "xid",
    bits: 96,
    fields: [
      { name: "timestamp", kind: "time", bits: 32, shift: 0, value: null },
      { name: "machine", kind: "node", bits: 24, shift: 0, value: null },
      { name: "process", kind: "node", bits: 16, shift: 0, value: null },
      { name: "counter", kind: "sequence", bits: 24, shift: 0, value: null },
    ],
    text: { digits: "0123456789abcdefghijklmnopqrstuv", length: 20, anyCase: false, hyphens: false, padding: 4 },
  },
  {
    name: "objectid",
    bits: 96,
    fields: [
      { name: "timestamp", kind: "time", bits: 32, shift: 0, value: null },
      { name: "random", kind: "random", bits: 40, shift: 0, value: null },
      { name: "counter", kind: "sequence", bits: 24, shift: 0, value: null },
    ],
    text: { digits: "0123456789abcdef", length: 24, anyCase: true, hyphens: false, padding: 0 },
  },
  {
    name: "tid",
    bits: 63,
    fields: [
      { name: "timestamp", kind: "time", bits: 53, shift: 0, value: null },
      { name: "clockId", kind: "node", bits: 10, shift: 0, value: null },
    ],
    text: { digits: "234567abcdefghijklmnopqrstuvwxyz", length: 13, anyCase: false, hyphens: false, padding: 0 },
  },
  {
    name: "firebase",
    bits: 120,
    fields: [
      { name: "timestamp", kind: "time", bits: 48, shift: 0, value: null },
      { name: "random", kind: "random", bits: 72, shift: 0, value: null },
    ],
    text: {
      digits: "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
      length: 20,
      anyCase: false,
      hyphens: false,
      padding: 0,
    },
  },
  {
    name: "timeflake",
    bits: 128,
    fields: [
      { name: "timestamp", kind: "time", bits: 48, shift: 0, value: null },
      { name: "random", kind: "random", bits: 80, shift: 0, value: null },
    ],
    text: {
      digits: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
      length: 22,
      anyCase: false,
      hyphens: false,
      padding: 0,
    },
  },
  {
    name: "flake",
    bits: 128,
    fields: [
      { name: "timestamp", kind: "time", bits: 64, shift: 0, value: null },
      { name: "node", kind: "node", bits: 48, shift: 0, value: null },
      { name: "counter", kind: "sequence", bits: 16, shift: 0, value: null },
    ],
    text: {
      digits: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
      length: 18,
      anyCase: false,
      hyphens: false,
      padding: 0,
    },
  },
  {
    name: "uuid v2",
    bits: 128,
    fields: [
      { name: "localId", kind: "metadata", bits: 32, shift: 0, value: null },
      { name: "timeMid", kind: "time", bits: 16, shift: 0, value: null },
      { name: "version", kind: "metadata", bits: 4, shift: 0, value: 2 },
      { name: "timeHigh", kind: "time", bits: 12, shift: 0, value: null },
      { name: "variant", kind: "metadata", bits: 2, shift: 0, value: 2 },
      { name: "clockSequence", kind: "sequence", bits: 6, shift: 0, value: null },
      { name: "domain", kind: "metadata", bits: 8, shift: 0, value: null },
      { name: "node", kind: "node", bits: 48, shift: 0, value: null },
    ],
    text: { digits: "0123456789abcdef", length: 32, anyCase: true, hyphens: true, padding: 0 },
  },
  {
    name: "uuid v3",
    bits: 128,
    fields: [
      { name: "md5", kind: "random", bits: 48, shift: 74, value: null },
      { name: "version", kind: "metadata", bits: 4, shift: 0, value: 3 },
      { name: "md5", kind: "random", bits: 12, shift: 62, value: null },
      { name: "variant", kind: "metadata", bits: 2, shift: 0, value: 2 },
      { name: "md5", kind: "random", bits: 62, shift: 0, value: null },
    ],
    text: { digits: "0123456789abcdef", length: 32, anyCase: true, hyphens: true, padding: 0 },
  },
  {
    name: "uuid v4",
    bits: 128,
    fields: [
      { name: "random", kind: "random", bits: 48, shift: 74, value: null },
      { name: "version", kind: "metadata", bits: 4, shift: 0, value: 4 },
      { name: "random", kind: "random", bits: 12, shift: 62, value: null },
      { name: "variant", kind: "metadata", bits: 2, shift: 0, value: 2 },
      { name: "random", kind: "random", bits: 62, shift: 0, value: null },
    ],
    text: { digits: "0123456789abcdef", length: 32, anyCase: true, hyphens: true, padding: 0 },
  },
  {
    name: "uuid v5",
    bits: 128,
    fields: [
      { name: "sha1", kind: "random", bits: 48, shift: 74, value: null },
      { name: "version", kind: "metadata", bits: 4, shift: 0, value: 5 },
      { name: "sha1", kind: "random", bits: 12, shift: 62, value: null },
      { name: "variant", kind: "metadata", bits: 2, shift: 0, value: 2 },
      { name: "sha1", kind: "random", bits: 62, shift: 0, value: null },
    ],
    text: { digits: "0123456789abcdef", length: 32, anyCase: true, hyphens: true, padding: 0 },
  },
  {
    name: "uuid v8",
    bits: 128,
    fields: [
      { name: "custom", kind: "random", bits: 48, shift: 74, value: null },
      { name: "version", kind: "metadata", bits: 4, shift: 0, value: 8 },
      { name: "custom", kind: "random", bits: 12, shift: 62, value: null },
      { name: "variant", kind: "metadata", bits: 2, shift: 0, value: 2 },
      { name: "custom", kind: "random", bits: 62, shift: 0, value: null },
    ],
    text: { digits: "0123456789abcdef", length: 32, anyCase: true, hyphens: true, padding: 0 },
  },
];

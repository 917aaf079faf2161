// Files as bytes: compressed files are unpacked, and files that are no text are named.

/** The error of a file that is no text. The message says what the file is, and what to do. */
export class NoText extends Error {}

/** Files that begin with certain bytes, and contain a text near their beginning. */
interface Kind {
  readonly first: string;
  readonly has?: string;
  readonly what: string;
  readonly remedy: string;
}

const SAVE = "save it as CSV";
const ZIP = "PK\x03\x04";
const UNPACK = "unpack it first";
const EXPORT = "export its rows as CSV";

/** Each character of `first` is a byte. Rows with `has` come before the rows that they are exceptions of. */
const KINDS: readonly Kind[] = [
  { first: ZIP, has: "opendocument.spreadsheet", what: "a spreadsheet of LibreOffice", remedy: SAVE },
  { first: ZIP, has: "xl/", what: "an Excel workbook", remedy: SAVE },
  { first: ZIP, has: "[Content_Types].xml", what: "a file of Microsoft Office", remedy: SAVE },
  { first: ZIP, what: "a ZIP archive", remedy: UNPACK },
  { first: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", what: "an old Excel workbook", remedy: SAVE },
  { first: "%PDF-", what: "a PDF", remedy: "copy its text" },
  { first: "\x89PNG\r\n\x1a\n", what: "an image (PNG)", remedy: "write its IDs as text" },
  { first: "\xff\xd8\xff", what: "an image (JPEG)", remedy: "write its IDs as text" },
  { first: "GIF8", has: "a", what: "an image (GIF)", remedy: "write its IDs as text" },
  { first: "SQLite format 3\0", what: "a database of SQLite", remedy: EXPORT },
  { first: "PAR1\x15", what: "a Parquet file", remedy: EXPORT },
  { first: "ARROW1\0\0", what: "an Arrow file", remedy: EXPORT },
  { first: "Obj\x01", what: "an Avro file", remedy: EXPORT },
  { first: "\x28\xb5\x2f\xfd", what: "compressed by zstd", remedy: UNPACK },
  { first: "BZh91AY&SY", what: "compressed by bzip2", remedy: UNPACK },
  { first: "\xfd7zXZ\0", what: "compressed by xz", remedy: UNPACK },
  { first: "7z\xbc\xaf\x27\x1c", what: "a 7z archive", remedy: UNPACK },
];

const GZIP = "\x1f\x8b\x08";

/** How many characters are searched for the text of a kind. */
const SEARCHED = 4096;

const latin1 = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, SEARCHED), (byte) => String.fromCharCode(byte)).join("");

/** The bytes of a text, unpacked if they are compressed by gzip. Throws `NoText` if they are no text. */
export async function* textBytes(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  let [first, beginning] = [new Uint8Array(), ""];
  // Most texts are told from all kinds by their first byte, so that what a user types is read at once.
  while (isOpen(beginning)) {
    const { done, value } = await source.next();
    if (done === true) break;
    first = joined(first, value);
    beginning = latin1(first);
  }
  const all = continued(first, source);
  if (beginning.startsWith(GZIP)) yield* textBytes(unpacked(all));
  else {
    const kind = KINDS.find((kind) => beginning.startsWith(kind.first) && beginning.includes(kind.has ?? ""));
    if (kind !== undefined) throw new NoText(`${kind.what}; ${kind.remedy}`);
    yield* all;
  }
}

/** Whether more bytes may show that a file is no text. */
function isOpen(beginning: string): boolean {
  return [GZIP, ...KINDS.map(({ first }) => first)].some(
    (first) => beginning.length < first.length && first.startsWith(beginning),
  );
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}

async function* continued(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
}

async function* unpacked(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  let failure: { readonly error: unknown } | undefined;
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* pieces;
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  const write = async (): Promise<void> => {
    for await (const piece of watched()) await writer.write(piece as Uint8Array<ArrayBuffer>);
    await writer.close();
  };
  // The reader throws the errors of the writer.
  write().catch((error: unknown) => writer.abort(error).catch(() => undefined));
  const reader = readable.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch {
    throw failure === undefined ? new NoText("a damaged gzip file; copy it again") : failure.error;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

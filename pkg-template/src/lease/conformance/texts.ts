// Texts that stores confuse: keys, records and names of spaces.

/** How many characters the longest key and the longest name of a space have. */
export const LONGEST_KEY = 40;
export const LONGEST_NAME = 200;

/** The longest record. */
export function longestRecord(): string {
  return printable().repeat(43).slice(0, 4000);
}

/** A text that differs from another one in its last character. */
export function otherEnding(text: string): string {
  return `${text.slice(0, -1)}\\`;
}

/** All characters that keys and records may have. */
function printable(): string {
  return Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
}

/** Texts that stores may take for numbers, patterns, code, escapes or nothing, or for each other. */
function similarTexts(): string[] {
  return [
    ...split(
      "0 00 007 1 01 1.0 1e3 0x10 -0 9007199254740993 NaN true null NULL undefined nil '' \"\" -- ; $1 $$ ${a} ? :a",
    ),
    ...split(
      "% _ %s %41 %25 %00 * a* [a] ^a$ . a.b {} {a} {{a}} \\ \\\\ \\n \\0 \\u0041 &amp; <a> a,b a:b a=b a|b + a+b",
    ),
    ...split("~ # ` ! @ A a (a) a) a; a' a\" a` a/b a\\b ../a a/../b"),
    ...["' OR ''='", "/* */", "a b", "a  b", "a ", " a", " a ", " ", "  "],
  ];
}

/** Records. Each record is swapped for the next one. */
export function hardRecords(): string[] {
  return [...similarTexts(), printable(), longestRecord(), " ".repeat(4000), "1 owner=- from=0 until=0"];
}

/** Keys of one space, besides the head. */
export function hardKeys(): string[] {
  const [one, other] = ["k".repeat(LONGEST_KEY), "K".repeat(LONGEST_KEY)];
  return [
    ...similarTexts(),
    ...["head ", "Head", "HEAD", "seat", "seat 0", "seat 00", "seat 0.0", "seat 0.00", "seat 1", "seat 10", "Seat 1"],
    ...["__proto__", "constructor", "toString", "hasOwnProperty", "length", "then", "now", "generation"],
    ...[one, other, otherEnding(one), printable().slice(0, 40), printable().slice(40, 80), printable().slice(80)],
  ];
}

/** Names of spaces that begin with `base`. File systems and databases take some of these names for equal. */
export function similarNames(base: string): string[] {
  const ends = [
    ...split(
      "a A aa . .. a. / // /a /A //a /./a /b/../a /.. \\ \\a : :a ::a -a _a % _ * ? %2F %2Fa %2fa %252Fa + %20 ' \" `",
    ),
    ...split(
      "{a} {} ${a} $1 # &a = | ; , < > @ ~ [a] ^ ! 1 01 1.0 head :head __proto__ constructor null .json .lock .tmp",
    ),
    // Composed and decomposed characters, and characters of other cases and widths.
    ...split(
      "\u00e9 e\u0301 \u00c9 e \u00df ss SS \u1e9e \u0130 i I \u0131 \u00c5 \u212b \uff21 \ufb01 fi \u{1f600} \u{1f601} 日本 日木",
    ),
    ...split("\u200b \ufeff"),
    ...["", " ", "  ", "a ", "\u00a0", "\u2028"],
  ];
  const longest = ["a", "日"].flatMap((character) => {
    const text = base.padEnd(LONGEST_NAME - 1, character);
    return [`${text}a`, `${text}b`, `${text}日`];
  });
  return [...ends.map((end) => base + end), ...longest];
}

function split(words: string): string[] {
  return words.split(" ");
}

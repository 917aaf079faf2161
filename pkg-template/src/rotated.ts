// uid60's texts, whose last two digits are at the front, "so it looks like a complete random ID" (uid60, "Storage and
// Generator").

/** How many digits are moved. */
const MOVED = 2;

/** Moves the last digits to the front, or back. */
export const rotate = (text: string, isBack: boolean): string => {
  const at = isBack ? MOVED : text.length - MOVED;
  return text.slice(at) + text.slice(0, at);
};

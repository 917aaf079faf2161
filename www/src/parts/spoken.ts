// The answer as screen readers say it. Its element stands in the document from the beginning: of an element that is added
// with its text, they say nothing.

/** How long nothing else must be drawn before the answer is said, in ms: each typed character draws one. */
const PAUSE_MS = 500;

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Says a text after it was drawn, unless it was said last. "" says nothing. */
export function speak(text: string): void {
  clearTimeout(waiting);
  const answer = document.getElementById("answer") as HTMLElement;
  if (answer.textContent !== text) waiting = setTimeout(() => (answer.textContent = text), PAUSE_MS);
}

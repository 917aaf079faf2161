// The answer as screen readers say it. Its element stands in the document from the beginning: screen readers do not say
// the text of an element that is added with its text.

/** For how many ms no other answer must be drawn before an answer is said: each typed character draws an answer. */
const PAUSE_MS = 500;

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Says a text after it was drawn, unless it is the text that was said last. "" says nothing. */
export function speak(text: string): void {
  clearTimeout(waiting);
  const answer = document.getElementById("answer") as HTMLElement;
  if (answer.textContent !== text) waiting = setTimeout(() => (answer.textContent = text), PAUSE_MS);
}

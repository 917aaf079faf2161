// Shows below each document that the search finds the paragraph that has most of the words.

const field = document.getElementById("tsd-search-input");
const results = document.getElementById("tsd-search-results");
const LENGTH = 120;

/* global PARAGRAPHS -- offline.js stands before this in the built file. */

let paragraphs;

/** Without the network, and before the search was used, there are no paragraphs: the results stand alone. */
const load = () => (paragraphs ??= fetch(PARAGRAPHS).then((response) => response.json()));

/** The part of a text around its first word of some, without half words. */
function around(text, words) {
  const at = Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((index) => index >= 0));
  const start = at > LENGTH / 2 ? text.indexOf(" ", at - LENGTH / 2) + 1 : 0;
  const part = text.slice(start, start + LENGTH);
  return `${start > 0 ? "… " : ""}${start + LENGTH < text.length ? `${part.slice(0, part.lastIndexOf(" "))} …` : part}`;
}

async function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const all = await load();
  for (const link of results.querySelectorAll("a:not(:has(small))")) {
    const count = (text) => words.filter((word) => text.toLowerCase().includes(word)).length;
    // The first paragraph is the title.
    const [, ...texts] = all[new URL(link.href).pathname.split("/").slice(-2).join("/")] ?? [];
    const best = texts.reduce((best, text) => (count(text) > count(best) ? text : best), "");
    if (best === "") continue;
    const snippet = document.createElement("small");
    snippet.textContent = around(best, words);
    link.append(snippet);
  }
}

// TypeDoc draws the results.
new MutationObserver(() => void show().catch(() => (paragraphs = undefined))).observe(results, { childList: true });

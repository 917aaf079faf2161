// The forms in which a list is saved.

import type { Form } from "./messages.ts";

/** The names and the types of files. */
export const FORMS: Record<Form, { name: string; type: string }> = {
  CSV: { name: "ids.csv", type: "text/csv" },
  JSON: { name: "ids.json", type: "application/json" },
  "JSON lines": { name: "ids.jsonl", type: "application/jsonl" },
  table: { name: "ids.txt", type: "text/plain" },
  Markdown: { name: "ids.md", type: "text/plain" },
};

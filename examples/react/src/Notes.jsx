import { discord } from "flakekit";
import { useEffect, useReducer, useState } from "react";
import { loadNotes, newId, saveNote } from "./server.js";

/** Adds a note, or replaces the one with its ID. */
const withNote = (notes, note) => new Map(notes).set(note.id, note);

/** A list of notes. A new one has its ID, and so its key and its time, before the server knows it. */
export function Notes() {
  const [notes, put] = useReducer(withNote, new Map());
  const [problem, setProblem] = useState();
  useEffect(() => {
    loadNotes().then((list) => list.forEach(put), setProblem);
  }, []);

  async function save(note) {
    put({ ...note, state: "saving" });
    const state = await saveNote(note).then(
      () => "saved",
      () => "not saved",
    );
    put({ ...note, state });
  }

  async function add(event) {
    event.preventDefault();
    const form = event.currentTarget;
    const text = new FormData(form).get("text");
    form.reset();
    try {
      await save({ id: await newId(), text });
    } catch (error) {
      setProblem(error);
    }
  }

  const newestFirst = [...notes.values()].sort((a, b) => discord.compare(b.id, a.id));
  return (
    <main>
      <h1>Notes</h1>
      <form onSubmit={add}>
        <input name="text" aria-label="Note" required />
        <button>Add</button>
      </form>
      {problem && <p role="alert">{problem.message}</p>}
      <ul>
        {newestFirst.map(({ id, text, state }) => (
          <li key={id}>
            {discord.date(id).toLocaleTimeString()} <code>{id}</code> {text} <em>{state}</em>{" "}
            {state === "not saved" && <button onClick={() => save({ id, text })}>Try again</button>}
          </li>
        ))}
      </ul>
    </main>
  );
}

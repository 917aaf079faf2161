"use client";

import { leaseFromServer } from "flakekit/lease";
import { http } from "flakekit/lease/http";
import { useEffect, useState } from "react";
import { format } from "../../format.js";

/** The page makes IDs by itself, also offline until its window ends: after 10 s, unless the handler has a longer `window`. */
const leased = () => leaseFromServer(format, { store: http("/ids", { headers: { authorization: "a visitor" } }) });

export default function Notes() {
  const [ids, setIds] = useState();
  const [notes, setNotes] = useState([]);
  useEffect(() => {
    const opening = leased();
    opening.then((ids) => {
      setIds(ids);
      setNotes([ids.nextText()]);
    }, console.error);
    return () =>
      void opening.then(
        (ids) => ids.close(),
        () => undefined,
      );
  }, []);
  return (
    <main>
      <button disabled={ids === undefined} onClick={() => setNotes([ids.nextText(), ...notes])}>
        Note
      </button>
      <ul>
        {notes.map((id) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
    </main>
  );
}

"use client";

import { useState } from "react";
import { format } from "../../format.js";

/** The time of an ID. This page reads IDs, so it loads no WebAssembly. */
export default function Time() {
  const [text, setText] = useState("385167340889313280");
  return (
    <label>
      ID: <input value={text} onChange={(event) => setText(event.target.value)} />{" "}
      <output>{format.isValid(text) ? format.date(text).toISOString() : "This is no ID."}</output>
    </label>
  );
}

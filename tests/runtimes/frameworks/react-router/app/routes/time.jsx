import { useState } from "react";
import { format } from "../format.ts";

export default function Time() {
  const [text, setText] = useState("385167340889313280");
  return (
    <label>
      ID: <input value={text} onChange={(event) => setText(event.target.value)} />{" "}
      {format.isValid(text) ? format.date(text).toISOString() : "no ID"}
    </label>
  );
}

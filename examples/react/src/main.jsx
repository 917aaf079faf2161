import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Notes } from "./Notes.jsx";

createRoot(document.getElementById("root")).render(
  <StrictMode>
    <Notes />
  </StrictMode>,
);

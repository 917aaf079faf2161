// A paste or a file that is dropped anywhere on the page is read, and replaces the text that was read before.

import { enter, enterFile } from "./read.ts";

/** Inputs that take a paste themselves. */
const OWN = "input:not([type=radio], [type=checkbox], [type=file]), textarea:not(#id), [contenteditable]";

export function listenAnywhere(): void {
  document.addEventListener("paste", (event) => {
    if (event.target instanceof Element && event.target.closest(OWN)) return;
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData("text") ?? "";
    // A spreadsheet copies a text and a picture of its cells. A file is copied with its name as a text.
    if (file && !file.type.startsWith("image/")) enterFile(file);
    else if (text !== "") enter(text, true);
    else return;
    event.preventDefault();
  });
  const mark = (isOver: boolean) => document.body.classList.toggle("file-over", isOver);
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    // Otherwise the browser would leave the page and open the file.
    event.preventDefault();
    mark(true);
  });
  document.addEventListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) mark(false);
  });
  document.addEventListener("drop", (event) => {
    mark(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (hasFiles(event)) event.preventDefault();
    if (file) enterFile(file);
  });
}

/** Whether files are dragged. A text that is dropped on an input is left to the input. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

// What the page asks the server for: a seat once, and to keep notes.

import { discord } from "flakekit";
import { leaseFromServer } from "flakekit/lease";
import { http } from "flakekit/lease/http";

const leased = leaseFromServer(discord, { store: http("/ids") });
// Each call that needs the lease tells its error.
leased.catch(() => undefined);

/** A new ID: at once, without a request, and for up to 10 minutes without the network. */
export async function newId() {
  const ids = await leased;
  return String(await ids.nextAsync());
}

export async function loadNotes() {
  const response = await fetch("/notes");
  return response.json();
}

/** Stores a note. If nobody knows whether it arrived, it can be sent again, because its ID stays the same. */
export async function saveNote({ id, text }) {
  const response = await fetch(`/notes/${id}`, { method: "PUT", body: JSON.stringify({ text }) });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
}

// The seat is given back when the page is left. A page that comes back from the browser's cache needs another one.
addEventListener("pagehide", () => leased.then((ids) => ids.close()));
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

// Notes with the IDs that they keep: each is made on the phone, also without a network.

import { discord } from "flakekit";
import { leaseFromServer } from "flakekit/lease";
import { http } from "flakekit/lease/http";

/** Leases this phone's number, once for each start of the app. */
export function openIds(server, options) {
  return leaseFromServer(discord, { store: http(`${server}/ids`, options) });
}

/** A note, of which the server needs to know nothing yet. */
export const newNote = (ids, text) => ({ id: ids.nextText(), text });

/** When a note was made: its ID tells. */
export const madeAt = ({ id }) => discord.decode(id).date;

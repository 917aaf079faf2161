// What the IDs of Discord tell. They are decimal texts in discord.js, and flakekit reads these.

import { discord } from "flakekit";

const DAY_MS = 86_400_000;

/** How old something is that has an ID, in whole days: a user, a message, a channel, a guild, a role. */
export function ageInDays({ id }, now = Date.now()) {
  return Math.floor((now - discord.timestamp(id)) / DAY_MS);
}

/** The newest messages of a channel that are older than a date. `before` takes an ID, which no message needs to have. */
export function messagesBefore(channel, date, limit = 5) {
  return channel.messages.fetch({ before: String(discord.firstAt(date)), limit });
}

// A program that only reads IDs.

import { discord } from "flakekit";

console.log(discord.decode("175928847299117063").workerId === 1 ? "checked" : "wrong");

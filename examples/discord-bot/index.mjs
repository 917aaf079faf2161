import { bot } from "./bot.mjs";

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => bot.destroy());
await bot.login(process.env.DISCORD_TOKEN);

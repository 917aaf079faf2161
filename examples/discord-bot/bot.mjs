// A bot with three commands. It needs no contents of messages: IDs tell when everything was made.

import { Client, Events, GatewayIntentBits, MessageFlags, SlashCommandBuilder, time } from "discord.js";
import { discord, FlakeError } from "flakekit";
import { ageInDays, messagesBefore } from "./ids.mjs";

/** The commands as Discord shows them, each with what answers it. */
const commands = [
  {
    command: new SlashCommandBuilder()
      .setName("age")
      .setDescription("How old an account is")
      .addUserOption((user) => user.setName("user").setDescription("Whose; your own by default")),
    answer: ({ options, user }) => {
      const wanted = options.getUser("user") ?? user;
      return `The account of ${wanted} was made on ${time(discord.date(wanted.id), "D")}, ${ageInDays(wanted)} days ago.`;
    },
  },
  {
    command: new SlashCommandBuilder()
      .setName("before")
      .setDescription("The newest messages of this channel that are older than a date")
      .addStringOption((date) => date.setName("date").setDescription("Such as 2024-01-31").setRequired(true)),
    answer: async ({ options, channel }) => {
      const found = await messagesBefore(channel, options.getString("date"));
      return found.map(({ id, url }) => `${time(discord.date(id), "f")} ${url}`).join("\n") || "There is none.";
    },
  },
  {
    command: new SlashCommandBuilder()
      .setName("id")
      .setDescription("What an ID tells")
      .addStringOption((id) => id.setName("id").setDescription("Such as 175928847299117063").setRequired(true)),
    answer: ({ options }) => {
      const { date, workerId, processId, increment } = discord.decode(options.getString("id"));
      return `Made on ${time(date, "F")} by worker ${workerId}, process ${processId}, with the increment ${increment}.`;
    },
  },
];

// Answers mention users, but notify none.
export const bot = new Client({ intents: [GatewayIntentBits.Guilds], allowedMentions: { parse: [] } });
bot.on(Events.Error, console.error);
bot.once(Events.ClientReady, () => bot.application.commands.set(commands.map(({ command }) => command)));
bot.on(Events.InteractionCreate, async (interaction) => {
  const { answer } = commands.find(({ command }) => command.name === interaction.commandName);
  try {
    await interaction.reply(await answer(interaction));
  } catch (error) {
    // A FlakeError says what is wrong with the ID or the date that the user has typed.
    const isTyped = error instanceof FlakeError;
    if (!isTyped) console.error(error);
    const content = isTyped ? error.message : "That did not work.";
    await interaction.reply({ content, flags: MessageFlags.Ephemeral });
  }
});

// A server on the loopback with the part of Discord's API and gateway that a bot with commands needs.

import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { WebSocketServer } from "ws";

const [BOT, GUILD, CHANNEL] = ["1541815603606036480", "1541815603606036481", "1541815603606036482"];

/** Operation codes of the gateway. */
const [DISPATCH, HEARTBEAT, IDENTIFY, HELLO, HEARTBEAT_ACK] = [0, 1, 2, 10, 11];

const userWith = (id, username) => ({ id, username, discriminator: "0", avatar: null, global_name: null });

const guild = {
  id: GUILD,
  name: "guild",
  channels: [{ id: CHANNEL, type: 0, name: "general", permission_overwrites: [], position: 0 }],
  roles: [{ id: GUILD, name: "@everyone", permissions: "0", color: 0, position: 0, colors: { primary_color: 0 } }],
  ...Object.fromEntries(["members", "emojis", "stickers", "threads", "presences"].map((name) => [name, []])),
};

/** Starts the server with the IDs of the messages in the channel. */
export async function startDiscord(messages) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  const gateway = new WebSocketServer({ server });
  /** Promises of the bot's messages, and the functions that resolve them. */
  const arrivals = new Map();
  const arrival = (name) => {
    if (!arrivals.has(name)) arrivals.set(name, withResolvers());
    return arrivals.get(name);
  };
  let socket;
  let sent = 0;
  const dispatch = (t, d) => socket.send(JSON.stringify({ op: DISPATCH, s: ++sent, t, d }));

  gateway.on("connection", (connected) => {
    socket = connected;
    socket.send(JSON.stringify({ op: HELLO, d: { heartbeat_interval: 45_000 } }));
    socket.on("message", (text) => {
      const { op, d } = JSON.parse(text);
      if (op === HEARTBEAT) socket.send(JSON.stringify({ op: HEARTBEAT_ACK }));
      if (op !== IDENTIFY) return;
      arrival("token").resolve(d.token);
      const application = { id: BOT, flags: 0 };
      const session = { session_id: "session", resume_gateway_url: `ws://127.0.0.1:${port}` };
      const guilds = [{ id: GUILD, unavailable: true }];
      dispatch("READY", { v: 10, user: userWith(BOT, "bot"), guilds, application, ...session });
      dispatch("GUILD_CREATE", guild);
    });
  });

  async function answer(request, response) {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const path = pathname.replace("/api/v10", "");
    const reply = (body) => response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    if (path === "/gateway/bot") {
      const limit = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 };
      reply({ url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit: limit });
    } else if (path === `/applications/${BOT}/commands`) {
      const commands = await json(request);
      arrival("commands").resolve(commands);
      reply(commands.map((command, i) => ({ ...command, id: String(i + 1), application_id: BOT, version: "1" })));
    } else if (path === `/channels/${CHANNEL}/messages`) {
      // The newest messages whose IDs are smaller, as Discord answers.
      const before = BigInt(searchParams.get("before"));
      const older = messages.filter((id) => BigInt(id) < before).sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1));
      reply(older.slice(0, Number(searchParams.get("limit"))).map(messageWith));
    } else if (path.endsWith("/callback")) {
      arrival(path.split("/")[2]).resolve((await json(request)).data);
      response.writeHead(204).end();
    } else {
      response.writeHead(404).end();
    }
  }

  let interactions = 0;
  return {
    api: `http://127.0.0.1:${port}/api`,
    /** The token with which the bot has logged in, and its commands. */
    token: arrival("token").promise,
    commands: arrival("commands").promise,
    /** Gives a command with options; resolves to the reply. `resolved` are the users that the options name. */
    give(name, user, options = [], resolved = {}) {
      const id = String(++interactions);
      const data = { id: "1", name, type: 1, options, resolved };
      const member = {
        user: userWith(user, "ada"),
        roles: [],
        permissions: "0",
        joined_at: "2024-01-31T00:00:00Z",
        flags: 0,
      };
      const place = { guild_id: GUILD, channel_id: CHANNEL, channel: guild.channels[0], member };
      const rest = {
        token: "token",
        version: 1,
        locale: "en-GB",
        entitlements: [],
        authorizing_integration_owners: {},
      };
      dispatch("INTERACTION_CREATE", { id, application_id: BOT, type: 2, data, ...place, ...rest });
      return arrival(id).promise;
    },
    link: (id) => `https://discord.com/channels/${GUILD}/${CHANNEL}/${id}`,
    userWith,
    close() {
      for (const client of gateway.clients) client.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}

function messageWith(id) {
  const none = Object.fromEntries(["attachments", "embeds", "mentions", "mention_roles"].map((name) => [name, []]));
  return { id, channel_id: CHANNEL, author: userWith(BOT, "bot"), content: "", type: 0, ...none };
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers() {
  let resolve;
  const promise = new Promise((resolved) => (resolve = resolved));
  return { promise, resolve };
}

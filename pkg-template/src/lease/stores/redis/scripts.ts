// The scripts that run in Redis. Redis runs nothing else during a script, so each of them is one atomic step.
//
// A reply is one text of several lines, because clients change lists, numbers, nulls and errors in different ways. No
// line is JSON, because Upstash's client parses texts that look like JSON.

import { HEAD_KEY } from "../../../generated/contract.js";
import { hexOf } from "../index.js";

/** A script, and the SHA-1 of its text, by which Redis knows it. */
export interface Script {
  readonly _text: string;
  readonly _sha: () => Promise<string>;
}

function script(answer: string): Script {
  const text = BEGINNING + answer + END;
  let sha: Promise<string> | undefined;
  return { _text: text, _sha: () => (sha ??= sha1(text)) };
}

async function sha1(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text)));
  return hexOf(digest);
}

/**
 * The beginning of all scripts. `server` returns a text that changes when the server may have forgotten writes: `run_id`
 * changes with a restart, `master_replid` with a promotion. A replica is refused, because it may lag behind its master.
 */
const BEGINNING = String.raw`
local function ask(command, ...)
  local reply = redis.pcall(command, ...)
  if type(reply) == 'table' and reply.err then error({command, reply.err}) end
  return reply
end

local function now()
  local time = ask('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function shown(record)
  return record and '=' .. record or '-'
end

local function server()
  local info = ask('INFO', 'server') .. ask('INFO', 'replication')
  local run, role = info:match('%crun_id:(%x+)'), info:match('%crole:(%a+)')
  local history, offset = info:match('%cmaster_replid:(%x+)'), info:match('%cmaster_repl_offset:(%d+)')
  if not (run and role and history and offset) then
    error({'INFO', 'it has no run_id, role, master_replid or master_repl_offset'})
  end
  if role ~= 'master' then error({'INFO', 'READONLY its role is ' .. role}) end
  return run .. '-' .. history, offset, info
end

local function replicas(info, offset)
  local count = 0
  for has in info:gmatch('%cslave%d+:[^%c]*state=online,offset=(%d+)') do
    if tonumber(has) >= tonumber(offset) then count = count + 1 end
  end
  return count
end

local function answer()
`;

/** The end of all scripts. An error of a command becomes a reply that names the command. */
const END = String.raw`
end

local ok, lines = pcall(answer)
if not ok and type(lines) ~= 'table' then error(lines) end
if not ok then lines = {'failed', lines[1], (lines[2]:gsub('%c', ' '))} end
return table.concat(lines, '\n')
`;

/**
 * Reads records. Keys: the hash of the space. Arguments: `info` or nothing; the keys of the records. It reads 1000 of them
 * at a time, because Lua cannot pass more than some thousand arguments at once.
 */
export const READ = script(String.raw`
  local lines = {'read', string.format('%.0f', now()), '', '', ''}
  if ARGV[1] == 'info' then
    local id, offset, info = server()
    lines[3], lines[4], lines[5] = id, offset, replicas(info, offset)
  end
  for first = 2, #ARGV, 1000 do
    local records = ask('HMGET', KEYS[1], unpack(ARGV, first, math.min(first + 999, #ARGV)))
    for _, record in ipairs(records) do lines[#lines + 1] = shown(record) end
  end
  return lines
`);

/**
 * Replaces a record. Keys: the hash of the space, the set of the names of spaces. Arguments: the space, the key of the
 * record, the previous record, the next one, the record `head`, the text of `server` or nothing, and `before` of the guard.
 */
export const SWAP = script(String.raw`
  local space, key, previous, record, head, expected, before = unpack(ARGV)
  local applies = now() < tonumber(before)
    and (expected == '' or expected == server())
    and shown(ask('HGET', KEYS[1], '${HEAD_KEY}')) == head
    and shown(ask('HGET', KEYS[1], key)) == previous
  if not applies then return {'swap', 'refused'} end
  ask('SADD', KEYS[2], space)
  ask('HSET', KEYS[1], key, record)
  return {'swap', 'applied'}
`);

/**
 * Counts the replicas that have the writes up to an offset. Keys: any key that leads to the server of the space.
 * Arguments: the offset, or nothing for all writes so far.
 */
export const COUNT_REPLICAS = script(String.raw`
  local id, all, info = server()
  local offset = ARGV[1] == '' and all or ARGV[1]
  return {'counted', id, offset, replicas(info, offset)}
`);

/** Lists the spaces that have records. Keys: the set of their names. */
export const LIST_SPACES = script(String.raw`
  local lines = {'spaces'}
  for _, space in ipairs(ask('SMEMBERS', KEYS[1])) do
    if ask('EXISTS', KEYS[1] .. ':' .. space) == 1 then lines[#lines + 1] = space end
  end
  return lines
`);

/** Lists the keys of the records of a space. Keys: the hash of the space. */
export const LIST_KEYS = script(String.raw`
  local lines = {'keys'}
  for _, key in ipairs(ask('HKEYS', KEYS[1])) do lines[#lines + 1] = key end
  return lines
`);

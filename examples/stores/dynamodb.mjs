// A store of leases in DynamoDB. docs/stores.md lists the faults that it does not cover.

import { GetItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";

const GENERATION = "1"; // the store forgets nothing

/** `client` has `maxAttempts: 1`. The table has the key `space`, a string. */
export function dynamodb(client, table, { clock = Date.now } = {}) {
  const update = async (space, ConditionExpression, values, rest) => {
    const item = { TableName: table, Key: { space: { S: space } }, ExpressionAttributeValues: values };
    const command = new UpdateItemCommand({ ...item, ConditionExpression, ReturnValues: "ALL_NEW", ...rest });
    return client.send(command).catch((error) => {
      if (error.name !== "ConditionalCheckFailedException") throw error;
    });
  };
  return {
    async read(space, keys) {
      const values = { ":now": { N: String(clock()) } };
      const set = { UpdateExpression: "SET clock = :now" };
      const updated = await update(space, "attribute_not_exists(clock) OR clock < :now", values, set);
      const get = { TableName: table, Key: { space: { S: space } }, ConsistentRead: true };
      const item = updated?.Attributes ?? (await client.send(new GetItemCommand(get))).Item;
      const records = keys.map((key) => item[`=${key}`]?.S ?? null);
      return { now: Number(item.clock.N), generation: GENERATION, records };
    },
    async swap(space, key, previous, next, { head, generation, before }) {
      if (generation !== GENERATION) return false;
      const values = { ":next": { S: next }, ":before": { N: String(before) } };
      const is = (name, value, text) => {
        if (text === null) return `attribute_not_exists(${name})`;
        values[value] = { S: text };
        return `${name} = ${value}`;
      };
      const guard = `clock < :before AND ${is("#key", ":previous", previous)} AND ${is("#head", ":head", head)}`;
      const names = { "#key": `=${key}`, "#head": "=head" };
      const set = { UpdateExpression: "SET #key = :next", ExpressionAttributeNames: names };
      return (await update(space, guard, values, set)) !== undefined;
    },
  };
}

// Serves IDs by HTTP, for programs in any language.

import type { AnyFormatWithEpoch } from "flakekit";
import type { AnyLease } from "flakekit/lease";
import { complain, type Io, notify } from "../io/index.js";
import {
  type Given,
  MAX_LEASE_WAIT,
  openStore,
  requiredFormat,
  termsOf,
  UsageError,
  wholeNumber,
  withEpoch,
} from "../words/index.js";
import { clientsOf } from "./clients.js";
import { Connections, maxConnectionsOf } from "./connections.js";
import { Issuer } from "./issuer.js";
import { Requests } from "./requests.js";
import { HttpServer, refuseOtherServers } from "./server.js";
import { Lane, Turns } from "./turns.js";

export async function serve(io: Io, { values, rest }: Given): Promise<void> {
  refuseOtherServers();
  const formats = formatsOf(rest, values);
  const port = wholeNumber("--port", values.port ?? "8080", [0, 65_535]);
  const maxCount = wholeNumber("--max-count", values["max-count"] ?? "10000", [1, Number.MAX_SAFE_INTEGER]);
  const maxWaiting = wholeNumber("--max-waiting", values["max-waiting"] ?? "1000", [1, Number.MAX_SAFE_INTEGER]);
  const maxConnections = maxConnectionsOf(values["max-connections"], io.descriptors());
  const clients = await clientsOf(values);
  const store = await openStore(values.lease as string | undefined, values.store);
  const { lease } = await import("flakekit/lease");
  const leases: AnyLease[] = [];
  try {
    for (const format of formats) {
      leases.push(await lease(format, { ...termsOf(values), store, maxWait: MAX_LEASE_WAIT }));
    }
    const turns = new Turns();
    const issuers = leases.map((opened, i) => {
      const format = formats[i] as AnyFormatWithEpoch;
      return new Issuer(format, opened, clients?.(format, store), new Lane(turns));
    });
    const log = (text: string): void => {
      complain(io, text);
    };
    const connections = new Connections(maxConnections, log);
    const requests = new Requests(maxWaiting);
    const server = new HttpServer({ issuers, maxCount, requests, connections, log }, new Lane(turns));
    const ended = io.untilSignal();
    const url = await server.listen(String(values.host ?? "127.0.0.1"), port);
    const urls = (path: string): string => formats.map(({ name }) => `${url}/${name}/${path}`).join(", ");
    notify(io, `serving ${urls("next")}`);
    if (clients !== undefined) notify(io, `leasing seats at ${urls("lease")}`);
    notify(io, `${await ended}: ending`);
    await server.stop();
  } finally {
    await Promise.all(leases.map((opened) => opened.close()));
  }
}

function formatsOf(names: readonly string[], values: Given["values"]): AnyFormatWithEpoch[] {
  if (names.length === 0) throw new UsageError("no format was given, as in flakekit serve discord --lease ./ids");
  const named = names.map(requiredFormat);
  if (values.epoch !== undefined && named.every(({ epoch }) => epoch !== null)) {
    throw new UsageError("--epoch is for formats without an epoch of their own");
  }
  const formats = named.map((format) => (format.epoch === null ? withEpoch(format, values.epoch) : format));
  const twice = formats.find(({ name }, i) => formats.findIndex((format) => format.name === name) < i);
  if (twice !== undefined) throw new UsageError(`${twice.name} is given more than once`);
  if (formats.length > 1 && values.space !== undefined) {
    throw new UsageError("--space is for one format, because each format has a space of its own");
  }
  return formats;
}

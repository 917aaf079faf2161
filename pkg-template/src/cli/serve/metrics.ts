// The metrics of a server, in the text format of Prometheus.

import type { Issuer } from "./issuer.js";
import type { Connections } from "./connections.js";
import type { Requests } from "./requests.js";

type Sample = [labels: string, value: number];

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function metricsText(requests: Requests, connections: Connections, issuers: readonly Issuer[]): string {
  const of = (value: (issuer: Issuer) => number): Sample[] =>
    issuers.map((issuer) => [`{format="${issuer.format.name}"}`, value(issuer)]);
  const rows: [name: string, type: string, help: string, samples: Sample[]][] = [
    ["flakekit_requests_total", "counter", "Requests, by route and status.", requests.samples],
    ["flakekit_requests_waiting", "gauge", "Requests that have got none of their IDs yet.", [["", requests.waiting]]],
    ["flakekit_connections", "gauge", "Connections that are open.", [["", connections.open]]],
    ["flakekit_connections_max", "gauge", "The most connections that can be open.", [["", connections.max]]],
    [
      "flakekit_connections_dropped_total",
      "counter",
      "Connections that were closed at once, because the most were open.",
      [["", connections.dropped]],
    ],
    ["flakekit_ids_total", "counter", "IDs that were made.", of(({ made }) => made)],
    [
      "flakekit_lease_held",
      "gauge",
      "1 if the lease has a seat and a window that has not ended, otherwise 0.",
      of(({ lease }) => Number(lease.status().state === "held")),
    ],
    [
      "flakekit_lease_window_end_seconds",
      "gauge",
      "The end of the window, in Unix seconds of the store's clock.",
      of(({ lease }) => (lease.status().until ?? 0) / 1000),
    ],
    [
      "flakekit_lease_clock_offset_seconds",
      "gauge",
      "The store's clock minus the clock of this machine.",
      of(({ lease }) => (lease.status().offset ?? 0) / 1000),
    ],
  ];
  return rows.map((row) => metric(...row)).join("");
}

function metric(name: string, type: string, help: string, samples: Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

// The metrics of a server, in the text format of Prometheus.

import type { Issuer } from "./issuer.js";

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Counts the requests by route and status. */
export class Requests {
  readonly #counts = new Map<string, number>();

  add(route: string, status: number): void {
    const labels = `{route="${route}",status="${status}"}`;
    this.#counts.set(labels, (this.#counts.get(labels) ?? 0) + 1);
  }

  get samples(): [labels: string, value: number][] {
    return [...this.#counts];
  }
}

export function metricsText(requests: Requests, issuers: readonly Issuer[]): string {
  const of = (value: (issuer: Issuer) => number): [string, number][] =>
    issuers.map((issuer) => [`{format="${issuer.format.name}"}`, value(issuer)]);
  return [
    metric("flakekit_requests_total", "counter", "Requests, by route and status.", requests.samples),
    metric(
      "flakekit_ids_total",
      "counter",
      "IDs that were made.",
      of(({ made }) => made),
    ),
    metric(
      "flakekit_lease_held",
      "gauge",
      "1 if the lease has a seat and a window that has not ended, otherwise 0.",
      of(({ lease }) => Number(lease.status().state === "held")),
    ),
    metric(
      "flakekit_lease_window_end_seconds",
      "gauge",
      "The end of the window, in Unix seconds of the store's clock.",
      of(({ lease }) => (lease.status().until ?? 0) / 1000),
    ),
    metric(
      "flakekit_lease_clock_offset_seconds",
      "gauge",
      "The store's clock minus the clock of this machine.",
      of(({ lease }) => (lease.status().offset ?? 0) / 1000),
    ),
  ].join("");
}

function metric(name: string, type: string, help: string, samples: [labels: string, value: number][]): string {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

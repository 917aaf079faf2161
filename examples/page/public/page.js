import { discord } from "flakekit";
import { leaseFromServer } from "flakekit/lease";
import { http } from "flakekit/lease/http";

const [seat, make, list] = ["seat", "make", "ids"].map((id) => document.getElementById(id));

begin().catch(showError);

async function begin() {
  const ids = await leaseFromServer(discord, { store: http("/ids"), onChange: show });
  show(ids.status());
  make.disabled = false;
  make.addEventListener("click", () => add(ids).catch(showError));
  // The seat is given back when the page is left.
  addEventListener("pagehide", () => ids.close());
}

async function add(ids) {
  const item = document.createElement("li");
  // Without the network, IDs go on until the window ends.
  item.textContent = String(await ids.nextAsync());
  list.append(item);
}

// A page that comes back from the browser's cache needs another one.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

function show({ state, fields, until, offset, lastError }) {
  const end = until === null ? "" : `, until ${new Date(until - offset).toLocaleTimeString()}`;
  const node = fields === null ? "" : `worker ${fields.workerId}, process ${fields.processId}: `;
  seat.textContent = `${node}${state}${end}${lastError === null ? "" : ` (${lastError.code})`}`;
}

function showError({ code, message }) {
  seat.textContent = `${code}: ${message}`;
}

import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { http } from "flakekit/lease/http";

const [seat, make, list] = ["seat", "make", "ids"].map((id) => document.getElementById(id));

const ids = await lease(discord, { store: http("/ids"), onChange: show });
show(ids.status());
make.disabled = false;
make.addEventListener("click", async () => {
  const item = document.createElement("li");
  // Without the network, IDs go on until the window ends.
  item.textContent = String(await ids.nextAsync());
  list.append(item);
});
// The seat is given back when the page is left.
addEventListener("pagehide", () => ids.close());
// A page that comes back from the browser's cache needs another one.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

function show({ state, fields, until, offset }) {
  const end = until === null ? "" : `, until ${new Date(until - offset).toLocaleTimeString()}`;
  seat.textContent = fields === null ? state : `worker ${fields.workerId}, process ${fields.processId}: ${state}${end}`;
}

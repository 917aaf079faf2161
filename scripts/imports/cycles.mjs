// Cycles of a graph.

/** The cycles among the names of a graph, each as the names along it; one for each name that closes a cycle. */
export function findCycles(graph) {
  const cycles = [];
  const done = new Set();
  const visit = (name, path) => {
    if (path.includes(name)) cycles.push([...path.slice(path.indexOf(name)), name]);
    if (path.includes(name) || done.has(name)) return;
    for (const next of graph.get(name) ?? []) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of graph.keys()) visit(name, []);
  return cycles;
}

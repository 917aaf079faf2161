/** How long an action may take, in ms: a slowed-down page on a busy computer needs more than the 30 s of Playwright. */
export const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 180_000);

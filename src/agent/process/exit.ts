/** How long the process may take to end by itself. */
const EXIT_DELAY_MS = 1000

/** Ends the process soon, even if an interrupted skill would keep it alive. */
export function exitSoon(): void {
  setTimeout(() => process.exit(), EXIT_DELAY_MS).unref()
}

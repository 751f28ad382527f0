const UTC = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:Z|\+00:00)$/

/** Reads an ISO 8601 timestamp in UTC (docs/specification/http.md#timestamps) as milliseconds since 1970; undefined if it is not one. */
export function utcMs(text: unknown): number | undefined {
  if (typeof text !== 'string' || !UTC.test(text)) return undefined
  const ms = Date.parse(text)
  const [, , , day] = UTC.exec(text) ?? []
  // Date.parse reads the 31st of April as the 1st of May.
  return Number.isNaN(ms) || new Date(ms).getUTCDate() !== Number(day) ? undefined : ms
}

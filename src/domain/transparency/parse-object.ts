/** Parses JSON, so that its members can be read; returns an empty object for `null` and for text that is not JSON. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

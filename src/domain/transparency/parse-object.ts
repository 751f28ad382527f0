/** Parses a JSON object; returns an empty one for any other text. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

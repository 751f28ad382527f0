/** Returns the member of a JSON document at a path of keys, without a check that it exists: a test that uses a missing member fails. */
export function at(document: unknown, ...keys: string[]): Record<string, unknown> {
  return keys.reduce((node, key) => (node as Record<string, unknown>)[key], document) as Record<
    string,
    unknown
  >
}

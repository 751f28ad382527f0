/** Returns the member of a JSON document at a path of keys. A test fails when it uses a missing one. */
export function at(document: unknown, ...keys: string[]): Record<string, unknown> {
  return keys.reduce((node, key) => (node as Record<string, unknown>)[key], document) as Record<
    string,
    unknown
  >
}

/** The member of a JSON document at a path of keys; a test that misses it fails on the use. */
export function at(document: unknown, ...keys: string[]): Record<string, unknown> {
  return keys.reduce((node, key) => (node as Record<string, unknown>)[key], document) as Record<
    string,
    unknown
  >
}

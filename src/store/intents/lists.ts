/**
 * Values for a list in a question, in a few lengths only, because each length is a statement of its own: the last value is repeated up to
 * the next power of two.
 */
export function padded<Value>(values: readonly Value[]): readonly Value[] {
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...Array.from({ length: length - values.length }, () => values.at(-1)!)]
}

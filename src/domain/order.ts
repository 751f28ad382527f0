/** Compares two strings by their UTF-16 code units: negative, 0 or positive. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Values that are compared in turn until two differ. */
export type Rank = readonly (number | string)[]

/** Compares two ranks of the same length and types: negative if the first comes first. */
export function compareRanks(a: Rank, b: Rank): number {
  const index = a.findIndex((value, index) => value !== b[index])
  return index < 0 ? 0 : a[index]! < b[index]! ? -1 : 1
}

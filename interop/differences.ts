import { isDeepStrictEqual } from 'node:util'

/** Returns the observations that are not as expected, with both values. Observations that were not made are not differences. */
export function differencesOf<Observations extends object>(
  expected: Observations,
  observed: Partial<Observations>,
): readonly { readonly path: string; readonly text: string }[] {
  const paths = Object.keys(observed) as (keyof Observations & string)[]
  return paths
    .filter((path) => !isDeepStrictEqual(expected[path], observed[path]))
    .map((path) => ({
      path,
      text: `is ${JSON.stringify(observed[path])}, expected ${JSON.stringify(expected[path])}`,
    }))
}

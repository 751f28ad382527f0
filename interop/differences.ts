import { isDeepStrictEqual } from 'node:util'
import type { Observations } from './observations.ts'

/** Returns the observations that are not as expected, with both values. */
export function differencesOf(
  expected: Observations,
  observed: Observations,
): readonly { readonly path: string; readonly text: string }[] {
  const paths = Object.keys({ ...expected, ...observed }) as (keyof Observations)[]
  return paths
    .filter((path) => !isDeepStrictEqual(expected[path], observed[path]))
    .map((path) => ({
      path,
      text: `is ${JSON.stringify(observed[path])}, expected ${JSON.stringify(expected[path])}`,
    }))
}

/** Returns the value of an environment variable, which must be set. */
export function env(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

export function check(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise)
}

let done = 0
/** Runs one step and reports it. A step that throws ends the program. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const result = await work()
  console.log(`ok ${(done += 1)} ${name}`)
  return result
}

/** Returns an object with this many levels. */
export const nested = (levels: number): Record<string, unknown> =>
  levels === 1 ? {} : { inner: nested(levels - 1) }

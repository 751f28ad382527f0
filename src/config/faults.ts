import { readConfig } from '../config.ts'
import { ConfigError } from './error.ts'
import type { Environment } from './values.ts'

const MOST_FAULTS = 100

/**
 * Everything that is wrong with these settings, not only the first: what is wrong is taken out, and the rest is read again. What is
 * wrong only because something was taken out is not told.
 */
export function configProblems(env: Environment): {
  readonly faults: readonly string[]
  readonly sound: Environment | undefined
} {
  const rest: Record<string, string | undefined> = { ...env }
  const faults: string[] = []
  while (faults.length < MOST_FAULTS) {
    const fault = faultOf(rest)
    if (fault === undefined) return { faults, sound: rest }
    const names = fault.match(/SVC_[A-Z_]+/g) ?? []
    if (!names.some((name) => env[name] !== undefined && rest[name] === undefined))
      faults.push(fault)
    const named = names.find((name) => rest[name] !== undefined)
    if (named === undefined) break
    rest[named] = undefined
  }
  return { faults, sound: undefined }
}

function faultOf(env: Environment): string | undefined {
  try {
    readConfig({}, env)
    return undefined
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.message
    throw cause
  }
}

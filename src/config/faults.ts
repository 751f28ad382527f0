import { readConfig } from '../config.ts'
import { ConfigError } from './error.ts'
import type { Environment } from './values.ts'

const MOST_FAULTS = 100

/** Everything that is wrong with these settings, not only the first: what is wrong is taken out, and the rest is read again. */
export function faultsOf(env: Environment): readonly string[] {
  const rest: Record<string, string | undefined> = { ...env }
  const faults: string[] = []
  while (faults.length < MOST_FAULTS) {
    const fault = faultOf(rest)
    if (fault === undefined) break
    faults.push(fault)
    const named = (fault.match(/SVC_[A-Z_]+/g) ?? []).find((name) => rest[name] !== undefined)
    if (named === undefined) break
    rest[named] = undefined
  }
  return faults
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

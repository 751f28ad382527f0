import { readConfig } from './config.ts'
import type { Flags } from './server.ts'
import { ConfigError, type Environment } from './values.ts'

const MAX_PROBLEMS = 100

/** The settings of a command line: flags, environment variables, and the variables of the file. */
export interface GivenSettings {
  readonly env: Environment
  readonly flags: Flags
}

/**
 * Returns all problems of the settings, not only the first one: an invalid setting is removed and the others are read again. Problems that
 * are only caused by such a removal are left out. `valid` contains the remaining settings.
 */
export function configProblems(given: GivenSettings): {
  readonly problems: readonly string[]
  readonly valid: GivenSettings | undefined
} {
  const all = mergedSettings(given)
  const remaining = { ...all }
  const problems: string[] = []
  while (problems.length < MAX_PROBLEMS) {
    const valid = separated(remaining)
    const problem = problemOf(valid)
    if (problem === undefined) return { problems, valid }
    const names = problem.match(/\b[A-Z]+(?:_[A-Z0-9]+)+\b|--[a-z-]+/g) ?? []
    if (!names.some((name) => all[name] !== undefined && remaining[name] === undefined))
      problems.push(problem)
    const removed = names.find((name) => remaining[name] !== undefined)
    if (removed === undefined) break
    remaining[removed] = undefined
  }
  return { problems, valid: undefined }
}

/** Settings by the names that messages use: those of variables, and those of flags with their dashes. */
type NamedSettings = Record<string, string | undefined>

const mergedSettings = ({ env, flags }: GivenSettings): NamedSettings => ({
  ...env,
  ...Object.fromEntries(Object.entries(flags).map(([name, value]) => [`--${name}`, value])),
})

function separated(settings: NamedSettings): GivenSettings {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined)
  const [flags, env] = [true, false].map((isFlag) =>
    entries.filter(([name]) => name.startsWith('--') === isFlag),
  ) as [typeof entries, typeof entries]
  return {
    env: Object.fromEntries(env),
    flags: Object.fromEntries(flags.map(([name, value]) => [name.slice(2), value])),
  }
}

function problemOf({ env, flags }: GivenSettings): string | undefined {
  try {
    readConfig(flags, env)
    return undefined
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.message
    throw cause
  }
}

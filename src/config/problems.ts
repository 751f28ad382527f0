import { readConfig } from './config.ts'
import { ConfigError, type Environment } from './values.ts'

const MAX_PROBLEMS = 100

/**
 * Returns all problems of the settings, not only the first one: an invalid setting is removed and the others are read again. Problems that
 * are only caused by such a removal are left out. `valid` contains the remaining settings.
 */
export function configProblems(env: Environment): {
  readonly problems: readonly string[]
  readonly valid: Environment | undefined
} {
  const remaining: Record<string, string | undefined> = { ...env }
  const problems: string[] = []
  while (problems.length < MAX_PROBLEMS) {
    const problem = problemOf(remaining)
    if (problem === undefined) return { problems, valid: remaining }
    const names = problem.match(/SVC_[A-Z_]+/g) ?? []
    if (!names.some((name) => env[name] !== undefined && remaining[name] === undefined))
      problems.push(problem)
    const removed = names.find((name) => remaining[name] !== undefined)
    if (removed === undefined) break
    remaining[removed] = undefined
  }
  return { problems, valid: undefined }
}

function problemOf(env: Environment): string | undefined {
  try {
    readConfig({}, env)
    return undefined
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.message
    throw cause
  }
}

/** The variables that every command gets, if they are set. */
const ALWAYS = ['PATH', 'HOME', 'LANG', 'TZ'] as const

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the environment of a command: a few variables that programs need to start, and those that the manifest names. Everything else is
 * left out, because the agent's own environment may contain its credentials (docs/specification/agent-protocol.md#external-environment).
 */
export function environmentOf(
  env: Environment,
  names: readonly string[] = [],
): Readonly<Record<string, string>> {
  const entries = [...ALWAYS, ...names].flatMap((name) => {
    const value = env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

import type { Environment } from '../external/environment.ts'

/** Headers that authenticate the bridge at the foreign agent, and whose values are secrets. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>
  /** The names of variables that are not set. Their headers are not sent. */
  readonly unset: readonly string[]
  /** Replaces the values in a text, because the foreign agent may repeat what it was sent. */
  hide(text: string): string
}

/** The length from which a part of a value is taken for a secret. */
const MIN_SECRET = 6

/**
 * Reads the values of headers from the environment (docs/specification/bridge.md#foreign-credentials).
 * @throws Error naming the variable, and not its value, if the value cannot be sent in a header
 */
export function readCredentials(
  names: Readonly<Record<string, string>> = {},
  env: Environment,
): Credentials {
  const unset: string[] = []
  const headers: Record<string, string> = {}
  for (const [header, name] of Object.entries(names)) {
    const value = env[name]
    if (value === undefined || value === '') unset.push(name)
    else if (!/^[ -~]+$/.test(value))
      throw new Error(
        `the environment variable ${name} contains line breaks or characters that no header can have`,
      )
    else headers[header] = value
  }
  const secrets = Object.values(headers)
    .flatMap((value) => [value, ...value.split(' ')])
    .filter((secret) => secret.length >= MIN_SECRET)
    .toSorted((a, b) => b.length - a.length)
  return {
    headers,
    unset,
    hide: (text) =>
      secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '[redacted]'), text),
  }
}

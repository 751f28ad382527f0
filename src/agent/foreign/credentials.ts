import type { Environment } from '../external/environment.ts'

/** Redacts secrets from results and the log, because a foreign agent may repeat the credentials that it received. */
export interface Redactor {
  /** Replaces the secrets in a string. */
  redact(text: string): string
  /** Replaces the secrets in all strings of a JSON value, and in the names of its members. */
  redactJson(value: unknown): unknown
}

/** Headers that authenticate the bridge to the foreign agent, and whose values are secrets. */
export interface Credentials extends Redactor {
  readonly headers: Readonly<Record<string, string>>
  /** The names of variables that are not set. Their headers are not sent. */
  readonly unset: readonly string[]
}

/** The minimum length, in characters, of a part of a value that is redacted. */
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
        `the environment variable ${name} contains line breaks or characters that a header cannot contain`,
      )
    else headers[header] = value
  }
  return { headers, unset, ...createRedactor(Object.values(headers)) }
}

/**
 * Matches names of variables whose values are secret. The values of others, such as a log level, may occur in results as ordinary words.
 */
const SECRET_NAME =
  /(^|_)(auth|authorization|credentials?|dsn|pat|pin)(_|$)|(key|pass|passwd|password|pwd|secret|token)s?(_|$)/i

/** Returns the redactor for the secrets among the variables that a command gets (docs/specification/bridge.md#foreign-credentials). */
export const readSecrets = (names: readonly string[] = [], env: Environment): Redactor =>
  createRedactor(names.flatMap((name) => secretsOf(name, env[name] ?? '')))

/** Returns the strings to redact: the value, if its name marks it as secret or if it is a URL with a password, and that password. */
function secretsOf(name: string, value: string): readonly string[] {
  const { password = '' } = URL.parse(value) ?? {}
  if (password !== '') return [value, password, ...decodedForm(password)]
  return SECRET_NAME.test(name) ? [value] : []
}

/** Returns the decoded form of a password, or nothing if it contains a percent sign that does not encode a character. */
function decodedForm(password: string): readonly string[] {
  try {
    return [decodeURIComponent(password)]
  } catch {
    return []
  }
}

function createRedactor(values: readonly string[]): Redactor {
  const secrets = values
    .flatMap((value) => [value, ...value.split(/\s+/)])
    .filter((secret) => secret.length >= MIN_SECRET && !SCHEMES.test(secret))
    .toSorted((a, b) => b.length - a.length)
  const redact = (text: string): string =>
    secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '[redacted]'), text)
  return { redact, redactJson: (value) => (secrets.length === 0 ? value : mapTexts(value, redact)) }
}

/** Names of authentication schemes that precede a credential. They are not secret, and may occur in results as ordinary words. */
const SCHEMES = /^(basic|bearer|digest|token|apikey)$/i

/** Returns a JSON value with all of its strings and names changed. Its depth is limited, because it was parsed by `parseForeign`. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [change(name), mapTexts(member, change)]),
  )
}

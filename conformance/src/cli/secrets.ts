import { shellQuote } from '../engine/reproduce/curl.ts'
import type { Vault } from '../engine/secrets/vault.ts'
import type { Environment } from './context.ts'
import type { ParsedFlags } from './flags.ts'
import { UsageError } from './usage.ts'

/** Returns the headers for requests to the target, with placeholders as values. @throws UsageError */
export function readHeaders(
  flags: ParsedFlags,
  env: Environment,
  vault: Vault,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (flags.header ?? []).map((text, i) => {
      const { name, value, variable } = splitHeader(text)
      return [
        name,
        variable === undefined
          ? vault.add(`SVC_HEADER_${i + 1}`, value)
          : readSecret(variable, env, vault),
      ]
    }),
  )
}

function splitHeader(text: string): {
  readonly name: string
  readonly value: string
  /** The environment variable that has the value. */
  readonly variable: string | undefined
} {
  const separator = text.indexOf(':')
  if (separator < 1) throw new UsageError('--header must have the form NAME: VALUE.')
  const value = text.slice(separator + 1).trim()
  const [, variable] = /^\$([A-Za-z_][A-Za-z0-9_]*)$/.exec(value) ?? []
  return { name: text.slice(0, separator).trim(), value, variable }
}

/** Returns a `--header` for the command that repeats a run. It names the user's variable if the placeholder has another name. */
export function shownHeader(text: string, headers: Readonly<Record<string, string>>): string {
  const { name, variable } = splitHeader(text)
  const placeholder = headers[name] ?? ''
  return variable === undefined || placeholder === `{{${variable}}}`
    ? `${name}: ${placeholder}`
    : text
}

/** Stores the value of an environment variable and returns its placeholder. @throws UsageError if it is not set */
export function readSecret(variable: string, env: Environment, vault: Vault): string {
  const value = env[variable]
  if (value === undefined || value === '')
    throw new UsageError(`The environment variable ${variable} is not set.`)
  const name = placeholderFor(variable, value, vault)
  return vault.add(name, value, name === variable ? undefined : `printenv ${shellQuote(variable)}`)
}

/** Returns the name of a placeholder, which is in upper case. Variables with different values get different names. */
function placeholderFor(variable: string, value: string, vault: Vault): string {
  const upper = variable.toUpperCase().replace(/\W/g, '_')
  const name = /^[A-Z]/.test(upper) ? upper : `SVC_${upper}`
  const isFree = (candidate: string): boolean =>
    !vault.has(candidate) || vault.insertSecrets(`{{${candidate}}}`) === value
  let candidate = name
  for (let n = 2; !isFree(candidate); n += 1) candidate = `${name}_${n}`
  return candidate
}

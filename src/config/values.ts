import { ConfigError } from './error.ts'

/** Settings by name, as the environment or a file has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A whole number within bounds. @throws ConfigError */
export function integer(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`)
}

/** An http or https address without the slash at its end. @throws ConfigError */
export function httpUrl(name: string, text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError(
      `${name} must be an http or https address like https://agents.example.com, not "${text}".`,
    )
  return text.replace(/\/+$/, '')
}

const MOST_ISSUER = 255

/** The name of a platform in its signatures: an address without the slash at its end, or a URN. @throws ConfigError */
export function issuerName(name: string, text: string): string {
  if (/^urn:[!-~]+$/.test(text) && text.length <= MOST_ISSUER) return text
  const url = URL.parse(text)
  if (
    url &&
    /^https?:$/.test(url.protocol) &&
    url.search + url.hash + url.username === '' &&
    /^[!-~]+$/.test(text) &&
    text.length <= MOST_ISSUER
  )
    return text.replace(/\/+$/, '')
  throw new ConfigError(
    `${name} must be an http or https address like https://agents.example.com or a URN, without query or fragment and at most ${MOST_ISSUER} characters, not "${text}".`,
  )
}

/** Whether a host to listen on is reached from this machine only. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

/** `true` or `false`; not set is false. @throws ConfigError */
export function boolean(env: Environment, name: string): boolean {
  const text = env[name] ?? 'false'
  if (text === 'true' || text === 'false') return text === 'true'
  throw new ConfigError(`${name} must be true or false, not "${text}".`)
}

/** One of some words. @throws ConfigError */
export function oneOf<const Word extends string>(
  name: string,
  text: string,
  words: readonly Word[],
): Word {
  const word = words.find((known) => known === text)
  if (word !== undefined) return word
  throw new ConfigError(`${name} must be one of ${words.join(', ')}, not "${text}".`)
}

const ADDRESS = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+$/

/** An e-mail address without a name. @throws ConfigError */
export function mailAddress(name: string, text: string): string {
  if (ADDRESS.test(text)) return text
  throw new ConfigError(
    `${name} must be one e-mail address like support@example.com, not "${text}".`,
  )
}

/** A sender: an address, or a name with the address in angle brackets. @throws ConfigError */
export function sender(
  name: string,
  text: string,
): { readonly name: string; readonly address: string } {
  const [, quoted = '', address = text] =
    /^"?([^<>"\r\n]*?)"?\s*<([^<>]+)>$/.exec(text.trim()) ?? []
  if (ADDRESS.test(address)) return { name: quoted, address }
  throw new ConfigError(
    `${name} must be an e-mail address like registry@example.com or Registry <registry@example.com>, not "${text}".`,
  )
}

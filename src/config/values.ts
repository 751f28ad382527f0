/** Thrown for an invalid setting. The message names the setting and its valid values. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

/** Settings by name, from the environment or a file. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Returns a function that reads a whole number within bounds, and throws this error for any other text. */
export const wholeNumberOr =
  (Failure: new (message: string) => Error) =>
  (name: string, text: string, min: number, max: number): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    throw new Failure(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
  }

/** Reads a whole number within bounds. @throws ConfigError */
export const integer = wholeNumberOr(ConfigError)

/** Reads an http or https address, and removes a trailing slash. @throws ConfigError */
export function httpUrl(name: string, text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError(
      `${name} must be an http or https address such as https://agents.example.com, not "${withoutLogin(text)}".`,
    )
  return text.replace(/\/+$/, '')
}

/** An address to which paths can be appended: ASCII, with a host, and without credentials, query and fragment. */
const BASE_URL = /^https?:\/\/[^/?#@\\]+(?:\/[^?#\\]*)?$/i
const isBaseUrl = (text: string): boolean =>
  /^[!-~]+$/.test(text) && BASE_URL.test(text) && URL.canParse(text)

/** Reads the address at which clients reach this registry, and removes a trailing slash. Everybody can see it. @throws ConfigError */
export function baseUrl(name: string, text: string): string {
  if (isBaseUrl(text)) return text.replace(/\/+$/, '')
  throw new ConfigError(
    `${name} must be an http or https address such as https://agents.example.com, without credentials, query or fragment, not "${withoutLogin(text)}".`,
  )
}

const MAX_ISSUER_LENGTH = 255

/** Reads the name of a platform in its signatures: an address, without a trailing slash, or a URN. @throws ConfigError */
export function issuerName(name: string, text: string): string {
  if (/^urn:[!-~]+$/.test(text) && text.length <= MAX_ISSUER_LENGTH) return text
  if (isBaseUrl(text) && text.length <= MAX_ISSUER_LENGTH) return text.replace(/\/+$/, '')
  throw new ConfigError(
    `${name} must be an http or https address such as https://agents.example.com or a URN, of at most ${MAX_ISSUER_LENGTH} characters and without credentials, query or fragment, not "${withoutLogin(text)}".`,
  )
}

/** Returns an address without the user name and the password in it, for a message. */
const withoutLogin = (text: string): string => text.replace(/\/\/.*@/, '//***@')

/** Returns whether a host to listen on can be reached only from this machine. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

/** Splits a list into its entries, which white space and commas separate unless another separator is given. */
export const words = (text = '', separator = /[\s,]+/): readonly string[] =>
  text.split(separator).filter((word) => word !== '')

/** Reads `true` or `false`. Returns false if the setting is not set. @throws ConfigError */
export function boolean(env: Environment, name: string): boolean {
  const text = env[name] ?? 'false'
  if (text === 'true' || text === 'false') return text === 'true'
  throw new ConfigError(`${name} must be true or false, not "${text}".`)
}

/** Reads one of several words. @throws ConfigError */
export function oneOf<const Word extends string>(
  name: string,
  text: string,
  words: readonly Word[],
): Word {
  const word = words.find((candidate) => candidate === text)
  if (word !== undefined) return word
  throw new ConfigError(`${name} must be one of ${words.join(', ')}, not "${text}".`)
}

const ADDRESS = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+$/

/** Reads an e-mail address without a name. @throws ConfigError */
export function mailAddress(name: string, text: string): string {
  if (ADDRESS.test(text)) return text
  throw new ConfigError(
    `${name} must be one e-mail address such as support@example.com, not "${text}".`,
  )
}

/** Reads a sender: an address, or a name with the address in angle brackets. @throws ConfigError */
export function sender(
  name: string,
  text: string,
): { readonly name: string; readonly address: string } {
  const [, quoted = '', address = text] =
    /^"?([^<>"\r\n]*?)"?\s*<([^<>]+)>$/.exec(text.trim()) ?? []
  if (ADDRESS.test(address)) return { name: quoted, address }
  throw new ConfigError(
    `${name} must be an e-mail address such as registry@example.com or Registry <registry@example.com>, not "${text}".`,
  )
}
